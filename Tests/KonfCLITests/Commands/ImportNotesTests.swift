import CommandLine
import KonfCLI
import TestSupport
import Testing

/// The notes before an answer about a schedule that was not read as its author will have wanted.
@Suite struct ImportNotesTests {
  private func notes(_ schedule: String, path: String? = nil) -> [String] {
    var run = CommandLineRun()
    run.input = Array(schedule.utf8)
    let output = run(
      ["timeline", "--data", path ?? "-", "--month", "2015-05", "--zone", "Europe/Berlin"])
    return output.notes.split(separator: "\n").map(String.init)
  }

  /// A schedule of one session with so many unknown fields, and so many records of nothing.
  private func schedule(unknown: Int, lost: Int) -> String {
    let fields = (0..<unknown).map { ", \"f\($0)\": 1" }.joined()
    return "[{\"t_id\": \"a\"\(fields)}\(String(repeating: ", 1", count: lost))]"
  }

  @Test("losses are listed first, however many notes precede them in the file")
  func lossesFirst() {
    let notes = notes(schedule(unknown: 20, lost: 2))
    #expect(
      notes == [
        "konf: standard input:1:207: item 2: found the number 1; expected an object",
        "konf: standard input:1:210: item 3: found the number 1; expected an object",
        "konf: standard input: 20 remarks; konf check - lists them",
      ])
  }

  @Test("many losses of one kind are reported by number and first positions, for each kind")
  func manyLosses() {
    var text = schedule(unknown: 0, lost: 30)
    text.removeLast()
    text += ", {\"t_id\": \"b\", \"startTime\": \"x\"}]"
    let lines = notes(text)
    #expect(lines.count == 5)
    #expect(
      lines[3]
        == "konf: standard input: 27 more of this kind, at 1:26, 1:29, 1:32, 1:35, 1:38, "
        + "1:41, 1:44, 1:47, 1:50, 1:53, …")
    #expect(lines[4].contains("field \"startTime\": found the text \"x\""))
    #expect(notes(schedule(unknown: 0, lost: 10)).count == 10)
  }

  @Test("cancelled events are one line, however many, and check lists each")
  func cancelled() {
    func calendar(_ statuses: [String]) -> String {
      let events = statuses.enumerated().map { number, status in
        "BEGIN:VEVENT\nUID:\(number)\nSUMMARY:Talk \(number)\nDTSTART:20150518T120000\n"
          + "STATUS:\(status)\nEND:VEVENT\n"
      }
      return "BEGIN:VCALENDAR\nVERSION:2.0\n\(events.joined())END:VCALENDAR\n"
    }
    let many = calendar(["CONFIRMED"] + Array(repeating: "CANCELLED", count: 12))
    #expect(
      notes(many) == [
        "konf: standard input: 12 cancelled events left out; konf check - lists them"
      ])
    #expect(
      notes(calendar(["CONFIRMED", "CANCELLED"])) == [
        "konf: standard input: 1 cancelled event left out; konf check - lists it"
      ])
    var run = CommandLineRun()
    run.input = Array(many.utf8)
    let found = run("check - --zone Europe/Berlin").text.split(separator: "\n")
    #expect(found.count { $0.contains("the cancelled item is left out") } == 12)
    // Without them nothing is left.
    #expect(
      notes(calendar(["CANCELLED", "CANCELLED"])) == [
        "konf: standard input: 2 cancelled events left out; konf check - lists them",
        "konf: standard input: no sessions yet",
      ])
  }

  @Test("cancelled events and other notes share a line, and losses precede it")
  func oneLine() {
    let event = "BEGIN:VEVENT\nSUMMARY:Talk\nDTSTART:20150518T120000\n"
    let events = [
      "\(event)UID:1\nSTATUS:CANCELLED", "\(event)UID:2\nSEQUENCE:1", "\(event)UID:2\nSEQUENCE:2",
      "\(event)UID:3\nDTEND:nonsense",
    ].map { "\($0)\nEND:VEVENT\n" }
    let notes = notes("BEGIN:VCALENDAR\nVERSION:2.0\n\(events.joined())END:VCALENDAR\n")
    #expect(notes.count == 2 && notes[0].contains("nonsense"))
    #expect(
      notes.last
        == "konf: standard input: 1 cancelled event left out, 1 other remark; konf check - lists them"
    )
  }

  @Test("--quiet hides notes, but no failure")
  func quiet() {
    var run = CommandLineRun()
    run.input = Array(schedule(unknown: 20, lost: 2).utf8)
    for option in ["--quiet", "-q"] {
      let output = run("timeline --data - \(option)")
      #expect(output.notes == "" && output.status == .success)
      #expect(output.out == run("timeline --data -").out)
      let failure = run("speaker nobody --data - \(option)")
      #expect(failure.notes.hasPrefix("konf: speaker: no person matches \"nobody\""))
      #expect(failure.status == .notFound)
      #expect(!failure.notes.contains("remarks"))
      #expect(run("search nothing \(option)").notes == "")
    }
  }

  @Test("a replaced version in the file is a note")
  func replaced() {
    let event = "BEGIN:VEVENT\nUID:1\nSUMMARY:Talk\nDTSTART:20150518T120000\nSEQUENCE:"
    let text =
      "BEGIN:VCALENDAR\nVERSION:2.0\n\(event)1\nEND:VEVENT\n\(event)2\nEND:VEVENT\n"
      + "END:VCALENDAR\n"
    #expect(notes(text) == ["konf: standard input: 1 remark; konf check - lists it"])
  }

  @Test("a file without any usable part also lists all of its losses")
  func nothingUsable() {
    let lines = notes("[1\(String(repeating: ", 1", count: 11))]")
    #expect(lines.count == 5)
    #expect(
      lines[3] == "konf: standard input: 9 more of this kind, at 1:11, 1:14, 1:17, 1:20, 1:23, "
        + "1:26, 1:29, 1:32, 1:35")
    #expect(lines[4] == "konf: standard input: none of 12 records could be used")
  }

  @Test(
    "the command that lists notes can be pasted into a shell",
    arguments: [
      ("plan-2.json", "@/plan-2.json"), ("my plan.json", "'@/my plan.json'"),
      ("it's.json", #"'@/it'\''s.json'"#), ("$HOME.json", "'@/$HOME.json'"),
    ])
  func command(name: String, word: String) {
    let folder = TemporaryFolder()
    let path = folder.write(schedule(unknown: 1, lost: 0), to: name)
    let shown = word.split(separator: "@", omittingEmptySubsequences: false)
      .joined(separator: folder.path)
    #expect(notes("", path: path) == ["konf: \(path): 1 remark; konf check \(shown) lists it"])
  }
}
