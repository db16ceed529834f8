import CommandLine
import Importer
import KonfCLI
import TestSupport
import Testing

/// What is found wrong with schedules.
@Suite struct CheckTests {
  /// A schedule with nothing wrong; each test changes a record or two of it.
  private static let sound = [
    "head": #"{"conference": "C", "month": "2015-05", "zone": "UTC"}"#,
    "a":
      #"{"t_id": "a", "startTime": "18-10-00", "endTime": "18-11-00", "description": "A", "locations": ["P"]}"#,
    "b":
      #"{"t_id": "b", "startTime": "18-11-00", "endTime": "18-12-00", "description": "B", "locations": ["P"]}"#,
    "a1": #"{"t_id": "a", "t_index": 1, "title": "One", "speaker_name": "Ada"}"#,
    "a2": #"{"t_id": "a", "t_index": 2, "title": "Two", "speaker_name": "Bo"}"#,
    "b1": #"{"t_id": "b", "t_index": 1, "title": "Three", "speaker_name": "Ada"}"#,
    "ada": #"{"name": "Ada", "photo": "https://example.org/ada.jpg"}"#,
    "bo": #"{"name": "Bo", "photo": "http://localhost/bo.jpg"}"#,
    "p": #"{"name": "P", "address": "Street 1"}"#,
  ]
  private static let order = ["head", "a", "b", "a1", "a2", "b1", "ada", "bo", "p"]

  /// Checks the sound schedule with some records changed, a record on each line.
  private func check(_ changes: [String: String], _ options: String = "") -> Output {
    let records = Self.order.map { changes[$0] ?? Self.sound[$0] ?? "" }.filter { !$0.isEmpty }
    var run = CommandLineRun()
    run.input = Array("[\(records.joined(separator: ",\n"))]".utf8)
    return run("check - --json \(options)")
  }

  private func rules(_ output: Output) throws -> [String] {
    zip(try output.values("rule"), try output.values("line")).map { "\($0) \($1)" }
  }

  @Test("a valid schedule has no findings")
  func sound() throws {
    let output = check([:])
    #expect(try rules(output) == [])
    #expect(output.status == .success && output.notes.isEmpty)
  }

  @Test("a rule that is violated very often lists some findings and the number of the others")
  func manyFindings() throws {
    let session = #"{"t_id": "s", "startTime": "18-10-00", "endTime": "18-11-00"}"#
    let talk = #"{"t_id": "s", "speaker_name": "Ada"}"#
    var run = CommandLineRun()
    let talks = Array(repeating: talk, count: 1001)
    run.input = Array("[\(([session] + talks).joined(separator: ",\n"))]".utf8)
    let output = run("check - --json --skip duplicate,talk-numbers,unknown-speaker")
    let untitled = zip(try output.values("rule"), try output.values("message"))
      .filter { $0.0 == "untitled" }.map(\.1)
    #expect(untitled.count == 1001)
    #expect(untitled.contains("found this more than 1000 times; further findings are not listed"))
  }

  @Test("a rule violated while the file is read also limits its findings")
  func manyIssues() throws {
    var run = CommandLineRun()
    let session = #"{"t_id": "s", "startTime": "x"}"#
    run.input = Array("[\(Array(repeating: session, count: 3000).joined(separator: ",\n"))]".utf8)
    let rules = try run("check - --json").values("rule")
    #expect(rules.count { $0 == "unreadable" } == 1001)
    #expect(rules.count { $0 == "duplicate" } == 1001)
  }

