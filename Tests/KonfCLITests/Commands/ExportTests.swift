import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// What holds for every form of a schedule that is handed over.
@Suite struct ExportTests {
  static let forms = [
    "ics", "html", "markdown", "csv", "schedule.xml", "schedule.json", "json",
  ]

  private static let whole = SampleTexts.hostile.map { "x\($0)y" }.joined()

  @Test("with --json an export equals the timeline, with and without --as json")
  func json() {
    for filters in ["", "--day 2", "--speaker lee", "--location nowhere"] {
      let timeline = CommandLineRun()("timeline --json \(filters)")
      for line in ["export --json", "export --as json --json"] {
        #expect(CommandLineRun()("\(line) \(filters)") == timeline, "\(line) \(filters)")
      }
    }
  }

  @Test("with --mine a file has starred talks and appointments")
  func mine() {
    let folder = TemporaryFolder()
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    #expect(run("star session1Day1/1 session2Day2/1").status == .success)
    #expect(
      run(["add", "Dinner, late", "--at", "2015-05-18T19:00", "--for", "2h"]).status == .success)
    #expect(run("export --as csv --mine").text.split(separator: "\r\n").count == 1 + 2 + 1 + 1)
    #expect(run("export --json --mine") == run("timeline --json --mine"))
    #expect(run("export --as json --mine").text.contains(#""star":"yes""#))
    let calendar = run("export --as ics --mine").text
    #expect(calendar.split(separator: "BEGIN:VEVENT").count == 4)
    #expect(
      calendar.contains(
        "DTSTART:20150518T170000Z\r\nDTEND:20150518T190000Z\r\nSUMMARY:Dinner\\, late\r\n"))
    #expect(run("export --as ics --mine --day 3").text.split(separator: "BEGIN:VEVENT").count == 2)
    #expect(!run("export --as ics").text.contains("Dinner"))
    #expect(run("export --as html --mine").text.contains("<p>★ mine\n"))
  }

  @Test("a file without the hidden talks says how many it lacks, unless remarks are off")
  func hidden() {
    let folder = TemporaryFolder()
    let run = CommandLineRun(home: folder.path)
    #expect(run("hide graham").status == .success)
    for form in Self.forms {
      let output = run("export --as \(form)")
      #expect(
        output.notes.contains(
          "konf: export: 1 hidden talk is left out; konf talks --hidden lists it\n"), "\(form)")
      #expect(!run("export --as \(form) --quiet").notes.contains("hidden"), "\(form)")
    }
    #expect(!run("export --as csv --hidden").notes.contains("left out"))
    #expect(!run("export --json").notes.contains("left out"))
  }

  @Test("a file without hidden breaks names the command that lists them")
  func hiddenBreak() {
    let folder = TemporaryFolder()
    var run = CommandLineRun(home: folder.path)
    run.environment["KONF_DATA"] = folder.write(HarbourSchedule.json, to: "harbour.json")
    for (target, words) in [
      ("zq-74", "1 hidden item is left out; konf timeline --hidden lists it"),
      ("sextant", "2 hidden items are left out; konf timeline --hidden lists them"),
    ] {
      #expect(run("hide \(target)").status == .success)
      #expect(run("export --as csv").notes.contains("konf: export: \(words)\n"))
    }
    let list = run("timeline --hidden").text
    #expect(list.contains("Lunch") && list.contains("Calibrating a cheap sextant"), "\(list)")
  }

  @Test("a speaker whose talks are filtered out is not called a person without a talk")
  func otherSpeakers() {
    let folder = TemporaryFolder()
    var run = CommandLineRun(home: "\(folder.path)/home")
    run.environment["KONF_DATA"] = folder.write(HarbourSchedule.json, to: "harbour.json")
    #expect(run("star tide").status == .success)
    for form in ["schedule.xml", "schedule.json"] {
      let output = run("export --mine --as \(form)")
      #expect(output.text.contains("Mara Lindholm") && !output.text.contains("Jon Berg"))
      #expect(!output.notes.contains("without a talk"), "\(output.notes)")
    }
  }

  @Test(
    "incompatible options are refused",
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

  @Test("terminal settings do not change the file", arguments: forms)
  func terminal(form: String) {
    let plain = CommandLineRun()("export --as \(form)").out
    var run = CommandLineRun()
    run.environment = [:]
    for line in ["--width 20", "--color always", ""] {
      #expect(run("export --as \(form) \(line)").out == plain, "\(line)")
    }
    run.terminal = TerminalFacts(outIsTerminal: true, columns: 40)
    if !form.hasSuffix("json") { #expect(run("export --as \(form)").out == plain) }
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

  @Test("an empty schedule, and filters without a match, result in complete empty files")
  func empty() {
    var run = CommandLineRun()
    run.input = Array("[{\"conference\": \"C\", \"month\": \"2015-05\", \"zone\": \"UTC\"}]".utf8)
    for line in ["--data -", "--day wed --speaker lee"] {
      #expect(run("export --as csv \(line)").text.hasPrefix("id,title,start,end,day,"))
      #expect(run("export --as markdown \(line)").text.hasPrefix("# "))
      #expect(run("export --as html \(line)").text.hasSuffix("</main>\n</body>\n</html>\n"))
      let calendar = run("export --as ics \(line)").text
      #expect(calendar.hasPrefix("BEGIN:VCALENDAR\r\n") && calendar.hasSuffix("END:VCALENDAR\r\n"))
      #expect(run("export --json \(line)").text == "[]\n")
      #expect(run("export --as json \(line)").text.contains(#""sessions":[],"talks":[]"#))
    }
    #expect(
      run("export --as csv --day wed --speaker lee").notes
        == "konf: \"Graham Lee\" or \"Mike Lee\" has 2 talks, on Monday 18 May 2015 and Tuesday 19 May "
        + "2015\n")
  }
}
