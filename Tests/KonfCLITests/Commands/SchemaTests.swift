import CommandLine
import Importer
import KonfCLI
import SourceText
import TestSupport
import Testing

/// The schema that the program carries describes all that it answers.
@Suite struct SchemaTests {
  private let schema: JSONSchema

  init() throws {
    schema = try JSONSchema(try SourceDocument(json: CommandLineRun()("help schema").out))
  }

  private func problems(_ output: Output, as definition: String) throws -> [String] {
    schema.problems(with: try SourceDocument(json: output.out), as: definition)
  }

  @Test("each definition that the schema refers to exists exactly once")
  func references() {
    let text = CommandLineRun()("help schema").text
    let words = text.split(separator: "\"")
    let referred = Set(words.filter { $0.hasPrefix("#/$defs/") }.map { String($0.dropFirst(8)) })
    #expect(referred.count > 60)
    #expect(referred.subtracting(schema.definitions).isEmpty)
    let lines = text.split(separator: "\n").filter {
      $0.hasPrefix("    \"") && $0.contains("\": {")
    }
    #expect(Set(lines).count == lines.count && lines.count == schema.definitions.count)
  }

  @Test("konf help schema prints the schema, whatever the options")
  func file() {
    let file = CommandLineRun()("help schema").out
    for line in ["help schema", "help schema --json", "help schema --width 20", "schema --help"] {
      let output = CommandLineRun()(line)
      #expect(line.hasPrefix("help") == (output.out == file), "\(line)")
    }
  }

  @Test("every command has an entry for its answers")
  func entries() {
    for name in CommandTable.konf.commandNames {
      #expect(schema.definitions.contains(name), "\(name)")
    }
  }

  @Test("the root accepts the answer of every command, and no other answer")
  func root() throws {
    // The root had no keyword, so that a validator took anything for an answer of konf.
    #expect(Set(schema.alternatives).isSuperset(of: CommandTable.konf.commandNames))
    for text in ["5", "null", #""talks""#, "[1]", #"[{"x": 1}]"#, #"[{"id": "a"}]"#] {
      #expect(!schema.accepts(try SourceDocument(json: Array(text.utf8))), "\(text)")
    }
    for line in ["talks", "now", "help", "doctor", "conference", "entities", "ratings --payload"] {
      let output = CommandLineRun()("\(line) --json")
      #expect(schema.accepts(try SourceDocument(json: output.out)), "\(line)")
    }
    let help = CommandLineRun()("help json").text
    #expect(help.contains("#/$defs/COMMAND"))
  }

  @Test(
    "the answer of a command agrees with the entry of its name",
    arguments: [
      ("overview", ""), ("now", "now"), ("now", "now --at 2015-05-20T20:30"),
      ("now", "now --at 2015-06-01"), ("next", "next --in 3h"),
      ("next", "next --at 2015-05-17T23:00"), ("timeline", "timeline"),
      ("timeline", "timeline --tz +05:30"),
      ("talks", "talks"), ("speakers", "speakers"), ("speaker", "speaker lee"),
      ("speaker", "speaker Diana Arce"), ("organizers", "organizers"), ("locations", "locations"),
      ("tracks", "tracks"), ("days", "days"), ("conference", "conference"),
      ("location", "location tour"), ("session", "session goodBye"), ("ratings", "ratings"),
      ("doctor", "doctor"), ("export", "export"), ("payload", "ratings --payload"),
      ("check", "check"), ("inspection", "entities"), ("entities", "entities all"),
      ("entities", "entities title"),
      ("help", "help"), ("help", "help rate"), ("help", "help data"), ("version", "--version"),
    ])
  func answers(definition: String, line: String) throws {
    var run = CommandLineRun()
    #expect(try problems(run("\(line) --json"), as: definition) == [])
    run.terminal = TerminalFacts(outIsTerminal: true)
    #expect(try problems(run("\(line) --json"), as: definition) == [], "indented")
  }

  @Test("the answer of konf star --from agrees with its entry")
  func taken() throws {
    let folder = TemporaryFolder()
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    run.input = Array("session1Day1\nnothing\nsession2Day1\n".utf8)
    #expect(try problems(run("star --from - --json"), as: "taken") == [])
    #expect(try problems(run("star --from - --json"), as: "taken") == [])
  }

