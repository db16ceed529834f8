import Basics
import CommandLine
import KonfCLI
import TestSupport
import Testing

/// `--format`: a line for each record, as other programs and status bars want it.
@Suite struct RecordTemplateTests {
  private let run = CommandLineRun()

  @Test("fields, parts of times and escapes are replaced")
  func lines() {
    let template = #"{start.date} {start.clock}\t{title} {{{id}}} {locations}"#
    let output = run(["session", "session1Day1", "--format", template])
    #expect(
      output.text
        == "2015-05-18 10:00\tFirst session {session1Day1} Heimathafen Neukölln\n")
    #expect(run(["talks", "--format", "{id}"]).text == run("talks --tsv=id").text.dropFirst(3))
    #expect(
      run(["talks", "--format", "x"]).text.split(separator: "\n").count == run("talks --tsv=id")
        .text.split(separator: "\n").count - 1)
  }

  @Test("every list with JSON also has templates", arguments: DataFormatTests.answers)
  func everywhere(line: TypedLine) {
    if line.line.contains("--as csv") { return }
    let runs = CommandLineRuns(line)
    let names = runs(line, "--json=?").text
    #expect(runs(line, "--format ?").text == names)
    let count = runs(line, "--jsonl").text.split(separator: "\n").count
    let name = names.prefix { $0 != "\n" }
    let rows = runs(line, "--format {\(name)}x").text.split(separator: "\n")
    #expect(rows.count == count && rows.allSatisfy { $0.hasSuffix("x") })
  }

  @Test(
    "a wrong template is refused with a correct one",
    arguments: ["{", "}", "{}", "{title", #"\x"#, #"\"#, "{a.b.c}", "{.clock}"])
  func wrong(template: String) {
    let output = run(["talks", "--format", template])
    #expect(output.status == .usage)
    #expect(output.notes.contains("{start.clock} {title}"))
  }

  @Test("unknown fields and incompatible output options are refused")
  func refused() {
    let output = run(["talks", "--format", "{name}"])
    #expect(output.status == .usage)
    #expect(output.notes.contains("use id, title"))
    #expect(
      run(["talks", "--format", "{start.hour}"]).notes.contains(
        "unknown field \"start.hour\"; use start, or in a template start.date or start.clock"))
    #expect(run(["talks", "--format", "{begin.clock}"]).notes.contains("\"begin\"; use id, title"))
    #expect(run(["talks", "--json", "--format", "{id}"]).status == .usage)
  }

  @Test("no text of a schedule breaks a line or is printed raw")
  func hostile() {
    for text: String in SampleTexts.hostile.map({ "a\($0)b" }) + ["a\tb", "a\nb"] {
      var run = run
      run.input = Array(HostileSchedule.json(with: text).utf8)
      let count = run("talks --data - --tsv=id").text.split(separator: "\n").count - 1
      let output = run(["talks", "--data", "-", "--format", "{title}|"])
      #expect(output.text.split(separator: "\n").count == count)
      #expect(output.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    }
  }
}

/// `next --mine --oneline`: a line for a status bar.
@Suite struct StatusLineTests {
  private let folder = TemporaryFolder()

  @Test("it is a single line for all starting sessions, or empty with status 1")
  func line() {
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    let line = "next --mine --oneline --at 2015-05-18T09:48"
    #expect(run(line).text.isEmpty)
    #expect(run("\(line) --exit-status").status == .notFound)
    _ = run("star session1Day1")
    _ = run("star session2Day1")
    // It was the page with its title and headings.
    let output = run("\(line) --in 5h --exit-status")
    #expect(output.status == .success)
    #expect(output.text.split(separator: "\n").count == 1)
    #expect(output.text.hasPrefix("10:00 in 12 min · Heimathafen Neukölln · "))
    _ = run(["add", "Coffee", "--at", "2015-05-18T09:50", "--for", "5m"])
    #expect(run(line).text == "09:50 in 2 min · Coffee\n", "an appointment is mine, too")
    for width in [20, 40, 80] {
      let text = run("\(line) --width \(width)").text.dropLast()
      #expect(DisplayWidth.of(String(text)) <= width)
    }
  }
}
