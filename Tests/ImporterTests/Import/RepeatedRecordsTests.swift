import ECSKit
import Importer
import Schedule
import Testing

@Suite("Records with one key")
struct RepeatedRecordsTests {
  private let table = ConverterTable.uikonf

  private func sessions(_ descriptions: [String]) -> String {
    let records = descriptions.map { #"{"t_id": "a", "description": "\#($0)"}"# }
    return "[" + records.joined(separator: ", ") + "]"
  }

  private func descriptions(_ context: Context) -> [String: String] {
    var found: [String: String] = [:]
    for session in context.group(.all(RecordKey.self, Description.self)) {
      found[session[RecordKey.self]?.text ?? ""] = session[Description.self]?.text
    }
    return found
  }

  @Test("are distinguished by their order, kept, and reported")
  func numbered() throws {
    let context = Context()
    let report = try table.importRecords(sessions(["x", "y", "z"]), into: context)
    #expect(descriptions(context) == ["session a": "x", "session a#2": "y", "session a#3": "z"])
    #expect(
      report.messages == [
        "1:37: item 2 (session a#2): item 1 at 1:2 has the same key; both records are kept",
        "1:72: item 3 (session a#3): item 1 at 1:2 has the same key; both records are kept",
      ])
  }

  @Test("are identical after the next import")
  func again() throws {
    let context = Context()
    let file = sessions(["x", "y", "x"])
    try table.importRecords(file, into: context)
    let log = EventLog(context)
    #expect(try table.importRecords(file, into: context).counts == [0, 0, 3, 0])
    #expect(log.take().isEmpty)
  }

  @Test("keep their entities when one in the middle is removed")
  func middleLeaves() throws {
    let context = Context()
    try table.importRecords(sessions(["w", "x", "y", "z"]), into: context)
    let entities = context.group(.sessions).entities
    let log = EventLog(context)
    let report = try table.importRecords(sessions(["w", "y", "z"]), into: context)
    #expect(report.counts == [0, 2, 1, 1])
    #expect(entities.map { $0[Description.self]?.text } == ["w", nil, "y", "z"])
    #expect(descriptions(context) == ["session a": "w", "session a#2": "y", "session a#3": "z"])
    #expect(
      log.take() == [
        "updated session a#2 RecordKey", "updated session a#3 RecordKey",
        "removed session a#2 SessionID",
        "removed session a#2 Description", "removed session a#2 RecordKey", "destroyed session a#2",
      ])
    #expect(
      try table.importRecords(sessions(["w", "y", "z"]), into: context).counts == [0, 0, 3, 0])
  }

  @Test("keep their entities when the first, or all but one, are removed")
  func firstLeaves() throws {
    let context = Context()
    try table.importRecords(sessions(["x", "y", "z"]), into: context)
    let entities = context.group(.sessions).entities
    try table.importRecords(sessions(["z"]), into: context)
    #expect(entities.map(\.isAlive) == [false, false, true])
    #expect(descriptions(context) == ["session a": "z"])
  }

  @Test(
    "are matched to records with the same fields only",
    arguments: [#""endTime": "18-10-00""#, #""level": 3"#])
  func fieldsLess(field: String) throws {
    let context = Context()
    let long = #"{"t_id": "a", "description": "x", \#(field)}"#
    let short = #"{"t_id": "a", "description": "x"}"#
    try table.importRecords("[\(long), \(short)]", into: context)
    let entities = context.group(.sessions).entities
    try table.importRecords("[\(short)]", into: context)
    #expect(entities.map(\.isAlive) == [false, true])
    #expect(context.keys == ["session a"])
  }

  @Test("are updated in order if none is unchanged")
  func edited() throws {
    let context = Context()
    try table.importRecords(sessions(["x", "y", "z"]), into: context)
    let entities = context.group(.sessions).entities
    let report = try table.importRecords(sessions(["x", "v", "w", "z", "new"]), into: context)
    #expect(entities.map { $0[Description.self]?.text } == ["x", "v", "z"])
    #expect(
      descriptions(context) == [
        "session a": "x", "session a#2": "v", "session a#3": "w", "session a#4": "z",
        "session a#5": "new",
      ])
    #expect(report.counts == [2, 2, 1, 0])
  }

  @Test("are not confused with keys that only look numbered")
  func lookalikes() throws {
    let file =
      #"[{"t_id": "a#2", "description": "own"}, {"t_id": "a"}, "#
      + #"{"t_id": "a", "description": "second"}]"#
    let context = Context()
    try table.importRecords(file, into: context)
    #expect(context.group(.sessions).count == 3)
    let log = EventLog(context)
    #expect(try table.importRecords(file, into: context).counts == [0, 0, 3, 0])
    #expect(log.take().isEmpty)
  }

  @Test("keep components set by a program")
  func ratings() throws {
    let context = Context()
    try table.importRecords(sessions(["x", "y", "z"]), into: context)
    let last = try #require(context.entity("session a#3"))
    last.set(Rating(stars: 5, comment: "", time: Instant(secondsSince1970: 0)))
    try table.importRecords(sessions(["x", "z"]), into: context)
    #expect(context.entity("session a#2") == last)
    #expect(last[Rating.self]?.stars == 5)
  }

  @Test("remain distinct when many of them are removed at once")
  func many() throws {
    let context = Context()
    try table.importRecords(sessions((1...300).map { "session \($0)" }), into: context)
    // More in a row than are looked over for an equal one.
    let kept = (1...300).filter { !(101...200).contains($0) && $0 % 7 != 0 }.map { "session \($0)" }
    try table.importRecords(sessions(kept), into: context)
    let fresh = Context()
    try table.importRecords(sessions(kept), into: fresh)
    #expect(Contents(of: context) == Contents(of: fresh))
    #expect(try table.importRecords(sessions(kept), into: context).unchanged == kept.count)
  }
}
