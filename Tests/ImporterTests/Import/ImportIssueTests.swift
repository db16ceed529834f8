import ECSKit
import Importer
import Schedule
import Testing

@Suite("Issues of an import")
struct ImportIssueTests {
  private let table = ConverterTable.uikonf

  @Test("an unknown field is kept, and reported once with count and nearest name")
  func unknown() throws {
    let context = Context()
    let report = try table.importRecords(
      """
      [
        {"name": "A", "bio": "x", "level": [1, {"a": "b" }]},
        {"title": "T", "speakr_name": "A", "t_id": "a", "level": null},
        {"title": "U", "level": 1.50, "t_id": "b", "speakr_name": "B"}
      ]
      """, into: context)
    #expect(
      report.messages == [
        #"2:29: item 1 (person A): unknown field "level"; it occurs 3 times"#,
        #"3:18: item 2 (talk a T): unknown field "speakr_name"; it occurs 2 times"#
          + "\n  did you mean \"speaker_name\"?",
      ])
    func kept(_ key: String) -> [String]? {
      context.entity(key)?[UnreadFields.self]?.fields.map { "\($0.name) \($0.json)" }
    }
    #expect(kept("person A") == [#"level [1,{"a":"b"}]"#])
    #expect(kept("talk a T") == [#"speakr_name "A""#, "level null"])
    #expect(kept("talk b U") == ["level 1.50", #"speakr_name "B""#])
  }

  @Test("a value of a wrong type is kept and loses neither its record nor the others")
  func wrongTypes() throws {
    let context = Context()
    let report = try table.importRecords(
      """
      [
        {"t_id": "a", "startTime": "18-25-00", "endTime": 12, "description": "d"},
        {"t_id": "b", "locations": "Hall"},
        {"title": "T", "t_id": "b", "t_index": 0},
        {"name": "P", "organizer": "yes", "photo": ["p"]},
        {"t_id": "c"}
      ]
      """, into: context)
    #expect(report.counts == [5, 0, 0, 0])
    #expect(
      report.messages == [
        #"2:30: item 1 (session a), field "startTime": found the text "18-25-00"; "#
          + "expected day-hour-minute, such as 18-09-30",
        #"2:53: item 1 (session a), field "endTime": found the number 12; "#
          + "expected day-hour-minute, such as 18-09-30",
        #"3:30: item 2 (session b), field "locations": found the text "Hall"; "#
          + "expected a list of non-blank strings",
        #"4:42: item 3 (talk b T), field "t_index": found the number 0; "#
          + "expected a whole number of at least 1",
        #"5:30: item 4 (person P), field "organizer": found the text "yes"; "#
          + "expected true or false",
        #"5:46: item 4 (person P), field "photo": found a list; "#
          + "expected a non-blank string",
      ])
    let session = try #require(context.entity("session a"))
    #expect(session[Description.self]?.text == "d")
    #expect(
      session[UnreadFields.self]?.fields.map(\.name) == ["startTime", "endTime"])
    #expect(context.entity("session c") != nil)
  }

  @Test("an element that is not a record, or has no identity, loses no others")
  func noRecords() throws {
    let context = Context()
    let report = try table.importRecords(
      """
      [
        5, "a", null, [{"t_id": "x"}],
        {},
        {"bio": "somebody"},
        {"t_id": "a"}
      ]
      """, into: context)
    let expected = "expected t_id, name, server or conference"
    #expect(
      report.messages == [
        "2:3: item 1: found the number 5; expected an object",
        "2:6: item 2: found the text \"a\"; expected an object",
        "2:11: item 3: found null; expected an object",
        "2:17: item 4: found a list; expected an object",
        "3:3: item 5: no identifying field; \(expected)",
        "4:3: item 6: no identifying field; \(expected)",
      ])
    #expect(report.records == 7)
    #expect(report.counts == [3, 0, 0, 0])
    #expect(context.entity("item#2")?[Biography.self]?.text == "somebody")
  }

  @Test(
    "the last value of a repeated field counts, even if it is null",
    arguments: [
      (#""bio": "a", "bio": "b""#, "b"), (#""bio": 5, "bio": "b""#, "b"),
      (#""bio": "a", "bio": null"#, nil), (#""bio": "a", "b\u0069o": "b""#, "b"),
    ])
  func repeated(fields: String, bio: String?) throws {
    let context = Context()
    let report = try table.importRecords(
      #"[{"name": "A", \#(fields), "photo": "p"}]"#, into: context)
    let person = try #require(context.entity("person A"))
    #expect(person[Biography.self]?.text == bio)
    #expect(!person.has(UnreadFields.self))
    let place = fields.contains("5") ? "1:26" : "1:28"
    #expect(
      report.messages
        == [#"\#(place): item 1 (person A): field "bio" occurs again; the last value is used"#])
  }

  @Test("the last value of a repeated flag or key counts")
  func repeatedFlag() throws {
    let context = Context()
    let report = try table.importRecords(
      #"[{"name": "A", "organizer": true, "name": "B", "organizer": false, "name": "C"}]"#,
      into: context)
    #expect(context.keys == ["person C"])
    #expect(context.entity("person C")?.has(Organizer.self) == false)
    #expect(report.issues.count == 3)
  }

  @Test("a last value that cannot be read is not replaced by an earlier one")
  func repeatedUnreadable() throws {
    let context = Context()
    let report = try table.importRecords(
      #"[{"name": "A", "bio": "a", "bio": 5, "level": 1, "level": 2}]"#, into: context)
    let person = try #require(context.entity("person A"))
    #expect(!person.has(Biography.self))
    #expect(
      person[UnreadFields.self]?.fields.map { "\($0.name) \($0.json)" } == ["bio 5", "level 2"])
    #expect(report.issues.count == 4)
  }

  @Test("issues are in the order of the file, whenever they were found")
  func order() throws {
    let context = Context()
    let report = try table.importRecords(
      #"[{"t_id": "a", "x1": 1}, 5, {"y1": 1}, {"t_id": "a", "bio": 5, "x1": 2}, {"q": []}]"#,
      into: context)
    #expect(report.issues.count == 8)
    #expect(report.issues.map(\.position) == report.issues.map(\.position).sorted())
    #expect(report.issues.map(\.record) == [1, 2, 3, 3, 4, 4, 5, 5])
  }

  @Test("control characters are shown visibly in messages, not sent to the terminal")
  func controls() throws {
    let context = Context()
    let report = try table.importRecords(
      #"[{"name": "A\u001b[2J", "bio\u0007": 1, "startTime": "\u202e"}]"#, into: context)
    #expect(report.messages.map { $0.split(separator: "found").count } == [1, 2])
    for message in report.messages {
      #expect(message.contains("A\\u{1b}[2J"))
      #expect(
        message.unicodeScalars.allSatisfy { $0 == "\n" || (" "..."~").contains($0) })
    }
  }
}
