import Basics
import CommandLine
import Importer
import KonfCLI
import SourceText
import TestSupport
import Testing

/// What is reported about two versions of a schedule.
@Suite struct DiffTests {
  private static let old = [
    "head": #"{"conference": "C", "month": "2015-05", "zone": "UTC"}"#,
    "a":
      #"{"t_id": "a", "startTime": "18-10-00", "endTime": "18-11-00", "description": "A", "locations": ["P"]}"#,
    "b":
      #"{"t_id": "b", "startTime": "18-11-00", "endTime": "18-12-00", "description": "B", "locations": ["P"]}"#,
    "a1":
      #"{"t_id": "a", "t_index": 1, "title": "One", "speaker_name": "Ada", "abstract": "x", "language": "en", "track": "T"}"#,
    "a2": #"{"t_id": "a", "t_index": 2, "title": "Two", "speaker_name": "Bo"}"#,
    "b1": #"{"t_id": "b", "t_index": 1, "title": "Three", "speaker_name": "Cy"}"#,
    "ada": #"{"name": "Ada", "photo": "https://example.org/ada.jpg", "bio": "B"}"#,
    "p": #"{"name": "P", "address": "Street 1"}"#,
  ]
  private static let order = ["head", "a", "b", "a1", "a2", "b1", "ada", "p"]
  private let folder = TemporaryFolder()

  private func json(_ changes: [String: String] = [:]) -> String {
    let records = Self.order.map { changes[$0] ?? Self.old[$0] ?? "" }.filter { !$0.isEmpty }
    return "[\(records.joined(separator: ",\n"))]"
  }

  /// Compares the schedule with one in which some records are other ones.
  private func diff(_ changes: [String: String], _ options: String = "--json") -> Output {
    let old = folder.write(json(), to: "old.json")
    let new = folder.write(json(changes), to: "new.json")
    return CommandLineRun()("diff \(old) \(new) \(options)")
  }

  /// The differences: what, of whom, and each change with old and new.
  private func told(_ output: Output) throws -> [String] {
    try SourceDocument(json: output.out).root.elements.flatMap { record -> [String] in
      let id = record["id"]?.string ?? ""
      let change = record["change"]?.string ?? ""
      guard change == "changed" else { return ["\(change) \(id)"] }
      return record["changes"]?.elements.map {
        "\(id) \($0["what"]?.string ?? ""): \($0["old"]?.json ?? "") \($0["new"]?.json ?? "")"
      } ?? []
    }
  }

  @Test("equal schedules have no differences")
  func equal() throws {
    #expect(try told(diff([:])) == [])
    let output = diff([:], "--all")
    #expect(output.text == "C · UTC\n\nno changes\n" && output.status == .success)
    #expect(output.notes.isEmpty)
  }

