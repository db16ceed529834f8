import KonfCLI
import Schedule
import TestSupport
import Testing

/// What holds for every form of a schedule that is handed over.
@Suite struct ExportTests {
  static let forms = ["ics", "html", "markdown", "csv", "json"]

  private static let whole = SampleTexts.hostile.map { "x\($0)y" }.joined()

  @Test("JSON is what the timeline prints, with --json, with --as json and with both")
  func json() {
    for filters in ["", "--day 2", "--speaker lee", "--location nowhere"] {
      let timeline = CommandLineRun()("timeline --json \(filters)")
      for line in ["export --json", "export --as json", "export --as json --json"] {
        #expect(CommandLineRun()("\(line) \(filters)") == timeline, "\(line) \(filters)")
      }
    }
  }

  @Test(
    "options that do not go together are refused",
    arguments: [
      "export", "export --as pdf", "export --json --as csv", "export --as json --alarm 10m",
      "export --as html --alarm 10m", "export --as csv --abstracts", "export --as ics x",
      "export --as ics --abstracts", "export --as ics --alarm 0m", "export --json --abstracts",
    ])
  func usage(line: String) {
    let output = CommandLineRun()(line)
    #expect(output.status == .usage && output.out.isEmpty)
    #expect(output.notes.split(separator: "\n").count == 1)
  }

  @Test("nothing of a terminal changes the file", arguments: forms)
  func terminal(form: String) {
    let plain = CommandLineRun()("export --as \(form)").out
    var run = CommandLineRun()
    run.environment = [:]
    for line in ["--width 20", "--color always", ""] {
      #expect(run("export --as \(form) \(line)").out == plain, "\(line)")
    }
    run.terminal = TerminalFacts(outIsTerminal: true, columns: 40)
    if form != "json" { #expect(run("export --as \(form)").out == plain) }
  }

  @Test("no text of a schedule writes a control, a direction mark or anything invisible")
  func hostile() {
    let hostile = Set(SampleTexts.hostile)
    for text in [HostileSchedule.attack, Self.whole] {
      var run = CommandLineRun()
      run.input = Array(HostileSchedule.json(with: text).utf8)
      for form in Self.forms.dropLast() {
        let output = run("export --as \(form) --data -")
        #expect(output.status == .success)
        var previous: Unicode.Scalar = "\n"
        for scalar in output.text.unicodeScalars {
          let isEnd = scalar == "\n" || scalar == "\r" && ["ics", "csv"].contains(form)
          let isPart = scalar == "\u{200D}" && previous == "\u{1F469}"
          #expect(isEnd || isPart || !hostile.contains(scalar), "\(form): \(scalar.value)")
          if previous == "\r" { #expect(scalar == "\n", "a text wrote a carriage return") }
          previous = scalar
        }
      }
    }
  }

  @Test("a schedule without sessions, and filters that find nothing, give whole empty files")
  func empty() {
    var run = CommandLineRun()
    run.input = Array("[{\"conference\": \"C\", \"month\": \"2015-05\", \"zone\": \"UTC\"}]".utf8)
    for line in ["--data -", "--day wed --speaker lee"] {
      #expect(run("export --as csv \(line)").text.hasPrefix("id,title,start,end,day,"))
      #expect(run("export --as markdown \(line)").text.hasPrefix("# "))
      #expect(run("export --as html \(line)").text.hasSuffix("</main>\n</body>\n</html>\n"))
      let calendar = run("export --as ics \(line)").text
      #expect(calendar.hasPrefix("BEGIN:VCALENDAR\r\n") && calendar.hasSuffix("END:VCALENDAR\r\n"))
      #expect(run("export --as json \(line)").text == "[]\n")
    }
    #expect(
      run("export --as csv --day wed --speaker lee").notes == "konf: nothing matches the filters\n")
  }
}
