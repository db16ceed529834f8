import ECSKit
import Importer
import Schedule
import Testing

@Suite("Importing records")
struct RecordImportTests {
  private let table = ConverterTable.uikonf

  private let file = """
    [
      {"t_id": "a", "startTime": "18-09-00", "endTime": "18-10-00", "description": "First",
        "locations": ["Hall"]},
      {"title": "Craft", "speaker_name": "Ada Lee", "t_id": "a", "t_index": 1},
      {"title": "Tests", "speaker_name": "Bo Graham", "t_id": "a"},
      {"name": "Ada Lee", "bio": "Writes.", "photo": "p.jpg", "twitter": "@ada", "organizer": true},
      {"name": "Bo Graham", "bio": "Reads.", "photo": "q.jpg", "organizer": false},
      {"name": "Hall", "address": "Street 1"},
      {"server": "https://example.org"}
    ]
    """

  private func edited(_ old: String, _ new: String) throws -> String {
    let parts = file.split(separator: old, omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    return parts.joined(separator: new)
  }

  @Test("each record is an entity with the components of its fields and its key")
  func entities() throws {
    let context = Context()
    let report = try table.importRecords(file, into: context)
    #expect(report.records == 7)
    #expect(report.counts == [7, 0, 0, 0])
    #expect(report.issues.isEmpty)
    #expect(
      context.keys == [
        "session a", "talk a/1", "talk a Tests", "person Ada Lee", "person Bo Graham",
        "location Hall",
        "server",
      ])
    let session = try #require(context.entity("session a"))
    #expect(session[StartClock.self]?.clock.text == "18-09-00")
    #expect(session[EndClock.self]?.clock.text == "18-10-00")
    #expect(session[LocationNames.self]?.names == ["Hall"])
    #expect(session[Description.self]?.text == "First")
    let talk = try #require(context.entity("talk a/1"))
    #expect(talk[PartOf.self]?.session == "a")
    #expect(talk[TalkIndex.self]?.number == 1)
    #expect(talk[SpeakerNames.self]?.names == ["Ada Lee"])
    let person = try #require(context.entity("person Ada Lee"))
    #expect(person[Biography.self]?.text == "Writes.")
    #expect(person[Photo.self]?.link == "p.jpg")
    #expect(person[TwitterHandle.self]?.text == "@ada")
    #expect(person.has(Organizer.self))
    #expect(context.entity("person Bo Graham")?.has(Organizer.self) == false)
    #expect(context.entity("location Hall")?[Address.self]?.text == "Street 1")
    #expect(context[Server.self]?.link == "https://example.org")
  }

  @Test("importing the same file again changes nothing and notifies no observer")
  func again() throws {
    let context = Context()
    try table.importRecords(file, into: context)
    let log = EventLog(context)
    let before = Contents(of: context)
    let report = try table.importRecords(file, into: context)
    #expect(report.records == 7)
    #expect(report.counts == [0, 0, 7, 0])
    #expect(log.take().isEmpty)
    #expect(Contents(of: context) == before)
  }

  @Test("importing reordered and reformatted records changes nothing")
  func reordered() throws {
    let context = Context()
    try table.importRecords(
      #"[{"name": "A", "bio": "x", "photo": "p"}, {"t_id": "a", "description": "é"}]"#,
      into: context)
    let log = EventLog(context)
    let report = try table.importRecords(
      #"[ {"description":"\u00e9","t_id":"a"},{"photo":"p","name":"A","bio":"x"}]"#,
      into: context)
    #expect(report.counts == [0, 0, 2, 0])
    #expect(log.take().isEmpty)
  }

  struct Edit: CustomTestStringConvertible {
    let old: String
    let new: String
    let counts: [Int]
    let events: [String]

    var testDescription: String { "\(old) becomes \(new)" }
  }

