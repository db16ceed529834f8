import Basics
import CommandLine
import KonfCLI
import TestSupport
import Testing

/// Command lines that follow one another, and the name of the snapshot of the last one's outcome.
struct SnapshotCase: CustomTestStringConvertible {
  let name: String
  var lines: [String]
  var environment = ["LANG": "C.UTF-8"]
  var isTerminal = false
  var input = ""

  init(_ name: String, _ lines: String...) {
    self.name = name
    self.lines = lines
  }

  var testDescription: String { name }

  func with(_ change: (inout SnapshotCase) -> Void) -> SnapshotCase {
    var copy = self
    change(&copy)
    return copy
  }

  /// Runs the lines with a folder of their own for ratings.
  func output() -> Output {
    let folder = TemporaryFolder()
    var run = CommandLineRun()
    run.environment = environment
    run.environment["KONF_HOME"] = folder.path
    run.terminal = TerminalFacts(outIsTerminal: isTerminal, errorIsTerminal: isTerminal)
    run.input = Array(input.utf8)
    for line in lines.dropLast() { _ = run(line) }
    return run(lines.last ?? "")
  }
}

@Suite struct SnapshotTests {
  private static let pages: [(name: String, line: String)] = [
    ("overview", ""), ("now", "now"), ("next", "next"), ("timeline", "timeline"),
    ("talks", "talks"), ("speakers", "speakers"), ("speaker", "speaker lee"),
    ("organizers", "organizers"), ("locations", "locations"),
    ("location", "location betahaus"), ("session", "session session3Day2"), ("days", "days"),
    ("conference", "conference"),
  ]
  private static let rated: [String] = [
    "rate session1Day1 5", "rate swift thinking 3", "rate hofele 4 --comment good",
  ]

  static let texts: [SnapshotCase] = pages.map { SnapshotCase($0.name, $0.line) }
  /// Each record is whole in one snapshot; the others pick fields, so that another field changes few.
  static let records: [SnapshotCase] = pages.map {
    SnapshotCase("\($0.name)-json", "\($0.line) --json\(picked[$0.name] ?? "")")
  }
  private static let picked = [
    "overview": "=id,title,type,start,end",
    "next": "=id,title,start,minutesToStart,minutesLeft",
    "timeline": "=id,title,day,start,end,locations,track", "speakers": "=id,name,twitter,organizer",
  ]

  static let forms: [SnapshotCase] = [
    SnapshotCase("organizers-fields", "organizers --json=?"),
    SnapshotCase("talks-picked", "talks --json=title,speakers,locations"),
    SnapshotCase("talks-lines", "talks --jsonl=id,start,title"),
    SnapshotCase("talks-table", "talks --tsv=id,start,title,speakers,rating"),
    SnapshotCase("organizers-table", "organizers --tsv=name,twitter,links,talks"),
  ]

  static let ratings: [SnapshotCase] = [
    SnapshotCase("rate", rated[0]),
    SnapshotCase("rate-json", "\(rated[2]) --json"),
    SnapshotCase("rate-early", "rate graham 5"),
    SnapshotCase("rate-several", "rate swift 5"),
    SnapshotCase("rate-clear", rated[0], rated[1], "rate swift thinking --clear"),
    SnapshotCase("rate-clear-json", rated[0], "rate session1Day1 --clear --json"),
    SnapshotCase("ratings-none", "ratings"),
    SnapshotCase("ratings", rated[0], rated[1], rated[2], "ratings"),
    SnapshotCase("ratings-json", rated[0], rated[1], rated[2], "ratings --json"),
    SnapshotCase("session-rated", rated[0], rated[1], "session session1Day1"),
    SnapshotCase("talks-rated", rated[0], rated[1], rated[2], "talks"),
    SnapshotCase("timeline-rated", rated[0], rated[1], rated[2], "timeline"),
  ]

  private static let marked: [String] = [
    "star session1Day1/1 session3Day1 --note ask", "star hofele --maybe", "star graham",
    "add Lunch --at 2015-05-18T12:00 --for 90m --location Bar",
    "add Call --at 2015-05-18T10:30 --for 1h",
  ]

