import CommandLine
import KonfCLI
import TestSupport
import Testing

/// What comes of command lines and files that are not as they should be.
///
/// In arguments, variables and messages an at sign stands for a folder with the files below.
@Suite struct FailureTests {
  struct Case: CustomTestStringConvertible {
    let arguments: [String]
    let status: KonfStatus
    let notes: [String]
    var environment: [String: String] = [:]
    var input = ""

    init(_ line: String, _ status: KonfStatus, _ notes: String...) {
      arguments = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
      self.status = status
      self.notes = notes
    }

    func with(_ environment: [String: String] = [:], input: String = "") -> Case {
      var copy = self
      copy.environment = environment
      copy.input = input
      return copy
    }

    var testDescription: String { "konf \(arguments.joined(separator: " ")) \(environment)" }
  }

  private static let assumed =
    "neither the file nor an option gives the month or the zone; assumed month 2015-05 and zone "
    + "Europe/Berlin"
  private static let emptyFile =
    "the file is empty; expected a schedule as UIKonf JSON, schedule.json, schedule.xml, "
    + "Sessionize JSON, iCalendar, konf JSON or the JSON of COSCUP, SITCON, try! Swift, pretalx's "
    + "widget or Indico's timetable"
  private static let zones =
    "expected a name such as Europe/Berlin, UTC, or an offset such as +02:00"

  static let files: [String: String] = [
    "empty.json": "",
    "cut.json": "[{\"t_id\": \"a\"},\n",
    "object.json": #"{"t_id": "a"}"#,
    "none.json": "[]",
    "useless.json": "[1,\n {\"t_index\": 2}]",
    "bad.json": """
    [{"t_id": "a", "startTime": "18-10", "descripton": "A"},
     {"t_id": "b", "startTime": "18-11-00", "locations": ["P", 7]}, "c",
     {"name": "P", "descripton": "B"}]
    """,
    "zone.json": #"[{"conference": "C", "zone": "Europe/Berlni"}, {"t_id": "a"}]"#,
    "good.json":
      #"[{"conference": "C", "month": "2016-02", "zone": "UTC"}, {"t_id": "a", "startTime": "29-10-00"}]"#,
  ]

  static let usage: [Case] = [
    Case(
      "timelin", .usage, "unknown command \"timelin\"; konf help --all lists the commands",
      "did you mean timeline?"),
    Case("xyz", .usage, "unknown command \"xyz\"; konf help --all lists the commands"),
    Case(
      "version", .usage, "unknown command \"version\"; konf help --all lists the commands",
      "did you mean konf --version?"),
    Case(
      "timeline --jsn", .usage, "unknown option \"--jsn\"; konf help timeline lists the options",
      "did you mean --json?"),
    Case(
      "help exit-code", .usage,
      "help: unknown command or topic \"exit-code\"; konf help --all lists all of them",
      "did you mean exit-codes?"),
    Case(
      "help nonsense", .usage,
      "help: unknown command or topic \"nonsense\"; konf help --all lists all of them"),
    Case("speaker", .usage, "speaker: missing NAME; usage: konf speaker NAME"),
    Case("diff a b c", .usage, "diff: unexpected argument \"c\"; usage: konf diff [OLD] [NEW]"),
    Case(
      "check - @/good.json -", .usage,
      "check: standard input (-) is named twice; name it once"),
    Case(
      "timeline now", .usage,
      "timeline: unexpected argument \"now\"; usage: konf timeline"),
    Case(
      "talks --clear", .usage,
      "talks: option --clear does not apply to this command; "
        + "use it with konf note, konf hide and konf rate"
    ),
    Case("talks --at", .usage, "--at: missing value; use --at TIME"),
    Case("talks --mine=no", .usage, "--mine: unexpected value \"no\""),
    Case(
      "tracks --json=no", .usage, "tracks: unknown field \"no\"; use name or talkCount"),
    Case("tracks --tsv=name,name", .usage, "tracks: the field \"name\" is named twice"),
    Case("tracks --json --tsv", .usage, "--json and --tsv cannot be combined"),
    Case(
      "tracks --json=,", .usage,
      """
      --json: invalid value ","; expected comma-separated field names, such as id,title
      """),
    Case(
      "talks --at noon", .usage,
      "--at: invalid value \"noon\"; expected a time such as 2015-05-18T11:00, "
        + "2015-05-18T11:00+02:00, 11:00, \"mon 11:00\" or +2h"),
    Case(
      "talks --at 2015-02-29", .usage,
      "--at: invalid value \"2015-02-29\"; expected a time such as 2015-05-18T11:00, "
        + "2015-05-18T11:00+02:00, 11:00, \"mon 11:00\" or +2h"),
    Case(
      "talks --month 2015-13", .usage,
      "--month: invalid value \"2015-13\"; expected a year and a month, such as 2015-05"),
    Case(
      "talks --month May", .usage,
      "--month: invalid value \"May\"; expected a year and a month, such as 2015-05"),
    Case("talks --zone ..", .usage, "--zone: cannot read zone \"..\"; \(zones)"),
    Case("talks --tz ''", .usage, "--tz: cannot read zone \"\"; \(zones)"),
    Case(
      "talks --width 19", .usage,
      "--width: invalid value \"19\"; expected a whole number from 20 to 1000"),
    Case(
      "talks --width wide", .usage,
      "--width: invalid value \"wide\"; expected a whole number from 20 to 1000"),
    Case(
      "talks --color blue", .usage,
      "--color: invalid value \"blue\"; expected auto, always or never"),
    Case(
      "next --in 90", .usage,
      "--in: invalid value \"90\"; expected a length of time such as 90m, 2h, 1h30m or 1d"),
    Case(
      "now --in 2h", .usage,
      "now: option --in does not apply to this command; "
        + "use it with konf next"),
    Case("talks --home ''", .usage, "--home: invalid value \"\"; expected a folder"),
  ]