  @Test(
    "the answers of konf sync, konf friends and konf doctor on devices agree with their entries")
  func meetings() throws {
    let folder = TemporaryFolder()
    let shared = folder.makeFolder("shared")
    var run = CommandLineRun()
    for name in ["phone", "desk", "phone"] {
      run.environment["KONF_HOME"] = "\(folder.path)/\(name)"
      _ = run("rate session1Day1 \(name == "desk" ? 5 : 4)")
      folder.write("hello", to: "shared/README")
      #expect(try problems(run("sync \(shared) --name \(name) --json"), as: "sync") == [])
    }
    #expect(try problems(run("sync \(shared) --forget-device desk --json"), as: "sync") == [])
    #expect(try problems(run("doctor --json"), as: "doctor") == [])
    run.input = Array("session1Day1\n".utf8)
    #expect(try problems(run("friends add ada - --json"), as: "friends") == [])
    #expect(try problems(run("friends --json"), as: "friends") == [])
  }

  @Test("the answer of konf diary agrees with its entry")
  func diary() throws {
    let folder = TemporaryFolder()
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    for line in [
      "star session1Day1 session2Day1", "rate session1Day1 4 --comment good", "note session2Day1 x",
      "add Tea --at 2015-05-18T09:00",
    ] { _ = run(line) }
    #expect(try run.values("id", of: "diary --at 2015-05-19").count == 3)
    #expect(try problems(run("diary --json --at 2015-05-19"), as: "diary") == [])
  }

  @Test("the document of an export agrees with its entry, even for parts of the schedule")
  func document() throws {
    var run = CommandLineRun()
    for line in ["", " --day 2", " --speaker lee", " --day wed --speaker lee"] {
      #expect(try problems(run("export --as json\(line)"), as: "document") == [], "\(line)")
    }
    for sample in FormatSamples.all {
      run.input = Array(sample.text.utf8)
      #expect(try problems(run("export --as json --data -"), as: "document") == [])
    }
  }

  @Test(
    "answers agree with filters and with the fields of a richer schedule",
    arguments: [
      ("timeline", "timeline --track security"), ("talks", "talks --lang en"),
      ("speakers", "speakers --day 1"), ("locations", "locations --room saal"),
      ("search", "search swift"), ("search", "search a"), ("search", "search xyzzy"),
      ("now", "now"), ("next", "next --in 1d --speaker zak"), ("session", "session d1-blau-1"),
      ("talks", "talks --day 3"),
    ])
  func richer(definition: String, line: String) throws {
    var run = CommandLineRun()
    run.input = Array(SampleConference.json.utf8)
    let output = run("\(line) --at 2016-03-26T10:45 --data - --json")
    #expect(try problems(output, as: definition) == [])
  }

  @Test(
    "answers of any command about a schedule of any format agree with the command's entry",
    arguments: FormatSamples.all)
  func formats(sample: FormatSamples.Sample) throws {
    var run = CommandLineRun()
    run.input = Array(sample.text.utf8)
    let folder = TemporaryFolder()
    let empty = folder.write("[]", to: "empty.json")
    let ids = try run.values("id", of: "timeline --data -")
    #expect(ids.count == sample.sessions)
    for line in [
      "", "now", "next --in 2d", "timeline", "timeline --grid", "talks", "speakers", "speaker a",
      "organizers", "locations", "location a", "tracks", "days", "conference", "session \(ids[0])",
      "search a", "ratings", "check",
      "entities",
      "entities all", "diff",
    ] {
      let command = line.isEmpty ? "overview" : String(line.prefix { $0 != " " })
      let whole = line == "diff" ? "diff - \(empty)" : "\(line) --data -"
      let output = run("\(whole) --at 2016-04-24T09:10 --json")
      let definition = line == "entities" ? "inspection" : command
      #expect(try problems(output, as: definition) == [], "\(line)")
    }
  }