  /// Lines that replace others of a schedule, and what is found then.
  private static let mistakes: [(changes: [String: String], expected: [String])] = [
    (
      ["a1": #"{"t_id": "x", "t_index": 1, "title": "One"}"#],
      ["unknown-session 4", "talk-numbers 5"]
    ),
    (["ada": ""], ["unknown-speaker 4", "unknown-speaker 6"]),
    (["p": ""], ["unknown-location 2", "unknown-location 3"]),
    (
      ["p": #"{"name": "Q", "address": "R"},\#n{"name": "P", "address": "S"}"#],
      ["unused-location 9"]
    ),
    (["a2": #"{"t_id": "a", "t_index": 3, "title": "Two"}"#], ["talk-numbers 5"]),
    (["a2": #"{"t_id": "a", "t_index": 1, "title": "Two"}"#], ["duplicate 5", "talk-numbers 5"]),
    (["a2": #"{"t_id": "a", "title": "Two"}"#], ["talk-numbers 5"]),
    (["b1": #"{"t_id": "b", "t_index": 2, "title": "Three"}"#], ["talk-numbers 6"]),
    (["b1": #"{"t_id": "b", "title": "Three"}"#], []),
    (["a2": #"{"t_id": "a", "t_index": 2, "speaker_name": "Bo"}"#], ["untitled 5"]),
    (
      ["b": #"{"t_id": "b", "startTime": "18-11-00"}"#, "b1": ""],
      ["untitled 3"]
    ),
    (["b": #"{"t_id": "b", "startTime": "18-11-00"}"#], []),
    (["b": #"{"t_id": "b", "startTime": "18-11-00", "endTime": "18-11-00"}"#], ["length 3"]),
    (["b": #"{"t_id": "b", "startTime": "18-11-00", "endTime": "20-11-00"}"#], ["length 3"]),
    (["b": #"{"t_id": "b", "startTime": "18-11-00", "endTime": "19-11-00"}"#], []),
    (
      ["b": #"{"t_id": "b", "startTime": "18-11-00", "endTime": "18-10-00"}"#],
      ["end-before-start 3"]
    ),
    (["b": #"{"t_id": "b", "startTime": "31-11-00"}"#], []),
    (["b": #"{"t_id": "b", "startTime": "18-25-00"}"#], ["unreadable 3"]),
    (["bo": #"{"name": "TBA"}"#], ["unknown-speaker 5", "placeholder 8"]),
    (["a1": #"{"t_id": "a", "t_index": 1, "title": "(t.b.a.)"}"#], ["placeholder 4"]),
    (["a": #"{"t_id": "a", "description": "To be announced"}"#], ["placeholder 2"]),
    (
      ["a1": #"{"t_id": "a", "t_index": 1, "title": "One", "speaker_name": "N.N."}"#],
      ["unknown-speaker 4", "placeholder 4"]
    ),
    (["ada": #"{"name": "Ada", "photo": "ada.jpg"}"#], ["link 7"]),
    (["ada": #"{"name": "Ada", "photo": "https://example.org/a b.jpg"}"#], ["link 7"]),
    (["ada": #"{"name": "Ada", "photo": "https:///ada.jpg"}"#], ["link 7"]),
    (["ada": #"{"name": "Ada", "photo": "https://example/ada.jpg"}"#], ["link 7"]),
    (["ada": #"{"name": "Ada", "photo": "https://a..org/ada.jpg"}"#], ["link 7"]),
    (["ada": #"{"name": "Ada", "photo": "https://me@[2001:db8::1]:80/ada.jpg"}"#], []),
    (["ada": #"{"name": "Ada", "photo": "ftp://example.org/ada.jpg"}"#], ["link 7"]),
    (["p": #"{"name": "P", "address": "https//maps"}"#], ["link 9"]),
    (["a1": #"{"t_id": "a", "t_index": 1, "title": "O\u001bne"}"#], ["control-characters 4"]),
    (["a1": #"{"t_id": "a", "t_index": 1, "title": "O\nne"}"#], ["control-characters 4"]),
    (
      ["a1": #"{"t_id": "a", "t_index": 1, "title": "One", "speaker_name": "A\nda"}"#],
      ["unknown-speaker 4", "control-characters 4"]
    ),
    (["ada": #"{"name": "Ada", "bio": "One\n\ttwo"}"#], []),
    (["ada": #"{"name": "Ada", "bio": "One\u202etwo"}"#], ["control-characters 7"]),
    (["ada": #"{"name": "Ada", "bioo": "x"}"#], ["unknown-field 7"]),
    (["ada": #"{"name": "Ada"}, {"name": "Ada"}"#], ["duplicate 7"]),
    (["head": "7"], ["assumed null", "no-record 1"]),
  ]

  @Test("a mistake is reported with its rule and its line", arguments: mistakes)
  func findings(changes: [String: String], expected: [String]) throws {
    #expect(try rules(check(changes)) == expected)
  }

  @Test("a location with two simultaneous sessions is reported with the session still running")
  func overlap() throws {
    let output = check([
      "a": #"{"t_id": "a", "startTime": "18-10-00", "endTime": "18-14-00", "locations": ["P"]}"#,
      "b":
        #"{"t_id": "b", "startTime": "18-11-00", "endTime": "18-12-00", "description": "B", "locations": ["P"]}"#,
      "p":
        #"{"name": "P", "address": "S"}, {"t_id": "c", "startTime": "18-13-00", "endTime": "18-14-00", "description": "C", "locations": ["P", "P"]}"#,
      "b1": "", "bo": #"{"name": "Bo"}"#,
    ])
    #expect(try rules(output) == ["overlap 3", "overlap 8"])
    #expect(
      try output.values("message") == [
        #""P" is occupied by "a" on 2015-05-18 at 11:00, until 14:00"#,
        #""P" is occupied by "a" on 2015-05-18 at 13:00, until 14:00"#,
      ])
    #expect(try output.values("key") == ["session b", "session c"])
    #expect(output.status == .success)
  }

  private static func event(
    _ id: Int, _ start: String, _ length: String, track: String = "", speaker: String = ""
  ) -> String {
    let person = speaker.isEmpty ? "" : #"{"id": \#(id), "public_name": "\#(speaker)"}"#
    return """
      {"id": \(id), "guid": "\(id)f3c9a5e-1111-4222-8333-444455556666", "title": "Title \(id)",
       "date": "2026-03-26T\(start):00+01:00", "start": "\(start)", "duration": "\(length)",
       "track": "\(track)", "persons": [\(person)]}
      """
  }

  private static let talks = [
    event(1, "10:00", "00:30", track: "Swift", speaker: "Ada"),
    event(2, "10:30", "00:30", track: "Swift", speaker: "Bob"),
  ]

  private static let blocks = [
    // The session of a track, and one with the same times as its talks.
    (talks + [event(3, "09:30", "02:00", track: "Swift")], 0),
    (talks + [event(3, "10:00", "01:00")], 0),
    // Two of its talks overlap.
    (
      talks + [
        event(3, "09:30", "02:00", track: "Swift"),
        event(4, "10:45", "00:15", track: "Swift", speaker: "Cy"),
      ], 1
    ),
    // A session with a speaker, of another track, with a single talk, or that ends within a talk.
    (talks + [event(3, "10:00", "01:00", track: "Swift", speaker: "Cy")], 2),
    (talks + [event(3, "09:30", "02:00", track: "Rust")], 2),
    ([talks[0], event(3, "09:30", "02:00", track: "Swift")], 1),
    (talks + [event(3, "09:30", "01:15", track: "Swift")], 2),
    // What lasts for days occupies no location.
    (talks + [event(3, "09:30", "25:00", track: "Rust")], 0),
  ]

  @Test("a block does not overlap with its parts", arguments: blocks)
  func block(events: [String], count: Int) throws {
    var run = CommandLineRun()
    run.input = Array(
      """
      {"schedule": {"conference": {"acronym": "Fair", "title": "Fair", "start": "2026-03-26",
        "time_zone_name": "Europe/Berlin", "days": [{"index": 1, "date": "2026-03-26", "rooms": {
          "Hall": [\(events.joined(separator: ","))]}}]}}}
      """.utf8)
    let rules = try run.values("rule", of: "check -")
    #expect(rules.count { $0 == "overlap" } == count)
  }

  @Test("a finding names its subject and the record that it contradicts")
  func named() throws {
    let changes = [
      "b":
        #"{"t_id": "b", "startTime": "18-10-30", "endTime": "18-12-00", "description": "Bread", "locations": ["P"]}"#,
      "b1": #"{"t_id": "b", "t_index": 1, "title": "TBA", "speaker_name": "Bo"}"#, "ada": "",
    ]
    let output = check(changes, "--skip double-booking,unknown-speaker")
    #expect(try output.values("title") == ["Bread", "TBA"])
    #expect(
      try output.values("message").first
        == #""P" is occupied by "A" (a) on 2015-05-18 at 10:30, until 11:00"#)
    let unnamed = check(["p": #"{"name": "P", "address": "S"}, {"name": "Q", "address": "S"}"#])
    #expect(try unnamed.values("title") == ["null"])
    var run = CommandLineRun()
    run.input = Array(FrabConference.json.utf8)
    let text = run("check - --width 140").text
    #expect(text.contains("(event 1f3c9a5e#2) · "))
  }

  @Test("text without ids names a location that has no sessions", arguments: ["plain", "no-ids"])
  func namedLocation(option: String) {
    let records =
      Self.order.compactMap { Self.sound[$0] } + [#"{"name": "Fireplace", "address": "Hall"}"#]
    var run = CommandLineRun()
    run.input = Array("[\(records.joined(separator: ",\n"))]".utf8)
    let text = run("check - --\(option)").text
    #expect(text.contains("item 10 (location Fireplace)\n"), "\(text)")
  }

  @Test("an event without a title in another program's file is reported")
  func untitled() throws {
    var run = CommandLineRun()
    run.input = Array(
      """
      <schedule><conference><title>C</title><time_zone_name>UTC</time_zone_name></conference>
      <day index="1" date="2026-09-12"><room name="R">
      <event id="1"><start>10:00</start><duration>0:30</duration></event>
      <event id="2"><start>11:00</start><duration>0:30</duration><title> </title></event>
      <event id="3"><start>12:00</start><duration>0:30</duration><title>T</title></event>
      </room></day></schedule>
      """.utf8)
    let output = run("check - --json")
    #expect(try rules(output) == ["untitled 3", "untitled 4"])
    let message = "the session has neither title nor talks"
    #expect(try output.values("message") == [message, message])
    #expect(output.status == .success)
  }

  @Test("a speaker in two simultaneous sessions is reported, by record or by folded name")
  func doubleBooking() throws {
    let b = #"{"t_id": "b", "startTime": "18-10-30", "endTime": "18-12-00"}"#
    #expect(try rules(check(["b": b])) == ["double-booking 3"])
    // Hosts of parallel workshops are listed so on purpose.
    #expect(check(["b": b]).status == .success)
    let unknown = [
      "b": b, "ada": "", "b1": #"{"t_id": "b", "t_index": 1, "title": "T", "speaker_name": "ADA"}"#,
    ]
    #expect(
      try rules(check(unknown)) == ["double-booking 3", "unknown-speaker 4", "unknown-speaker 6"])
    let still = [
      "b": b, "a1": #"{"t_id": "a", "t_index": 1, "title": "One", "speaker_name": "TBA"}"#,
      "b1": #"{"t_id": "b", "t_index": 1, "title": "T", "speaker_name": "TBA"}"#,
    ]
    #expect(try !check(still).values("rule").contains("double-booking"))
  }

  @Test("errors end with 1, and findings of a skipped rule are not errors")
  func status() throws {
    #expect(check(["ada": ""]).status == .notFound)
    let output = check(["ada": ""], "--skip overlap,unknown-speaker")
    #expect(output.status == .success)
    #expect(try rules(output) == [])
    #expect(try rules(check(["head": ""], "--skip assumed")) == [])
    #expect(try rules(check(["ada": #"{"name": "Ada", "x": 1}"#], "--skip unknown-field")) == [])
  }

  @Test("overlaps are ignored for a shared location, however its name is typed")
  func sharedPlace() throws {
    let session = #"{"t_id": "b", "startTime": "18-10-00", "endTime": "18-12-00","#
    let changes = [
      "a":
        #"{"t_id": "a", "startTime": "18-10-00", "endTime": "18-11-00", "description": "A", "locations": ["P", "Große Halle"]}"#,
      "b": session + #" "description": "B", "locations": ["P", "Große Halle"]}"#,
      "p":
        #"{"name": "P", "address": "Street 1"}, {"name": "Große Halle", "address": "Street 2"}"#,
    ]
    func messages(_ rules: String) throws -> [String] {
      try check(changes, "--skip double-booking,\(rules)").values("message")
    }
    #expect(try messages("overlap=grosse").map { $0.prefix(3) } == ["\"P\""])
    #expect(try messages("overlap=p").map { $0.prefix(6) } == ["\"Große"])
    #expect(try messages("overlap=p,overlap=halle").isEmpty)
    #expect(try messages("overlap").isEmpty)
    #expect(try messages("link").count == 2)
  }

  @Test("an unknown location, or one given for another rule, is refused")
  func unknownLocation() {
    let unknown = check([:], "--skip overlap=Q")
    #expect(unknown.status == .notFound)
    #expect(unknown.notes == "konf: --skip: no location matches \"Q\"\nkonf: available: P\n")
    #expect(check([:], "--skip overlap=").status == .notFound)
    let other = check([:], "--skip length=P")
    #expect(other.status == .usage)
    #expect(
      other.notes
        == "konf: --skip: \"length=P\" cannot be skipped for a location; only overlap can\n")
    #expect(check([:], "--skip lenght=P").notes.hasSuffix("konf: did you mean length?\n"))
  }

  @Test("an unknown rule is refused with a suggestion")
  func unknownRule() {
    let output = check([:], "--skip overlaps")
    #expect(output.status == .usage)
    #expect(output.notes.hasSuffix("konf: did you mean overlap?\n"))
    #expect(check([:], "--skip x").notes.hasSuffix("konf: list the rules with konf help rules\n"))
  }

  @Test("the schedule is the argument, --data or the built-in one, which is valid")
  func source() {
    #expect(CommandLineRun()("check").text == "the built-in schedule: no problems found\n")
    let folder = TemporaryFolder()
    let path = folder.write("[]", to: "a.json")
    #expect(CommandLineRun()("check \(path)").text.hasSuffix("\(path): 1 note\n"))
    #expect(CommandLineRun()("check --data \(path)").text.hasSuffix("\(path): 1 note\n"))
    #expect(CommandLineRun()("check \(path)x").status == .noInput)
  }

  @Test("overlaps found by the sweep agree with a comparison of all pairs", arguments: 0..<20)
  func random(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var sessions: [(start: Int, end: Int, place: Int)] = []
    for _ in 0..<30 {
      let start = Int.random(in: 0..<600, using: &generator)
      let length = Int.random(in: 1...90, using: &generator)
      sessions.append((start, start + length, Int.random(in: 0..<4, using: &generator)))
    }
    func clock(_ minute: Int) -> String {
      let parts = [18, 8 + minute / 60, minute % 60]
      return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
    }
    let records = sessions.enumerated().map { number, session in
      #"{"t_id": "\#(number)", "startTime": "\#(clock(session.start))", "#
        + #""endTime": "\#(clock(session.end))", "description": "S", "locations": ["P\#(session.place)"]}"#
    }
    var run = CommandLineRun()
    run.input = Array("[\(records.joined(separator: ",\n"))]".utf8)
    let output = run("check - --json --skip assumed,unknown-location")
    // A session is reported if another one at its location is still running: one that begins
    // earlier, or at the same time and is read first.
    let expected = sessions.indices.filter { late in
      sessions.indices.contains { early in
        early != late && sessions[early].place == sessions[late].place
          && (sessions[early].start, sessions[early].end, early)
            < (sessions[late].start, sessions[late].end, late)
          && sessions[early].end > sessions[late].start
      }
    }
    #expect(try output.values("key") == expected.map { "session \($0)" })
    #expect(try output.values("rule").allSatisfy { $0 == "overlap" })
  }
}

private let versions = ["05-64afb0c", "08-7394af5", "14-0ee1b4f"].map {
  Repository.sharedData("versions/uikonf-v\($0).json")
}

@Suite(
  .enabled(
    if: !versions.contains(nil),
    "the shared samples are not here; KONF_SHARED_DATA names them"))
struct CheckRealScheduleTests {
  private func findings(_ place: Int) throws -> [String] {
    let output = CommandLineRun()("check \(try #require(versions[place])) --json --skip assumed")
    return zip(try output.values("rule"), try output.values("key")).map { "\($0): \($1)" }
  }

  @Test("known flaws of early versions are found, and absent from later ones")
  func knownFlaws() throws {
    let early = try findings(0)
    #expect(early.contains("duplicate: session beforeHackathon#2"))
    #expect(early.filter { $0.hasPrefix("unused-location") }.count == 3)
    #expect(early.filter { $0.hasPrefix("placeholder: talk") }.count == 1)
    #expect(try findings(1).filter { $0.hasPrefix("unused-location") } == [])
    #expect(try !findings(2).contains { $0.hasPrefix("duplicate") })
  }
}