  static let names: [Case] = [
    Case(
      "speaker grahm", .notFound, "speaker: no person matches \"grahm\"",
      "did you mean Graham Lee?"),
    Case(
      "speaker zzz", .notFound, "speaker: no person matches \"zzz\"",
      "konf speakers lists them all"),
    Case(
      "speaker ''", .notFound, "speaker: no person matches \"\"",
      "konf speakers lists them all"),
    Case(
      "talks --location betahaus,x", .notFound,
      "--location: no location matches \"betahaus,x\"", "repeat --location for several values"),
    Case(
      "location betahus", .notFound, "location: no location matches \"betahus\"",
      "did you mean betahaus?"),
    Case(
      "location nowhere at all", .notFound,
      "location: no location matches \"nowhere at all\"", "konf locations lists them all"),
    Case(
      "session session1Dey1", .notFound,
      "session: no session matches \"session1Dey1\"", "did you mean session1Day1?"),
    Case(
      "session xyzzy", .notFound, "session: no session matches \"xyzzy\"",
      "konf timeline lists them all"),
  ]

  static let filters: [Case] = [
    Case(
      "talks --track swift", .notFound, "--track: no track matches \"swift\"",
      "the schedule has no tracks"),
    Case(
      "now --lang en", .notFound, "--lang: no language matches \"en\"",
      "the schedule has no languages"),
    Case(
      "speakers --room betahus", .notFound, "--location: no location matches \"betahus\"",
      "did you mean betahaus?"),
    Case(
      "talks --speaker grahm", .notFound, "--speaker: no person matches \"grahm\"",
      "did you mean Graham Lee?"),
    Case(
      "talks --speaker zzz", .notFound, "--speaker: no person matches \"zzz\"",
      "konf speakers lists them all"),
    Case(
      "timeline --day 5", .notFound, "--day: the conference has no day \"5\"",
      "available: 2015-05-17, 2015-05-18, 2015-05-19 and 2015-05-20"),
    Case(
      "timeline --day noday", .usage,
      "--day: invalid value \"noday\"; expected a date such as 2015-05-18 or \"18 may\", a weekday such as "
        + "mon, the number of a day, today or tomorrow"),
    Case(
      "timeline --before 25:00", .usage,
      "--before: invalid value \"25:00\"; expected a time of day such as 14:00, now, or a date "
        + "and time such as 2015-05-18T11:00"),
    Case(
      "timeline --day today --at 2026-01-01 --json", .success,
      "nothing is listed on Thursday 1 January 2026; UIKonf 2015 is from Sunday 17 May 2015 to "
        + "Wednesday 20 May 2015"),
    Case(
      "speakers --speaker lee --day 1 --json", .success,
      "\"Graham Lee\" or \"Mike Lee\" has 2 talks, on Monday 18 May 2015 and Tuesday 19 May 2015"),
    Case("ratings --day 2", .success),
  ]