  @Test(
    "an edited file causes events only for the edits",
    arguments: [
      Edit(
        old: "18-10-00", new: "18-10-30", counts: [0, 1, 6, 0],
        events: ["updated session a EndClock"]
      ),
      Edit(
        old: #", "endTime": "18-10-00""#, new: "", counts: [0, 1, 6, 0],
        events: ["removed session a EndClock"]),
      Edit(
        old: #""t_id": "a", "t_index": 1"#, new: #""t_id": "a", "t_index": 1, "bio": "x""#,
        counts: [0, 1, 6, 0], events: ["added talk a/1 Biography"]),
      Edit(
        old: #""organizer": true"#, new: #""organizer": false"#, counts: [0, 1, 6, 0],
        events: ["removed person Ada Lee Organizer"]),
      Edit(
        old: #""organizer": false"#, new: #""organizer": true"#, counts: [0, 1, 6, 0],
        events: ["added person Bo Graham Organizer"]),
      Edit(
        old: #"["Hall"]"#, new: #"["Hall", "Yard"]"#, counts: [0, 1, 6, 0],
        events: ["updated session a LocationNames"]),
      Edit(
        old: #"["Hall"]"#, new: "[]", counts: [0, 1, 6, 0],
        events: ["removed session a LocationNames"]),
      Edit(
        old: #""twitter": "@ada""#, new: #""twitter": null"#, counts: [0, 1, 6, 0],
        events: ["removed person Ada Lee TwitterHandle"]),
      Edit(
        old: #""First","#, new: #""Second", "level": 3,"#, counts: [0, 1, 6, 0],
        events: ["updated session a Description", "added session a UnreadFields"]),
      Edit(
        old: #""startTime": "18-09-00""#, new: #""startTime": "soon""#, counts: [0, 1, 6, 0],
        events: ["added session a UnreadFields", "removed session a StartClock"]),
      Edit(
        old: #"{"name": "Hall", "address": "Street 1"},"#, new: "", counts: [0, 0, 6, 1],
        events: [
          "removed location Hall Name", "removed location Hall Location",
          "removed location Hall Address",
          "removed location Hall RecordKey",
          "destroyed location Hall",
        ]),
      Edit(
        old: #"{"server""#, new: #"{"t_id": "b"}, {"server""#, counts: [1, 0, 7, 0],
        events: ["created session b", "added session b SessionID", "added session b RecordKey"]),
      Edit(
        old: #""name": "Hall""#, new: #""name": "Yard""#, counts: [1, 0, 6, 1],
        events: [
          "created location Yard", "added location Yard Name", "added location Yard Location",
          "added location Yard Address",
          "added location Yard RecordKey", "removed location Hall Name",
          "removed location Hall Location",
          "removed location Hall Address",
          "removed location Hall RecordKey", "destroyed location Hall",
        ]),
    ])
  func edit(_ edit: Edit) throws {
    let context = Context()
    try table.importRecords(file, into: context)
    let log = EventLog(context)
    let text = try edited(edit.old, edit.new)
    let report = try table.importRecords(text, into: context)
    #expect(report.counts == edit.counts)
    #expect(log.take().sorted() == edit.events.sorted())

    let fresh = Context()
    try table.importRecords(text, into: fresh)
    #expect(Contents(of: context) == Contents(of: fresh))
  }

  @Test("an edit notifies groups and indices once, after they are updated")
  func observers() throws {
    let context = Context()
    try table.importRecords(file, into: context)
    let people = context.group(.all(Biography.self))
    var told: [String] = []
    people.observe { event in
      told.append("\(event.kind) \(people.count) of \(context.count)")
    }
    try table.importRecords(
      try edited(#""bio": "Reads.", "#, "")
        .replacing(#"{"server": "https://example.org"}"#, with: #"{"name": "C", "bio": "z"}"#),
      into: context)
    #expect(told.sorted() == ["added 2 of 7", "removed 2 of 7"])
  }

  @Test("components set by a program on an entity are left alone")
  func ratings() throws {
    let context = Context()
    try table.importRecords(file, into: context)
    let talk = try #require(context.entity("talk a/1"))
    let session = try #require(context.entity("session a"))
    let rating = Rating(stars: 5, comment: "yes", time: Instant(secondsSince1970: 5))
    talk.set(rating)
    session.set(rating)
    let own = context.createEntity(Rating(stars: 1, comment: "", time: rating.time))
    try table.importRecords(try edited("Craft", "Crafts"), into: context)
    #expect(talk[Title.self]?.text == "Crafts")
    #expect(talk[Rating.self] == rating)
    #expect(session[Rating.self] == rating)
    #expect(own.isAlive)
  }

  @Test("an entity that a program destroyed returns with the next import")
  func destroyed() throws {
    let context = Context()
    try table.importRecords(file, into: context)
    let before = Contents(of: context)
    context.entity("talk a/1")?.destroy()
    #expect(try table.importRecords(file, into: context).counts == [1, 0, 6, 0])
    #expect(Contents(of: context) == before)
  }

  @Test("a list without records is a schedule without entities")
  func empty() throws {
    let context = Context()
    let report = try table.importRecords("[]", into: context)
    #expect(report.records == 0 && report.counts == [0, 0, 0, 0] && report.issues.isEmpty)
    #expect(context.count == 0)
    try table.importRecords(file, into: context)
    #expect(try table.importRecords(" [ ] ", into: context).counts == [0, 0, 0, 7])
    #expect(context.count == 0)
  }

  @Test("contexts on several threads can import separately")
  func contexts() throws {
    let first = Context()
    let second = Context()
    try table.importRecords(file, into: first)
    try table.importRecords(#"[{"t_id": "b"}]"#, into: second)
    #expect(first.count == 7)
    #expect(second.count == 1)
  }
}
