import ECSKit
import Importer
import Schedule
import Testing

// As a program would that has a format of its own: with nothing but what the library publishes.

private struct Level: Component, Equatable { var text: String }
private struct Shelf: Component, Equatable { var number: Int }
private struct Spotlight: UniqueComponent, Equatable { var text: String }

@Suite("ConverterTable")
struct ConverterTableTests {
  private let table = ConverterTable.uikonf.adding("level", .text { Level(text: $0) })

  @Test("a custom field becomes a custom component")
  func adding() throws {
    let context = Context()
    let report = try table.importRecords(
      #"[{"title": "Craft", "t_id": "a", "t_index": 1, "level": "beginner"}]"#, into: context)
    #expect(report.issues.isEmpty)
    let talk = try #require(context.entity("talk a/1"))
    #expect(talk[Level.self] == Level(text: "beginner"))
    #expect(talk[Title.self]?.text == "Craft")
  }

  @Test("a custom component is changed and removed with its field")
  func ownLeaves() throws {
    let context = Context()
    try table.importRecords(#"[{"t_id": "a", "level": "x"}]"#, into: context)
    let session = try #require(context.entity("session a"))
    let log = EventLog(context)
    var report = try table.importRecords(#"[{"t_id": "a", "level": "y"}]"#, into: context)
    #expect(report.counts == [0, 1, 0, 0])
    #expect(log.take() == ["updated session a Level"])
    report = try table.importRecords(#"[{"t_id": "a"}]"#, into: context)
    #expect(report.counts == [0, 1, 0, 0])
    #expect(log.take() == ["removed session a Level"])
    #expect(!session.has(Level.self))
  }

  @Test("a table is a value, and the table it was derived from does not change")
  func value() throws {
    let context = Context()
    let report = try ConverterTable.uikonf.importRecords(
      #"[{"t_id": "a", "level": "x"}]"#, into: context)
    #expect(report.messages == [#"1:16: item 1 (session a): unknown field "level""#])
  }

  @Test("adding a converter replaces the existing one")
  func replacing() throws {
    let context = Context()
    let louder = ConverterTable.uikonf
      .adding("title", .text { Title(text: $0.uppercased()) })
    try louder.importRecords(#"[{"t_id": "a", "t_index": 2, "title": "craft"}]"#, into: context)
    #expect(context.entity("talk a/2")?[Title.self]?.text == "CRAFT")
  }

  @Test("if two fields make one component, the later one in the record counts")
  func twoFields() throws {
    let both = ConverterTable.uikonf.adding("speakers", .texts { SpeakerNames(names: $0) })
    let context = Context()
    let one = #""speaker_name": "Ada""#
    let two = #""speakers": ["Bo", "Cy"]"#
    try both.importRecords(
      #"[{"title": "A", "t_id": "a", "t_index": 1, \#(one), \#(two)},"#
        + #"{"title": "B", "t_id": "a", "t_index": 2, \#(two), \#(one)},"#
        + #"{"title": "C", "t_id": "a", "t_index": 3, \#(one), "speakers": []}]"#, into: context)
    #expect(context.entity("talk a/1")?[SpeakerNames.self]?.names == ["Bo", "Cy"])
    #expect(context.entity("talk a/2")?[SpeakerNames.self]?.names == ["Ada"])
    #expect(context.entity("talk a/3")?[SpeakerNames.self]?.names == ["Ada"])
    let log = EventLog(context)
    try both.importRecords(#"[{"title": "A", "t_id": "a", "t_index": 1, \#(one)}]"#, into: context)
    #expect(log.take().first == "updated talk a/1 SpeakerNames")
  }

  @Test("a custom format needs converters and a key, and names both in its messages")
  func ownFormat() throws {
    let books = ConverterTable(
      converters: [
        "shelf": .number(in: 1...40) { Shelf(number: $0) }, "level": .text { Level(text: $0) },
      ],
      keyFields: "shelf"
    ) { record in record[Shelf.self].map { "shelf \($0.number)" } }
    let context = Context()
    let report = try books.importRecords(
      """
      [
        {"shelf": 1, "level": "old"},
        {"shelf": 41},
        {"shelf": 2, "levle": "new"}
      ]
      """, into: context)
    #expect(context.keys == ["shelf 1", "item", "shelf 2"])
    #expect(
      report.messages == [
        "3:3: item 2: no identifying field; expected shelf",
        #"3:13: item 2, field "shelf": found the number 41; "#
          + "expected a whole number from 1 to 40",
        "4:16: item 3 (shelf 2): unknown field \"levle\"\n  did you mean \"level\"?",
      ])
  }

  @Test("a unique component stays with the first record that has it, and duplicates are reported")
  func unique() throws {
    let lit = table.adding("spotlight", .text { Spotlight(text: $0) })
    let context = Context()
    let file = #"[{"t_id": "a", "spotlight": "x"}, {"t_id": "b", "spotlight": "y"}]"#
    let report = try lit.importRecords(file, into: context)
    #expect(context.holder(of: Spotlight.self) == context.entity("session a"))
    #expect(context[Spotlight.self] == Spotlight(text: "x"))
    #expect(
      report.messages == [
        #"1:49: item 2 (session b), field "spotlight": the value already occurs in item 1; "#
          + "it must be unique"
      ])
    #expect(context.entity("session b")?[UnreadFields.self]?.fields.first?.json == "\"y\"")
    let log = EventLog(context)
    #expect(try lit.importRecords(file, into: context).counts == [0, 0, 2, 0])
    #expect(log.take().isEmpty)
  }

  @Test("moving a unique component to another record changes both", arguments: [true, false])
  func uniqueMoves(isForward: Bool) throws {
    let lit = table.adding("spotlight", .text { Spotlight(text: $0) })
    let context = Context()
    let first = #"[{"t_id": "a", "spotlight": "x"}, {"t_id": "b"}]"#
    let second = #"[{"t_id": "a"}, {"t_id": "b", "spotlight": "x"}]"#
    try lit.importRecords(isForward ? first : second, into: context)
    let log = EventLog(context)
    let report = try lit.importRecords(isForward ? second : first, into: context)
    #expect(report.counts == [0, 2, 0, 0])
    let (old, new) = isForward ? ("a", "b") : ("b", "a")
    #expect(log.take() == ["removed session \(old) Spotlight", "added session \(new) Spotlight"])
  }
}