  static let data: [Case] = [
    Case("talks --data @/missing.json", .noInput, "@/missing.json: no such file or directory"),
    Case("talks --data ''", .noInput, "the path \"\": no such file or directory"),
    Case(
      "talks --data @/empty.json", .badData,
      "@/empty.json: \(emptyFile)"),
    Case(
      "talks --data -", .badData, "standard input: \(emptyFile)"),
    Case(
      "talks --data @/cut.json", .badData,
      "@/cut.json: 2:1: found the end of the text; expected a value"),
    Case(
      "talks --data @/object.json", .badData,
      "@/object.json: it looks like a JSON object with \"t_id\"; expected a schedule as UIKonf JSON, "
        + "schedule.json, schedule.xml, Sessionize JSON, iCalendar, konf JSON or the JSON of COSCUP, "
        + "SITCON, try! Swift, pretalx's widget or Indico's timetable"),
    Case(
      "talks --data @/useless.json", .badData,
      "@/useless.json:1:2: item 1: found the number 1; expected an object",
      "@/useless.json:2:2: item 2: no identifying field; expected t_id, name, server or "
        + "conference",
      "@/useless.json: none of 2 records could be used"),
    Case(
      "timeline --data @/none.json", .success,
      "@/none.json: \(assumed)", "@/none.json: no sessions yet"),
    Case(
      "timeline --data @/bad.json", .success,
      "@/bad.json:1:29: item 1 (session a), field \"startTime\": found the text \"18-10\"; expected "
        + "day-hour-minute, such as 18-09-30",
      "@/bad.json:2:60: item 2 (session b), field \"locations\": found the number 7; expected a list "
        + "of non-blank strings",
      "@/bad.json:2:65: item 3: found the text \"c\"; expected an object",
      "@/bad.json: \(assumed)", "@/bad.json: 1 remark; konf check @/bad.json lists it"),
    Case(
      "talks --data @/good.json --month 2015-05 --zone Europe/Berlin", .success,
      "@/good.json: --month is ignored, because the file says 2016-02",
      "@/good.json: --zone is ignored, because the file says UTC; use --tz Europe/Berlin "
        + "to show its times in Europe/Berlin",
      "the schedule has no talks"),
    Case("timeline --data @/good.json --month 2016-02 --zone UTC", .success),
    Case("talks", .noInput, "KONF_DATA: @/missing.json: no such file or directory")
      .with(["KONF_DATA": "@/missing.json"]),
    Case("timeline --data @/good.json", .success).with(["KONF_DATA": "@/missing.json"]),
    Case("talks", .badData, "KONF_DATA: standard input: \(emptyFile)")
      .with(["KONF_DATA": "-"]),
    Case("talks", .success).with(["KONF_DATA": ""]),
    Case("timeline --data -", .success, "standard input: no sessions yet")
      .with(input: #"[{"conference": "C", "month": "2015-05", "zone": "UTC"}]"#),
  ]

  @Test(
    "its status and reason are on the standard error", arguments: usage + names + filters + data)
  func told(_ example: Case) {
    let folder = TemporaryFolder()
    for (name, text) in Self.files { folder.write(text, to: name) }
    func filled(_ text: String) -> String {
      text.split(separator: "@", omittingEmptySubsequences: false).joined(separator: folder.path)
    }
    var run = CommandLineRun()
    for (name, value) in example.environment { run.environment[name] = filled(value) }
    run.input = Array(example.input.utf8)
    let output = run(example.arguments.map(filled))
    #expect(output.status == example.status)
    #expect(
      output.notes.split(separator: "\n").map(String.init)
        == example.notes.map { filled("konf: \($0)") })
    #expect(output.text.isEmpty == (example.status != .success))
  }

