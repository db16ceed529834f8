import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// Each option of each command does something; one that is accepted and ignored is a defect.
///
/// Options that every command takes are left out: a file of defaults may hold them.
@Suite struct OptionUseTests {
  /// The lines that options are added to; `@` is the folder of the files.
  ///
  /// A command that is not here is tried with the lines of `TypedLine.all`.
  private static let lines: [String: [String]] = [
    "next": ["next", "next --in 3h"],
    "rate": ["rate d1-saal-1 4", "rate d1-saal-1"],
    "star": ["star d2-blau-1", "star"], "unstar": ["unstar d1-saal-1", "unstar"],
    "note": ["note d1-saal-1"],
    "hide": ["hide d1-work", "hide"],
    "add": ["add tea --at 2016-03-26T16:00", "add lunch"],
    "agenda": ["agenda"], "plan": ["plan"], "sync": ["sync @/shared"],
    "diary": ["diary --at 2016-03-28"],
    "log": ["log", "log rating removed"],
    "search": ["search security", "search zzz"],
    "ratings": [
      "ratings", "ratings @/rows.jsonl", "ratings --merge @/rows.jsonl",
      "ratings --merge @/none.jsonl",
    ],
    "export": ["export", "export --as ics", "export --as html", "export --mine --as html"],
    "use": ["use @/texts.json", "use fair", "use @/new.json --name fair"],
    "diff": ["diff @/old.json @/texts.json", "diff @/old.json @/new.json"],
    "check": ["check @/old.json", "check @/warnings.json"],
    "help": ["help", "help rate"],
  ]
  /// The values of options; an option that takes one and is not here fails the test.
  static let values: [String: [String]] = [
    "day": ["2016-03-27"], "track": ["security"], "location": ["blauer"],
    "speaker": ["zoe", "hanako", "muller"],
    "lang": ["de"], "after": ["2016-03-27T00:00", "2016-03-26T12:00"],
    "before": ["2016-03-26T10:15", "2016-03-26T12:00", "2016-03-26T09:00"], "comment": ["good"],
    "note": ["later"],
    "for": ["2h"], "until": ["2016-03-26T18:00"], "skip": ["duplicate"], "as": ["csv", "markdown"],
    "alarm": ["10m"], "breaks": ["30m"], "in": ["1h"],
    "name": ["other"], "completion": ["bash"], "from": ["@/stars"], "with": ["ada"],
    "forget-device": ["0"], "recordings": ["@/recordings"],
    "url": ["https://fair.example/schedule.xml"],
  ]

  /// An option of a command.
  struct Case: CustomTestStringConvertible {
    let command: String
    let option: OptionDefinition

    var testDescription: String { "konf \(command) --\(option.name)" }
  }

  /// These show their answer on a terminal; BrowseRunTests tries their options.
  private static let shown = ["browse", "pick"]
  /// Everything on the agenda is mine, and a user who types `--mine` has what they mean.
  private static let exceptions = ["konf agenda --mine"]
  private static let cases = CommandTable.konf.definitions.flatMap { definition in
    definition.options.map { Case(command: definition.name, option: $0) }
  }.filter { !exceptions.contains($0.testDescription) && !shown.contains($0.command) }

  @Test("each option of each command has an effect", arguments: cases)
  func isUsed(of tried: Case) throws {
    let option = tried.option
    let values = option.placeholder == nil ? [""] : try #require(Self.values[option.name])
    var lines =
      Self.lines[tried.command]
      ?? TypedLine.all.filter { $0.command == tried.command }.map(\.line)
    #expect(!lines.isEmpty)
    if option.name == FilterOption.exitStatus.definition.name {
      // Only an empty answer shows it.
      lines += lines.map { "\($0) --after 2100-01-01T00:00" }
    }
    if ListLayout.options.contains(where: { $0.name == option.name }) {
      // Each layout is what some width has anyway.
      lines = lines.flatMap { line in [40, 160].map { "\(line) --width \($0)" } }
    }
    let isUsed = lines.contains { line in
      let without = MarkedHome()(line)
      return values.contains { value in
        let found = MarkedHome()("\(line) --\(option.name) \(value)")
        return found.status != .usage && found != without
      }
    }
    #expect(isUsed, "konf \(tried.command) --\(option.name) is accepted and ignored")
  }
}

