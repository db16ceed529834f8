import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// Answers with `ACCESSIBLE` or `--plain`, which a screen reader reads aloud.
@Suite struct SpokenAnswerTests {
  private let folder = TemporaryFolder()
  private let run: CommandLineRun

  init() {
    var run = CommandLineRun(home: "\(folder.path)/home")
    run.environment["KONF_DATA"] = folder.write(HarbourSchedule.json, to: "harbour.json")
    folder.write(HarbourSchedule.earlier, to: "earlier.json")
    folder.write(#"["zq-71", "zq-76"]"#, to: "friend.json")
    run.terminal = TerminalFacts(outIsTerminal: true, columns: 120)
    run.now = Instant(secondsSince1970: 1_789_201_500)  // 2026-09-12T10:25+02:00
    let marks = [
      "star tide", "star sextant --maybe", "star zq-75", "rate tide 5 --comment=Good",
      "rate lighthouses 2", "note sextant Ask", "hide zq-71",
      "add Tea --at 2026-09-12T10:15 --for 30m",
      "friends add Ada \(folder.path)/friend.json",
    ]
    for line in marks {
      let output = run(line)
      #expect(output.status == .success, "\(line): \(output.notes)")
    }
    self.run = run
  }

  /// Command lines of all commands that answer in words.
  private static let lines = [
    "", "now", "now --with Ada", "next", "next --in 2m", "next --mine --oneline", "search tides",
    "timeline", "timeline --grid", "timeline --long", "timeline --oneline", "talks", "talks --mine",
    "timeline --hidden", "session maps", "session zq-75", "speakers", "speaker mara", "organizers",
    "locations", "location pier", "tracks", "days", "conference", "agenda", "agenda --fill",
    "star lighthouses", "unstar tide", "note lighthouses Read", "hide zq-74",
    "add Cake --at 2026-09-12T15:30", "undo", "log", "sync DIR", "friends", "diary",
    "rate harbour 4", "ratings", "ratings --stats", "ratings --heat", "use", "use DIR/earlier.json",
    "diff DIR/earlier.json", "check", "doctor", "help", "help now", "help scale", "now --help",
  ]

  @Test("no answer has columns, ids, boxes or signs", arguments: lines)
  func spoken(line: String) {
    var run = run
    run.environment["ACCESSIBLE"] = "1"
    let answer = run(line.replacing("DIR", with: folder.path))
    #expect(!answer.text.isEmpty, "\(answer.notes)")
    var found: [String] = []
    // The syntax of a command has signs, and a finding names its session as the file does.
    let isHelp = answer.text.contains("\nUsage\n") || line == "help scale"
    for text in answer.text.split(separator: "\n") {
      if text.hasPrefix(" ") || text.contains("  ") { found.append("columns: \(text)") }
      if text.contains("zq-"), line != "check" { found.append("an id: \(text)") }
      if !isHelp, text.unicodeScalars.contains(where: Self.isSign) {
        found.append("a sign: \(text)")
      }
      let short = #/\b(\d+ (h|min|d)|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Sep)\b/#
      if !isHelp, text.contains(short) { found.append("an abbreviation: \(text)") }
    }
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  @Test("names, ratings and means are told apart from what follows")
  func parts() {
    let ratings = run("ratings --plain").text
    #expect(ratings.contains("rated 5 of 5, Ten years of tide tables\ncomment: Good\n"))
    #expect(run("session lighthouses --plain").text.contains("\nTools, language en\n"))
    #expect(run("session zq-75 --plain").text.contains("\nParty, starred\n"))
    let speakers = run("speakers --plain").text.split(separator: "\n")
    #expect(speakers.allSatisfy { $0.contains(": ") }, "\(speakers)")
    #expect(run("diary --plain").text.contains("\n\n1 rated; 1 missed ("))
    #expect(run("ratings --heat --plain").text.contains("mean 5.00, 1 rating, "))
    #expect(run("ratings --stats --plain").text.contains("mean 5.00, spread 0.00, 1 rating\n"))
  }

  @Test("long names are left out: of devices, and of most common options")
  func names() {
    #expect(!run("doctor --plain").text.contains("device"))
    let shared = folder.makeFolder("devices")
    _ = CommandLineRun(home: "\(folder.path)/other")("sync \(shared)")
    _ = run("sync \(shared)")
    _ = run("star lighthouses")
    #expect(run("sync \(shared) --plain").text.contains("here to a device without a name, 1 star"))
    let help = run("help now --plain").text
    #expect(help.hasSuffix(", ..., konf help options\n") && help.contains("--data, --home, "))
  }

  @Test("offsets of zones and lengths of talks are words")
  func lengths() {
    let head = #"{"conference": "Fair", "month": "2016-04", "zone": "+05:30"}"#
    func file(_ name: String, end: String) -> String {
      folder.write(
        """
        [\(head), {"t_id": "a", "startTime": "24-09-00", "endTime": "24-\(end)", \
        "description": "One"}]
        """, to: name)
    }
    let (old, new) = (file("old.json", end: "09-30"), file("new.json", end: "10-00"))
    let text = run("diff \(old) \(new) --plain").text
    #expect(text.hasPrefix("Fair, UTC plus 5 hours 30 minutes\n"), "\(text)")
    #expect(text.contains("new length, 30 minutes, now 1 hour\n"), "\(text)")
    #expect(run("use \(new) --plain").text.contains(", UTC plus 5 hours 30 minutes"))
  }

  @Test("the lines of a list in an error are sentences of their own")
  func candidates() {
    let notes = run("star years --plain").notes
    let first =
      "Ten years of tide tables, Mara Lindholm, Saturday 10:00, Pier One, id zq-72/1\n"
    #expect(notes.contains("use an id:\n\(first)"), "\(notes)")
  }

  @Test(
    "a variable, an option and the file of default options mean the same", arguments: ["now", ""])
  func ways(line: String) {
    let option = run("\(line) --plain")
    #expect(option.text.contains(", starred, "))
    #expect(option.text != run(line).text)
    var other = run
    other.environment["XDG_CONFIG_HOME"] = folder.path
    folder.makeFolder("konf")
    folder.write("--plain\n", to: "konf/config")
    #expect(other(line) == option)
    other.environment["XDG_CONFIG_HOME"] = nil
    other.environment["ACCESSIBLE"] = "1"
    #expect(other(line) == option)
  }

  @Test(
    "records for programs stay the same",
    arguments: ["talks --json", "conference --json", "now --tsv", "talks --format {id}"])
  func records(line: String) { #expect(run("\(line) --plain") == run(line)) }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .mathSymbol, .modifierSymbol, .otherSymbol: return true
    default: return "·–—…•*[]{}#\\".unicodeScalars.contains(scalar)
    }
  }
}