  @Test(
    "each kind of change is shown with the old and the new value",
    arguments: [
      (
        [
          "a":
            #"{"t_id": "a", "startTime": "18-09-00", "endTime": "18-10-00", "description": "A", "locations": ["P"]}"#
        ],
        [#"a time: "2015-05-18T10:00:00+00:00" "2015-05-18T09:00:00+00:00""#]
      ),
      (
        [
          "a":
            #"{"t_id": "a", "startTime": "18-10-00", "endTime": "18-11-30", "description": "A", "locations": ["P"]}"#
        ],
        [#"a length: "1 h" "1 h 30 min""#]
      ),
      (
        [
          "a":
            #"{"t_id": "a", "startTime": "18-10-00", "endTime": "18-11-00", "description": "Z", "locations": ["P", "Q"]}"#
        ],
        [#"a location: "P" "P, Q""#, #"a name: "A" "Z""#]
      ),
      (
        ["a2": #"{"t_id": "a", "t_index": 2, "title": "Two!", "speaker_name": "Bo"}"#],
        [#"a/2 name: "Two" "Two!""#]
      ),
      (
        ["a2": #"{"t_id": "a", "t_index": 2, "title": "Two", "speaker_name": "Di"}"#],
        [#"a/2 speakers: "Bo" "Di""#]
      ),
      (
        [
          "a2":
            #"{"t_id": "a", "t_index": 2, "title": "Two", "speaker_name": "Bo", "language": "de", "subtitle": "S"}"#
        ],
        [#"a/2 subtitle: null "S""#, #"a/2 language: null "de""#]
      ),
      (
        [
          "a1":
            #"{"t_id": "a", "t_index": 1, "title": "One", "speaker_name": "Ada", "abstract": "x", "language": "en"}"#
        ],
        [#"a/1 track: "T" null"#]
      ),
      (["a2": ""], ["cancelled a/2"]),
      (["a2": "", "b": "", "b1": ""], ["cancelled a/2", "cancelled b", "cancelled b/1"]),
      (
        [
          "ada":
            #"{"name": "Ada", "photo": "https://example.org/ada.jpg", "bio": "B"}, {"name": "Di"}"#
        ], ["added Di"]
      ),
      (
        [
          "ada":
            #"{"name": "Ada", "photo": "https://example.org/ada.jpg", "bio": "B", "organizer": true}"#
        ], [#"Ada organizer: null "yes""#]
      ),
      (
        ["b": #"{"t_id": "b", "startTime": "18-11-00", "description": "B", "locations": ["P"]}"#],
        [#"b length: "1 h" null"#]
      ),
      (["p": #"{"name": "P", "address": "Street 2"}"#], [#"P address: "Street 1" "Street 2""#]),
      (
        ["p": #"{"name": "P", "address": "Street 1", "description": "Left"}"#],
        [#"P description: null "Left""#]
      ),
      (["head": #"{"conference": "D", "month": "2015-05", "zone": "UTC"}"#], [#"D name: "C" "D""#]),
    ])
  func changes(records: [String: String], expected: [String]) throws {
    #expect(try told(diff(records)) == expected)
  }

  @Test("added or removed speakers and locations of a changed session are shown with --all only")
  func named() throws {
    let records = [
      "b":
        #"{"t_id": "b", "startTime": "18-11-00", "endTime": "18-12-00", "description": "B", "locations": ["Q"]}, {"name": "Q", "address": "Street 2"}"#,
      "b1":
        #"{"t_id": "b", "t_index": 1, "title": "Three", "speaker_name": "Di"}, {"name": "Di", "bio": "D"}"#,
    ]
    let noteworthy = [#"b location: "P" "Q""#, #"b/1 speakers: "Cy" "Di""#]
    #expect(try told(diff(records)) == noteworthy)
    #expect(try told(diff(records, "--json --all")) == noteworthy + ["added Di", "added Q"])
    #expect(diff(records, "").text.hasSuffix("\n2 changed; --all shows 2 more\n"))
  }

  @Test("each session and talk is shown with its date, time and location")
  func dated() throws {
    let text = diff(["a2": "", "b1": ""], "").text
    #expect(
      text.contains(
        "\nTwo [a/2] · cancelled\n  Monday 18 May 2015, 10:00–11:00, P\n"
          + "\nThree [b/1] · cancelled\n  Monday 18 May 2015, 11:00–12:00, P\n"))
    let renamed = [
      "b":
        #"{"t_id": "b", "startTime": "18-12-00", "endTime": "18-13-00", "description": "B!", "locations": ["P"]}"#
    ]
    #expect(
      diff(renamed, "").text.contains(
        """
        B! [b]
          Monday 18 May 2015, 12:00–13:00, P
          moved in time  11:00–12:00 → 12:00–13:00
          renamed        B → B!
        """))
    let output = diff(["a2": ""])
    #expect(try output.values("start") == ["2015-05-18T10:00:00+00:00"])
    #expect(try output.values("locations") == [#"[{"id":"P","name":"P"}]"#])
  }

  @Test("a talk with another number or session has moved, and a missing talk is cancelled")
  func movedTalks() throws {
    // The first talk is cancelled, and the second gets its number.
    let first = [
      "a1": #"{"t_id": "a", "t_index": 1, "title": "Two", "speaker_name": "Bo"}"#, "a2": "",
    ]
    #expect(try told(diff(first, "--json --all")) == [#"a/1 number: "2" "1""#, "cancelled a/1"])
    // Two talks are swapped.
    let swapped = [
      "a2": #"{"t_id": "a", "t_index": 2, "title": "Three", "speaker_name": "Cy"}"#,
      "b1": #"{"t_id": "b", "t_index": 1, "title": "Two", "speaker_name": "Bo"}"#,
    ]
    #expect(try told(diff(swapped)) == [#"a/2 session: "b" "a""#, #"b/1 session: "a" "b""#])
    // The session has as many talks as before, and no person of the second one is found elsewhere.
    let other = ["a2": #"{"t_id": "a", "t_index": 2, "title": "Four", "speaker_name": "Di"}"#]
    #expect(
      try told(diff(other)) == [#"a/2 name: "Two" "Four""#, #"a/2 speakers: "Bo" "Di""#])
  }

  @Test("the same local times in another zone are a corrected offset")
  func offset() throws {
    let zone = ["head": #"{"conference": "C", "month": "2015-05", "zone": "+02:00"}"#]
    #expect(
      try told(diff(zone)) == [
        #"C zone: "UTC" "+02:00""#,
        #"a offset: "2015-05-18T10:00:00+00:00" "2015-05-18T10:00:00+02:00""#,
        #"b offset: "2015-05-18T11:00:00+00:00" "2015-05-18T11:00:00+02:00""#,
      ])
    let month = ["head": #"{"conference": "C", "month": "2015-06", "zone": "UTC"}"#]
    #expect(try told(diff(month)).filter { $0.contains(" time: ") }.count == 2)
  }

  @Test("an offset of zero in place of an unknown zone is a corrected offset")
  func unknownZone() throws {
    let files = ["", "Z"].map { zone in
      folder.write(
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:A\nDTSTART:20260524T090000\(zone)\n"
          + "DURATION:PT30M\nEND:VEVENT\nEND:VCALENDAR\n", to: "zone\(zone).ics")
    }
    let run = CommandLineRun()
    let (local, utc) = (#""2026-05-24T09:00:00""#, #""2026-05-24T09:00:00+00:00""#)
    #expect(try told(run("diff \(files[0]) \(files[1]) --json")) == ["a offset: \(local) \(utc)"])
    #expect(try told(run("diff \(files[1]) \(files[0]) --json")) == ["a offset: \(utc) \(local)"])
    #expect(try told(run("diff \(files[0]) \(files[0]) --json")) == [])
  }

  @Test("new texts about a talk or a person are shown with --all only")
  func words() throws {
    let records = [
      "a1":
        #"{"t_id": "a", "t_index": 1, "title": "One", "speaker_name": "Ada", "abstract": "y", "language": "en", "track": "T"}"#,
      "ada": #"{"name": "Ada", "photo": "https://example.org/a.jpg", "bio": "C", "twitter": "@a"}"#,
    ]
    #expect(try told(diff(records)) == [])
    #expect(diff(records, "").text.hasSuffix("\nno changes; --all shows 2 more\n"))
    #expect(
      try told(diff(records, "--json --all")) == [
        #"a/1 abstract: "x" "y""#, #"Ada biography: "B" "C""#, #"Ada handle: null "@a""#,
        #"Ada link: "https://example.org/ada.jpg" "https://example.org/a.jpg""#,
      ])
  }

  @Test("the text is laid out for any width")
  func text() throws {
    let old = folder.write(ParallelSchedule.json, to: "old.json")
    let new = folder.write(ParallelSchedule.laterJSON, to: "new.json")
    for width in BuiltProgram.isLong ? Array(20...200) : AnswerWidths.all {
      let output = CommandLineRun()("diff \(old) \(new) --all --width \(width)")
      for line in output.text.split(separator: "\n") {
        #expect(DisplayWidth.of(String(line)) <= width && !line.hasSuffix(" "), "\(line)")
      }
      if width == 80 {
        let snapshot = Snapshot("diff-80", in: "Tests/KonfCLITests/Differences")
        #expect(snapshot.problem(with: output.text) == nil)
      }
    }
  }

  @Test("with one file, the newer version is the schedule that other commands show")
  func oneFile() throws {
    let old = folder.write(json(), to: "old.json")
    let new = folder.write(json(["a2": ""]), to: "new.json")
    #expect(try told(CommandLineRun()("diff \(old) --data \(new) --json")) == ["cancelled a/2"])
    var run = CommandLineRun()
    run.input = Array(json(["a2": ""]).utf8)
    #expect(try told(run("diff \(old) - --json")) == ["cancelled a/2"])
    #expect(try told(run("diff - \(old) --json")) == ["added a/2"])
    #expect(CommandLineRun()("diff \(old)x \(new)").status == .noInput)
    #expect(CommandLineRun()("diff \(old) \(new)x").status == .noInput)
    #expect(CommandLineRun()("diff").status == .usage)
    for line in ["diff - -", "diff - --data -"] {
      let both = run(line)
      #expect(both.status == .usage && both.text.isEmpty, "\(line)")
      #expect(both.notes.hasPrefix("konf: diff: OLD and NEW are both standard input; "))
    }
  }

  @Test("another order of the same speakers is not a change, even for a talk that moved")
  func speakerOrder() throws {
    func sessionize(_ speakers: String, room: Int = 1) -> String {
      """
      {"sessions": [{"id": "1", "title": "A", "startsAt": "2016-04-24T09:00:00", "endsAt":
        "2016-04-24T09:50:00", "speakers": [\(speakers)], "roomId": \(room)}], "speakers":
       [{"id": "a", "fullName": "Ada"}, {"id": "b", "fullName": "Bo"}, {"id": "c", "fullName": "Cy"}],
       "rooms": [{"id": 1, "name": "Hall"}, {"id": 2, "name": "Yard"}], "categories": [],
       "questions": []}
      """
    }
    func changes(_ new: String) throws -> [String] {
      let old = folder.write(sessionize(#""a", "b""#), to: "old.json")
      let new = folder.write(new, to: "new.json")
      return try told(CommandLineRun()("diff \(old) \(new) --json --all"))
    }
    #expect(try changes(sessionize(#""b", "a""#)) == [])
    #expect(try changes(sessionize(#""b", "a""#, room: 2)) == [#"1 location: "Hall" "Yard""#])
    #expect(try changes(sessionize(#""b", "c""#)) == [#"1 speakers: "Ada, Bo" "Bo, Cy""#])
  }

  @Test("sessions without a time follow those with one, in any order of the file")
  func totalOrder() throws {
    func schedule(_ word: String) -> String {
      let sessions = (0..<60).map { number in
        // Every third has no time; the others go back in time.
        let start =
          number % 3 == 0 ? "" : #", "startTime": "\#(29 - number / 3)-1\#(number % 3)-00""#
        return
          #"{"t_id": "s\#(number)", "description": "\#(word) \#(number)", "locations": ["P"]\#(start)}"#
      }
      let head = #"{"conference": "C", "month": "2015-05", "zone": "UTC"}"#
      return "[\(([head] + sessions).joined(separator: ",\n"))]"
    }
    let old = folder.write(schedule("old"), to: "old.json")
    let new = folder.write(schedule("new"), to: "new.json")
    let starts = try CommandLineRun().values("start", of: "diff \(old) \(new)")
    #expect(starts.count == 60)
    let timed = starts.prefix { $0 != "null" }
    #expect(timed.count == 40 && timed.elementsEqual(timed.sorted()))
    #expect(starts.dropFirst(40).allSatisfy { $0 == "null" })
  }

  @Test("schedules with nothing in common are refused, and a shared name or title is enough")
  func strangers() {
    let old = folder.write(json(), to: "old.json")
    func outcome(_ schedule: String) -> Output {
      let other = folder.write(schedule, to: "other.json")
      return CommandLineRun()("diff \(old) \(other)")
    }
    let fair = #"{"conference": "Fair", "month": "2016-05", "zone": "UTC"}"#
    let session = #"{"t_id": "z", "startTime": "18-10-00", "description": "Z", "locations": ["P"]}"#
    let talk = #"{"t_id": "z", "t_index": 1, "title": "Z1", "speaker_name": "Zoe"}"#
    let stranger = outcome("[\(fair), \(session), \(talk)]")
    #expect(stranger.status == .badData && stranger.text.isEmpty)
    #expect(
      stranger.notes
        == "konf: diff: \(old) and \(folder.path)/other.json have no session in common; "
        + "compare two versions of one schedule\n")
    #expect(outcome("[\(fair), \(session), \(Self.old["a2"] ?? "")]").status == .success)
    #expect(outcome("[\(Self.old["head"] ?? ""), \(session), \(talk)]").status == .success)
    #expect(outcome("[\(fair)]").status == .success, "nothing is planned yet")
    let alone = CommandLineRun()("diff \(old)")
    #expect(alone.status == .badData && alone.text.isEmpty)
    #expect(alone.notes.hasSuffix("konf: use konf diff OLD NEW to name the newer version\n"))
  }

  @Test("ratings of cancelled talks are not changed")
  func ratings() throws {
    let home = folder.makeFolder("home")
    let old = folder.write(json(), to: "old.json")
    let new = folder.write(json(["a2": ""]), to: "new.json")
    #expect(CommandLineRun()("rate a/2 4 --data \(old) --home \(home)").status == .success)
    let before = Repository.bytes(of: "\(home)/ratings.log")
    #expect(try told(CommandLineRun()("diff \(old) \(new) --json --home \(home)")).count == 1)
    #expect(try told(CommandLineRun()("diff \(new) \(old) --json --home \(home)")).count == 1)
    #expect(before != nil && Repository.bytes(of: "\(home)/ratings.log") == before)
  }

  @Test(
    "differences of random edits are symmetric, and equal files have none",
    arguments: 0..<20)
  func random(seed: UInt64) throws {
    var generator = ScheduleGenerator(seed: seed)
    var records = generator.schedule(sessions: 12)
    let old = folder.write(String(decoding: records.json, as: UTF8.self), to: "old.json")
    #expect(try told(CommandLineRun()("diff \(old) \(old) --json --all")) == [])
    for _ in 0..<6 { generator.edit(&records) }
    let new = folder.write(String(decoding: records.json, as: UTF8.self), to: "new.json")
    // What is added one way is cancelled the other way.
    func count(_ word: String, _ line: String) throws -> Int {
      try CommandLineRun()("diff \(line) --json --all").values("change").count { word.contains($0) }
    }
    #expect(try count("added", "\(old) \(new)") == count("cancelled or removed", "\(new) \(old)"))
    #expect(try count("cancelled or removed", "\(old) \(new)") == count("added", "\(new) \(old)"))
  }
}

private let versions = ["08-7394af5", "09-10d1d2b", "14-0ee1b4f", "15-6f77822"].map {
  Repository.sharedData("versions/uikonf-v\($0).json")
}

@Suite(
  .enabled(
    if: !versions.contains(nil),
    "the shared samples are not here; KONF_SHARED_DATA names them"))
struct DiffRealScheduleTests {
  @Test("a version that is only formatted differently is the same version")
  func reformatted() throws {
    let output = CommandLineRun()(
      "diff \(try #require(versions[2])) \(try #require(versions[3])) --all")
    #expect(output.text.hasSuffix("\nno changes\n"))
  }

  @Test("a location that moved to the next street is the only difference reported")
  func address() throws {
    let output = CommandLineRun()(
      "diff \(try #require(versions[0])) \(try #require(versions[1])) --all --json")
    #expect(try output.values("id") == ["infarm"])
    let changes = try SourceDocument(json: output.out).root.elements.flatMap {
      $0["changes"]?.elements.map { $0["what"]?.string } ?? []
    }
    #expect(changes == ["address"])
  }
}
