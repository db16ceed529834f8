import ECSKit
import Importer
import Schedule
import SourceText
import Testing

@Suite("A refused import")
struct RefusedImportTests {
  private let file = """
    [
      {"conference": "C", "month": "2015-05", "zone": "UTC"},
      {"t_id": "a", "startTime": "18-09-00", "endTime": "18-10-00"},
      {"title": "T", "speaker_name": "P", "t_id": "a", "t_index": 1},
      {"name": "P", "bio": "x"}
    ]
    """

  private static let accepted =
    "expected a schedule as UIKonf JSON, schedule.json, schedule.xml, Sessionize JSON, iCalendar, "
    + "konf JSON or the JSON of COSCUP, SITCON, try! Swift, pretalx's widget or Indico's timetable"

  /// Files that are refused, with the message.
  static let refused: [(file: String, message: String)] = [
    (
      #"[{"t_id": "a"},]"#, #"1:16: found "]"; expected a value"#
    ),
    (
      #"[{"t_id": "a", "description": "changed"}"#,
      #"1:41: found the end of the text; expected "," or "]""#
    ),
    ("", "the file is empty; \(accepted)"),
    ("{}", "it looks like a JSON object with no fields; \(accepted)"),
    (" 5", "it looks like JSON that consists only of the number 5; \(accepted)"),
    (
      #"[{"t_idd": "a"}, {"x": 1, "y": 2}, 5]"#,
      #"it looks like a JSON list of objects with "t_idd", "x", "y"; "# + accepted
    ),
    (#"[{"t_idd": "a"}, {"t_index": 1, "y": 2}, 5]"#, "none of 3 records could be used"),
    (
      #"[{"t_id": "a"}, {"conference": "D", "zone": "Europe/Berln"}]"#,
      #"1:17, field "zone": zone "Europe/Berln": this machine has no zone files; expected UTC, "#
        + "an offset such as +02:00, or a rule such as CET-1CEST,M3.5.0,M10.5.0/3"
    ),
    (
      #"[{"conference": "D", "zone": "../etc/passwd"}]"#,
      #"1:2, field "zone": cannot read zone "../etc/passwd"; "#
        + "expected a name such as Europe/Berlin, UTC, or an offset such as +02:00"
    ),
  ]

  @Test(
    "results from more issues than an import keeps, whatever their cause",
    arguments: FileOfIssues.all)
  func tooManyIssues(file: FileOfIssues) throws {
    let context = Context()
    do {
      _ = try reader.run(Array(file.text.utf8), into: context)
      Issue.record("it was read")
    } catch {
      #expect(
        "\(error)".hasPrefix("found more than 20000 issues; expected at most 20000. The first is "))
    }
    #expect(context.count == 0)
  }

  @Test(
    "results from more records than the size of the file allows",
    arguments: [
      ("[", #"{"name":"%"},"#, #"{"t_id":"a","startTime":"18-09-30"}]"#),
      (
        "<schedule><day><room name='R'><event id='1'><persons>", "<person>%</person>",
        "</persons></event></room></day></schedule>"
      ),
    ])
  func tooManyRecords(start: String, record: String, end: String) throws {
    let parts = record.split(separator: "%")
    let records = (0..<60_000).map { "\(parts[0])\($0)\(parts[1])" }.joined()
    let file = start + records + end
    let context = Context()
    let limit = 40_000 + file.utf8.count / 80
    do {
      _ = try reader.run(Array(file.utf8), into: context)
      Issue.record("it was read")
    } catch {
      #expect(
        "\(error)"
          == "found more than \(limit) records; expected at most \(limit) in a file of this size")
    }
    #expect(context.count == 0)
  }