/// A home in which something of each kind is kept, for one command.
private struct MarkedHome {
  /// What a command did.
  struct Outcome: Equatable {
    let status: KonfStatus
    let output: String
    let notes: String
    /// The content of each line of the log, without its author and its time.
    let log: [[Substring]]
  }

  private let folder: TemporaryFolder
  private var run: CommandLineRun

  init() {
    (folder, run) = Self.empty
    for file in Self.files { folder.write(file.bytes, to: file.name) }
  }

  /// A folder with the files that the lines read, and its runs, which have kept nothing yet.
  private static var empty: (TemporaryFolder, CommandLineRun) {
    let folder = TemporaryFolder()
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = "\(folder.path)/home"
    run.environment["KONF_DATA"] = folder.write(SampleConference.json, to: "sample.json")
    run.browserTerminal = .silent
    run.now = Instant(secondsSince1970: 1_458_985_500)  // 2016-03-26T10:45+01:00
    folder.write(FrabConference.json, to: "old.json")
    folder.write(FrabConference.nextJSON, to: "new.json")
    folder.write(
      FrabConference.json.replacing("\"abstract\": \"", with: "\"abstract\": \"New "),
      to: "texts.json")
    folder.write(
      """
      [{"conference": "Fair", "month": "2016-03", "zone": "Europe/Berlin"}, {"name": "Hall", "address": "A"},
       {"t_id": "a", "startTime": "26-09-00", "endTime": "26-11-00", "locations": ["Hall"],
        "description": "A"},
       {"t_id": "b", "startTime": "26-10-00", "endTime": "26-11-00", "locations": ["Hall"],
        "description": "B"}]
      """, to: "warnings.json")
    folder.write("d2-blau-1\n", to: "stars")
    folder.write("d1-saal-1\n", to: "friend")
    folder.makeFolder("shared")
    folder.write(
      """
      {"events": [{"guid": "0f3c9a5e-1111-4222-8333-444455556666", "title": "x",
        "frontend_link": "https://media.example/v/x"}]}
      """, to: "recordings")
    folder.write(AudienceRows.few.jsonLines, to: "rows.jsonl")
    folder.write(
      AudienceRows.few.jsonLines.replacing("UIKonf 2015", with: "Another"), to: "none.jsonl")
    return (folder, run)
  }

  /// The files of the home, which are made once.
  private static let files: [(name: String, bytes: [UInt8])] = {
    let (folder, run) = empty
    for line in [
      "star d1-saal-1", "star d1-blau-1/2", "hide d2-saal-1", "hide d1-work", "rate d1-saal-1 4",
      "note d1-saal-1 good", "add lunch --at 2016-03-26T12:00",
      "friends add ada @/friend", "use @/new.json --name fair", "use @/old.json --name fair",
    ] {
      #expect(run(line.replacing("@", with: folder.path)).status == .success, "\(line)")
    }
    let home = "\(folder.path)/home"
    let names =
      ["device", "ratings.log"]
      + TemporaryFolder.names(in: "\(home)/schedules").map { "schedules/\($0)" }
    return names.map { ("home/\($0)", Repository.bytes(of: "\(home)/\($0)") ?? []) }
  }()

  func callAsFunction(_ line: String) -> Outcome {
    var run = run
    if line.contains("--merge") { run.environment["KONF_DATA"] = nil }
    let path = "\(folder.path)/home/ratings.log"
    if line.hasPrefix("doctor") {
      let bytes = Repository.bytes(of: path) ?? []
      folder.write(bytes + Array("damage\n".utf8), to: "home/ratings.log")
    }
    let output = run(line.replacing("@", with: folder.path))
    func clean(_ text: String) -> String { text.replacing(folder.path, with: "@") }
    let log = Repository.bytes(of: path) ?? []
    return Outcome(
      status: output.status, output: clean(output.text), notes: clean(output.notes),
      log: String(decoding: log, as: UTF8.self).split(separator: "\n").map { line in
        Array(line.split(separator: "\t", omittingEmptySubsequences: false).dropFirst(4).prefix(7))
      })
  }
}