  static let marks: [SnapshotCase] = [
    SnapshotCase("star", "star session1Day1/1 hofele --maybe --note ask"),
    SnapshotCase("star-json", "star graham --json"),
    SnapshotCase("star-several", "star swift"),
    SnapshotCase("unstar", "unstar graham"),
    SnapshotCase("note", "note graham ask"),
    SnapshotCase("hide", "hide graham"),
    SnapshotCase("undo", marked[0], "undo"),
    SnapshotCase("redo", marked[0], "undo", "redo"),
    SnapshotCase("log", rated[0], marked[0], "undo", "rate session1Day1 4", "log")
      .with { $0.environment["TZ"] = "Europe/Berlin" },
    SnapshotCase("log-json", rated[0], "undo", "log --json"),
    SnapshotCase("add", "add Lunch --at tue --for 90m"),
    SnapshotCase("add-clash", marked[0], "add Call --at 2015-05-18T10:30"),
    SnapshotCase("add-json", "add Lunch --at +2h --location Bar --json"),
    SnapshotCase("agenda-none", "agenda"),
    agenda("overview-mine", ""), agenda("overview-over", " --at 2015-06-01T12:00"),
    agenda("agenda", "agenda"), agenda("agenda-40", "agenda --width 40"),
    agenda("agenda-140", "agenda --width 140 --fill"), agenda("agenda-json", "agenda --json"),
    agenda("agenda-color", "agenda --color always"), agenda("agenda-lines-80", "agenda --oneline"),
    agenda("agenda-lines-40", "agenda --oneline --width 40"),
    agenda("agenda-long-140", "agenda --long --fill --width 140"),
    agenda("agenda-lines-color", "agenda --width 120 --at 2015-05-18T12:30 --color always"),
    agenda("agenda-day", "agenda --day 2 --fill"), agenda("plan", "plan"),
    agenda("plan-40", "plan --width 40"), agenda("plan-120", "plan --width 120"),
    agenda("plan-json", "plan --json"),
    agenda("talks-mine", "talks --mine"), agenda("timeline-mine", "timeline --mine"),
    agenda("now-mine", "now --at 2015-05-18T10:30"), agenda("next-mine", "next --mine --in 4h"),
  ]

  private static func agenda(_ name: String, _ line: String) -> SnapshotCase {
    var test = SnapshotCase(name)
    test.lines = marked + [line]
    return test
  }

  static let merges: [SnapshotCase] = [
    SnapshotCase("ratings-merge", "ratings --merge -"),
    SnapshotCase("ratings-merge-json", "ratings --merge - --json"),
    SnapshotCase("ratings-merge-color", "ratings --merge - --color always"),
    SnapshotCase("ratings-stats", "ratings --merge - --stats"),
    SnapshotCase("ratings-stats-40", "ratings --merge - --stats --width 40"),
    SnapshotCase("ratings-heat", "ratings --merge - --heat --day mon"),
    SnapshotCase("ratings-heat-40", "ratings --merge - --heat --day mon --width 40"),
    SnapshotCase("ratings-own-stats", rated[0], rated[1], rated[2], "ratings --stats"),
    SnapshotCase("ratings-stats-json", rated[0], rated[1], "ratings --stats --json"),
    SnapshotCase("ratings-payload", rated[0], rated[1], rated[2], "ratings --payload"),
  ].map { $0.with { $0.input = AudienceRows.few.jsonLines } }

  /// The same where the locale does not name UTF-8.
  static let plain: [SnapshotCase] = [
    SnapshotCase("timeline-plain", rated[0], rated[1], "timeline"),
    SnapshotCase("speaker-plain", "speaker hofele"),
    SnapshotCase("ratings-plain", rated[0], rated[2], "ratings"),
    SnapshotCase("ratings-stats-plain", rated[0], rated[2], "ratings --stats"),
  ].map { $0.with { $0.environment = [:] } }