  @Test(
    "an unknown zone in the file is reported with the nearest name",
    .enabled(if: Machine.hasZoneFiles, "there are no zone files"))
  func unknownZone() {
    let folder = TemporaryFolder()
    let path = folder.write(Self.files["zone.json"] ?? "", to: "zone.json")
    let output = CommandLineRun()("talks --data \(path)")
    #expect(output.status == .badData)
    #expect(output.text == "")
    #expect(output.notes.hasPrefix("konf: \(path):"))
    #expect(output.notes.contains("unknown zone \"Europe/Berlni\"; \(Self.zones)"))
    #expect(output.notes.hasSuffix("konf: did you mean Europe/Berlin?\n"))
  }

  // MARK: Where ratings are kept

  @Test(
    "the folder of ratings is the first one given",
    arguments: [
      (["KONF_HOME": "@/a", "XDG_DATA_HOME": "@/b", "HOME": "@/c"], "", "a"),
      (["KONF_HOME": "@/a"], "--home @/d", "d"),
      (["XDG_DATA_HOME": "@/b", "HOME": "@/c"], "", "b/konf"),
      (["XDG_DATA_HOME": "b", "HOME": "@/c"], "", "c/.local/share/konf"),
      (["XDG_DATA_HOME": "", "HOME": "@/c"], "", "c/.local/share/konf"),
      (["KONF_HOME": "", "HOME": "@/c"], "", "c/.local/share/konf"),
    ])
  func ratingFolder(environment: [String: String], option: String, expected: String) {
    let folder = TemporaryFolder()
    func filled(_ text: String) -> String {
      text.split(separator: "@", omittingEmptySubsequences: false).joined(separator: folder.path)
    }
    var run = CommandLineRun()
    run.environment = environment.mapValues(filled)
    #expect(run("rate hofele 5 \(filled(option))").status == .success)
    let home = "--home \(folder.path)/\(expected)"
    #expect(CommandLineRun()("ratings \(home)").text.hasSuffix("1 of 18 talks rated\n"))
  }

  // MARK: Colour and width

  @Test(
    "colour depends on option, variables and terminal, in this order",
    arguments: [
      ("", [:], false, false), ("", ["TERM": "xterm"], true, true), ("", [:], true, false),
      ("", ["TERM": "dumb"], true, false), ("", ["TERM": "xterm", "NO_COLOR": "1"], true, false),
      ("", ["FORCE_COLOR": "1"], false, true), ("", ["CLICOLOR_FORCE": "0"], false, false),
      ("--color always", ["NO_COLOR": "1"], false, true),
      ("--color never", ["FORCE_COLOR": "1", "TERM": "xterm"], true, false),
    ])
  func color(option: String, environment: [String: String], isTerminal: Bool, isColored: Bool) {
    var run = CommandLineRun()
    run.environment = environment
    run.terminal = TerminalFacts(outIsTerminal: isTerminal, errorIsTerminal: isTerminal)
    for line in ["timeline", "speaker nobody", "help"] {
      let output = run("\(line) \(option)")
      #expect((output.text + output.notes).contains("\u{1B}") == isColored, "\(line)")
    }
    // A variable must not spoil what a program reads.
    let json = run("timeline --json \(option)").text
    let isForTerminal = isTerminal || option == "--color always"
    #expect(json.contains("\u{1B}") == (isColored && isForTerminal))
  }

  @Test("without colour the text is the same")
  func plainText() {
    for line in ["timeline", "talks", "speakers", "speaker lee", "locations", "session goodBye"] {
      let colored = CommandLineRun()("\(line) --color always").text
      var text = ""
      var rest = colored[...]
      while let start = rest.firstIndex(of: "\u{1B}") {
        text += rest[..<start]
        rest = rest[start...].drop { $0 != "m" }.dropFirst()
      }
      #expect(text + rest == CommandLineRun()(line).text, "\(line)")
    }
  }
}
