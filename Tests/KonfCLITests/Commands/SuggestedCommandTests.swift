import CommandLine
import KonfCLI
import TestSupport
import Testing

/// The commands that konf suggests in its messages.
@Suite struct SuggestedCommandTests {
  private let folder = TemporaryFolder()
  private let run = CommandLineRun()

  init() {
    folder.write(FairSchedule.first, to: "fair")
  }

  @Test(
    "repeat the schedule, the data folder and the time that were typed",
    arguments: [
      ("session zzzzzz --data @/fair", "konf timeline --data @/fair lists them all"),
      (
        "session zzzzzz --at 2016-04-24 --home @/h -d@/fair",
        "konf timeline --home @/h --data @/fair --at 2016-04-24 lists them all"
      ),
      ("next --at 2030-01-01 --data @/fair", "konf next --at 2016-04-24T10:00 --data @/fair"),
      ("agenda --data @/fair --home @/h", "konf star TARGET --home @/h --data @/fair"),
      ("use zzz --forget --home @/h", "list the saved schedules with konf use --home @/h"),
      ("add zzz --remove --at 19:00 --home @/h", "with konf agenda --home @/h"),
      ("session zzzzzz", "konf timeline lists them all"),
    ])
  func repeated(line: String, expected: String) {
    let output = run("\(line.replacing("@", with: folder.path)) --width 300")
    let end = expected.replacing("@", with: folder.path)
    let lines = (output.text + output.notes).split(separator: "\n")
    #expect(lines.contains { $0.hasSuffix(end) }, "\(lines)")
  }

  @Test("a repeated value is quoted for a shell, and a variable is not repeated")
  func quoted() {
    let path = folder.write(FairSchedule.first, to: "a b.json")
    #expect(
      run(["session", "zzzzzz", "--data", path]).notes.contains(
        "konf timeline --data '\(path)' lists"))
    var run = run
    run.environment["KONF_DATA"] = path
    #expect(run("session zzzzzz").notes.contains("konf timeline lists them all"))
  }

  @Test(
    "a word that starts with a dash works as an argument in the suggested command",
    arguments: ["-later", "-dash", "-it's $HOME later", "-later*"])
  func dashed(word: String) throws {
    let home = "\(folder.path)/h"
    let output = run(["note", "session1Day1/1", word, "--home", home])
    #expect(output.status == .usage)
    let suggested = try #require(output.notes.split(separator: " -- before it: ").last)
    let line = String(suggested.dropLast())
    #expect(line.hasPrefix("konf note session1Day1/1 --home \(home) -- "))
    #expect(run.shell(line).status == .success)
    #expect(run(["session", "session1Day1/1", "--home", home]).text.contains(word))
  }

  @Test("a command that forgets a schedule names the data folder")
  func forgetting() {
    let home = "--home \(folder.path)/h"
    _ = run("use \(folder.path)/fair \(home) --name fair")
    #expect(run("undo \(home)").notes.contains("konf use fair --forget \(home) removes fair"))
  }
}