  @Test(
    "every snapshot in JSON agrees with the entry of its command",
    arguments: SnapshotTests.all.filter { snapshot in
      snapshot.lines.last?.hasSuffix("--json") ?? false && !snapshot.name.hasPrefix("terminal")
    })
  func snapshots(snapshot: SnapshotCase) throws {
    let words = (snapshot.lines.last ?? "").split(separator: " ")
    let definition =
      words.contains("--merge") || words.contains("--stats")
      ? "ratings-merge"
      : words[0] == "--version" ? "version" : words[0] == "--json" ? "overview" : String(words[0])
    #expect(try problems(snapshot.output(), as: definition) == [])
  }

  @Test("ratings that are given, replaced, removed and orphaned agree")
  func ratings() throws {
    let folder = TemporaryFolder()
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    #expect(try problems(run("rate session1Day1 5 --json"), as: "rate") == [])
    #expect(try problems(run("rate monads 2 --json --comment not"), as: "rate") == [])
    for command in ["timeline", "talks", "ratings"] {
      #expect(try problems(run("\(command) --json"), as: command) == [], "\(command)")
    }
    let other = folder.write(
      """
      [{"conference": "UIKonf 2015", "month": "2015-05", "zone": "Europe/Berlin"},
       {"t_id": "a", "startTime": "18-10-00"}, {"t_id": "a", "title": "A", "t_index": 1},
       {"title": "B"}, {"t_id": "b"}, {"name": "C"}, {"name": "D", "address": "E"}]
      """, to: "other.json")
    for command in ["timeline", "talks", "ratings", "speakers", "locations"] {
      #expect(
        try problems(run("\(command) --json --data \(other)"), as: command) == [], "\(command)")
    }
    #expect(try problems(run("rate session1Day1 --clear --json"), as: "rate") == [])
  }

  @Test("differences of every kind agree")
  func differences() throws {
    let folder = TemporaryFolder()
    let old = folder.write(ParallelSchedule.json, to: "old.json")
    let new = folder.write(ParallelSchedule.laterJSON, to: "new.json")
    for line in ["\(old) \(new)", "\(new) \(old)", "\(old) \(old)"] {
      #expect(
        try problems(CommandLineRun()("diff \(line) --json --all"), as: "diff") == [], "\(line)")
    }
  }

  @Test("merged ratings, rows and the doctor's reports of damage agree")
  func audience() throws {
    let folder = TemporaryFolder()
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    run.input = Array(AudienceRows.few.jsonLines.utf8)
    #expect(try problems(run("ratings --merge - --json"), as: "ratings-merge") == [])
    _ = run("rate session1Day1 5")
    #expect(try problems(run("ratings --payload"), as: "payload") == [])
    #expect(try problems(run("ratings --jsonl"), as: "row") == [])
    let log = try #require(Repository.bytes(of: "\(folder.path)/ratings.log"))
    folder.write(log + [0, 1, 2], to: "ratings.log")
    folder.write(log, to: "ratings.log.previous")
    #expect(try problems(run("doctor --json"), as: "doctor") == [])
    #expect(try problems(run("doctor --repair --json"), as: "doctor") == [])
  }

  @Test("the root accepts the statistics, the grid and the rows of ratings")
  func formsOfRatings() throws {
    let folder = TemporaryFolder()
    let run = CommandLineRun(home: folder.path)
    for line in ["rate session1Day1 5", "rate monads 2", "rate monads --clear"] {
      #expect(run(line).status == .success, "\(line)")
    }
    for option in ["--stats", "--heat"] {
      let document = try SourceDocument(json: run("ratings \(option) --json").out)
      #expect(schema.accepts(document), "\(option)")
      #expect(schema.problems(with: document, as: "ratings-merge") == [], "\(option)")
    }
    let rows = run("ratings --jsonl").text.split(separator: "\n")
    let document = try SourceDocument(json: Array("[\(rows.joined(separator: ","))]".utf8))
    #expect(rows.count >= 3 && schema.accepts(document))
    #expect(schema.problems(with: document, as: "ratings-rows") == [])
  }

  @Test("an answer of another command does not agree")
  func mixedUp() throws {
    #expect(try problems(CommandLineRun()("talks --json"), as: "timeline") != [])
    #expect(try problems(CommandLineRun()("timeline --json"), as: "talks") != [])
    #expect(try problems(CommandLineRun()("locations --json"), as: "speakers") != [])
  }
}