  @Test("results from more distinct field names than the limit")
  func tooManyKeys() throws {
    let attributes = (0..<16_384).map { "a\($0)=''" }.joined(separator: " ")
    let keys = (0..<16_385).map { "\"a\($0)\":0" }.joined(separator: ",")
    for file in ["<schedule \(attributes)/>", "[{\(keys)}]"] {
      do {
        _ = try reader.run(Array(file.utf8), into: Context())
        Issue.record("it was read")
      } catch {
        #expect(
          "\(error)".hasSuffix(
            "found more than 16384 different field names; expected at most 16384"))
      }
    }
  }

  private let reader = ScheduleImport(
    options: ScheduleImport.Options(zoneFolders: ZoneFolders(paths: [])))

  @Test("leaves context, groups and indices unchanged and causes no event", arguments: refused)
  func nothingHappens(file: String, message: String) throws {
    let context = Context()
    _ = try reader.run(Array(self.file.utf8), into: context)
    let talk = try #require(context.entity("talk a/1"))
    talk.set(Rating(stars: 4, comment: "", time: Instant(secondsSince1970: 0)))
    let sessions = context.group(.sessions)
    let bySession = context.index(\SessionID.text)
    let log = EventLog(context)
    let contents = Contents(of: context)
    let entities = context.entities
    let members = (
      sessions.entities, sessions.sorted(by: Timing.self), bySession["a"], bySession.keyCount
    )

    let error = #expect(throws: ImportError.self) {
      try reader.run(Array(file.utf8), into: context)
    }
    #expect(error?.description == message)
    #expect(log.take().isEmpty)
    #expect(Contents(of: context) == contents)
    #expect(context.entities == entities)
    #expect(
      (sessions.entities, sessions.sorted(by: Timing.self), bySession["a"], bySession.keyCount)
        == members)
    #expect(context.entity("talk a/1") == talk)
    #expect(context[Conference.self]?.title == "C")
    #expect(context[VenueZone.self]?.zone == .utc)
    // And the next import finds it as if nothing had been tried.
    #expect(try reader.run(Array(self.file.utf8), into: context).report.counts == [0, 0, 4, 0])
    #expect(log.take().isEmpty)
  }

  @Test("leaves an empty context empty", arguments: refused.map(\.file))
  func empty(file: String) {
    let context = Context()
    #expect(throws: ImportError.self) { try reader.run(Array(file.utf8), into: context) }
    #expect(context.count == 0)
    #expect(context.index(\SessionID.text).keyCount == 0)
  }

  @Test("states in full why nothing could be used")
  func nothingUsable() throws {
    let error = #expect(throws: ImportError.self) {
      try ConverterTable.uikonf.importRecords(
        #"[{"descripton": 1, "descripton": 2}, {"descripton": 3}, "x"]"#, into: Context())
    }
    guard case .nothingUsable(let issues) = error else { return #expect(Bool(false)) }
    #expect(
      issues.map(\.description) == [
        "1:2: item 1: no identifying field; expected t_id, name, server or conference",
        "1:20: item 1: field \"descripton\" occurs again; the last value is used",
        "1:20: item 1: unknown field \"descripton\"; it occurs 2 times\n"
          + "  did you mean \"description\"?",
        "1:38: item 2: no identifying field; expected t_id, name, server or conference",
        "1:57: item 3: found the text \"x\"; expected an object",
      ])
    #expect(error?.description == "none of 3 records could be used")
  }

  @Test("occurs at custom limits")
  func limits() throws {
    let context = Context()
    let bytes = Array(#"[{"t_id": "a"}]"#.utf8)
    let error = #expect(throws: ImportError.self) {
      try ConverterTable.uikonf.importRecords(
        from: bytes, into: context, limits: SourceLimits(values: 2))
    }
    #expect(error?.description == "1:11: found more than 2 values; expected at most 2")
    #expect(context.count == 0)
  }

  @Test("inside a transaction preserves the earlier changes")
  func transaction() throws {
    let context = Context()
    let log = EventLog(context)
    context.transaction {
      context.createEntity(Name(text: "before"))
      #expect(throws: ImportError.self) {
        try ConverterTable.uikonf.importRecords(#"[{"bio": "x"}]"#, into: context)
      }
      #expect(context.count == 1)
    }
    #expect(log.take() == ["created -", "added - Name"])
  }
}

/// A file with more issues than an import keeps, which is too long to be printed.
struct FileOfIssues: CustomTestStringConvertible {
  let testDescription: String
  let text: String

  private init(_ description: String, _ text: String) {
    testDescription = description
    self.text = text
  }

  private static let count = 20_500

  private static func list(of record: String) -> String {
    "[\(Array(repeating: record, count: count).joined(separator: ","))]"
  }

  static let all = [
    FileOfIssues("texts", list(of: #""""#)),
    FileOfIssues("records of one key", list(of: #"{"t_id": "a"}"#)),
    FileOfIssues(
      "one field",
      "[{\(Array(repeating: #""t_id": "a""#, count: count + 2).joined(separator: ","))}]"),
    FileOfIssues(
      "conferences",
      "<schedule>\(String(repeating: "<conference><title>C</title></conference>", count: count))"
        + "</schedule>"),
    FileOfIssues(
      "events of nothing",
      "<schedule><day date='2025-02-01'>\(String(repeating: "<event/>", count: count))"
        + "</day></schedule>"),
  ]
}
