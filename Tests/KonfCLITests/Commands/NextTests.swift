import CommandLine
import KonfCLI
import Testing

/// What is answered where nothing is as near as was asked for.
@Suite struct NextTests {
  private let run = CommandLineRun()

  @Test("a program gets the sessions that start within the requested time")
  func later() throws {
    let output = run("next --in 9m --json")
    #expect(output.status == .success && output.text == "[]\n")
    #expect(
      output.notes == "konf: nothing starts within 9 min; "
        + "the next start is on Monday 18 May 2015, 11:10\n")
    #expect(try run.values("id", of: "next --in 10m") == ["break1Day1"])
  }

  @Test("people see the next sessions, under a note that none is so near")
  func forPeople() {
    let output = run("next --in 9m")
    #expect(output.status == .success && output.notes.isEmpty)
    let lines = output.text.split(separator: "\n")
    #expect(lines.dropFirst().first == "nothing starts within 9 min")
    #expect(output.text.contains("\n11:10–11:50   First coffee break\nin 10 min     "))
  }

  @Test("sessions that start together say only once when", arguments: [80, 120])
  func together(width: Int) {
    var run = run
    run.input = Array(DevroomSchedule.json.utf8)
    let text = run("next --at 2026-02-07T11:15 --data - --width \(width)").text
    let starts = text.matches(of: /(?m)^(\d\d:\d\d)–/).map { $0.output.1 }
    #expect(Set(starts).count < starts.count)
    #expect(text.matches(of: /in \d+ min\b/).count == Set(starts).count, "\(text)")
  }

  @Test(
    "an empty result for a program is an empty list with a reason, and no failure",
    arguments: [
      ("next --at 2015-05-31", "UIKonf 2015 is over; "),
      (
        "next --in 9m --speaker mike",
        "nothing that matches the filters starts after Monday 18 May 2015, 11:00\n"
      ),
      ("now --at 2015-05-18T03:00", "nothing is running on Monday 18 May 2015, 03:00\n"),
      (
        "now --speaker mike --at 2015-05-18T03:00",
        "nothing that matches the filters is running on "
      ),
      (
        "talks --speaker mike --day 1", "\"Mike Lee\" has 1 talk, on Monday 18 May 2015 at 10:00\n"
      ),
    ])
  func empty(line: String, reason: String) {
    let output = run("\(line) --json")
    #expect(output.status == .success && output.text == "[]\n")
    #expect(output.notes.hasPrefix("konf: \(reason)"), "\(output.notes)")
  }
}