  static let colored: [SnapshotCase] = [
    SnapshotCase("overview-color", " --color always"),
    SnapshotCase("timeline-color", rated[0], rated[1], "timeline --color always"),
    SnapshotCase("talks-color", rated[0], "talks --color always"),
    SnapshotCase("speaker-color", "speaker lee --color always"),
    SnapshotCase("location-color", "location betahaus --color always"),
    SnapshotCase("session-color", rated[1], "session session1Day1 --color always"),
    SnapshotCase("rate-color", "rate graham 4 --color always --comment good"),
    SnapshotCase("not-found-color", "speaker grahm --color always"),
    SnapshotCase("help-rate-color", "help rate --color always"),
  ]

  static let terminal: [SnapshotCase] = [
    SnapshotCase("terminal-overview", ""),
    SnapshotCase("terminal-json", "session session1Day1 --json=id,title,start,locations"),
    SnapshotCase("terminal-json-empty", "ratings --json"),
    SnapshotCase("terminal-usage", "timelin"),
  ].map {
    $0.with {
      $0.isTerminal = true
      $0.environment["TERM"] = "xterm"
    }
  }

  static let zones: [SnapshotCase] = [
    SnapshotCase("timeline-tz", "timeline --tz -07:00"),
    SnapshotCase("session-tz", "session session1Day1 --tz +05:30"),
    SnapshotCase("session-tz-json", "session session1Day1 --tz +05:30 --json=id,day,start,end"),
  ]

  static let hostile: [SnapshotCase] = [
    ("overview", ""), ("timeline", "timeline"),
    ("talks", "talks"), ("speakers", "speakers"), ("speaker", "speaker person"),
    ("organizers", "organizers"), ("locations", "locations"), ("location", "location place"),
    ("session-json", "session \("a" + HostileSchedule.attack) --json=id,title,locations,url"),
    ("timeline-json", "timeline --json=id,title,locations,url"),
    ("rate", "rate title 4 --comment \(HostileSchedule.attack)"),
  ].map { name, line in
    SnapshotCase("hostile-\(name)", "\(line) --data -").with { $0.input = HostileSchedule.json }
  }

  static let help: [SnapshotCase] =
    [SnapshotCase("help", "help"), SnapshotCase("help-all", "help --all")]
    + (CommandTable.konf.commandNames + CommandTable.konf.topics.map(\.name))
    .filter { $0 != "schema" }
    .map { SnapshotCase("help-\($0)", "help \($0)") }
    + [
      SnapshotCase("help-brief", "-h"), SnapshotCase("help-rate-brief", "rate -h"),
      SnapshotCase("help-talks-brief", "talks -h"),
      SnapshotCase("help-session-json", "help session --json"),
      SnapshotCase("version", "--version"),
      SnapshotCase("version-json", "--version --json"),
    ]

  static let all: [SnapshotCase] =
    texts + records + ratings + marks + merges + plain + colored + terminal + zones + hostile
    + views + lists
    + drawn + help + forms + times + sample + filtered + frab + floating + searches + exports
    + devrooms

  @Test("the commands' answers match the snapshots", arguments: all)
  func answers(_ snapshot: SnapshotCase) {
    expectSnapshot(snapshot.output(), named: snapshot.name)
  }

  @Test("every snapshot has exactly one command")
  func leftOver() {
    let names = Self.all.map(\.name)
    #expect(Set(names).count == names.count)
    let files = TemporaryFolder.names(in: "\(Repository.root)/Tests/KonfCLITests/Snapshots")
    #expect(Set(files).subtracting(names.map { "\($0).txt" }) == [])
  }

  @Test("no line of text exceeds the requested width", arguments: [20, 40, 80, 140, 200])
  func widths(width: Int) {
    for snapshot in Self.texts + Self.hostile + Self.views + Self.help
    where !snapshot.name.contains("json") {
      let wide = SnapshotCase("", "\(snapshot.lines[0]) --width \(width)")
      let output = wide.with { $0.input = snapshot.input }.output()
      for line in output.text.split(separator: "\n") {
        #expect(
          line.isAddressAlone || DisplayWidth.of(String(line)) <= width,
          "\(snapshot.name): \(line)")
        #expect(!line.hasSuffix(" "), "\(snapshot.name): \(line)")
      }
    }
  }

  @Test("equal runs result in equal bytes")
  func repeatable() {
    for snapshot in Self.texts + Self.records {
      #expect(snapshot.output() == snapshot.output(), "\(snapshot.name)")
    }
  }
}
