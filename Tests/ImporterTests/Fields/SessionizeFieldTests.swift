import ECSKit
import Importer
import Schedule
import Testing

/// Sessions, speakers and rooms of Sessionize with each single field, and each two.
@Suite("Fields of Sessionize records")
struct SessionizeFieldTests {
  private static func object(_ fields: [FieldTable.Field]) -> String {
    "{\(fields.map { "\"\($0.name)\": \($0.text)" }.joined(separator: ", "))}"
  }

  /// The view of all, with something beside the records in question.
  private static func all(
    sessions: String = #"{"id": "other", "title": "Other"}"#, speakers: String = "",
    rooms: String = ""
  ) -> String {
    """
    {"sessions": [\(sessions)], "speakers": [\(speakers)], "rooms": [\(rooms)], "questions": [],
     "categories": [{"id": 1, "title": "Track", "items": [{"id": 5, "name": "iOS"}]},
      {"id": 2, "title": "Language", "items": [{"id": 6, "name": "German"}]},
      {"id": 3, "title": "Session type", "items": [{"id": 7, "name": "Panel"}]}]}
    """
  }

  private static func session(_ fields: Set<String>) -> Facts {
    func text(_ name: String, _ text: String) -> String? { fields.contains(name) ? text : nil }
    func time(_ name: String, _ written: String) -> WrittenTime? {
      text(name, written).flatMap { WrittenTime($0) }
    }
    // A session that only fills the schedule is no talk, so its title says what it is.
    let isService = fields.contains("isServiceSession")
    let title = text("title", "Types")
    let links = [("liveUrl", "live"), ("recordingUrl", "recording")].compactMap { field, title in
      text(field, "https://a.org/\(title)").flatMap { WebLink(title: title, text: $0) }
    }
    var facts = Facts()
    facts.add((text("id", "12") ?? title).map { SessionID(text: $0) })
    facts.add(isService ? nil : title.map { Title(text: $0) })
    facts.add(isService ? title.map { Description(text: $0) } : nil)
    facts.add(text("description", "Long.").map { Abstract(text: $0) })
    facts.add(time("startsAt", "2016-04-24T09:00:00").map { WrittenStart(time: $0) })
    facts.add(time("endsAt", "2016-04-24T09:50:00").map { WrittenEnd(time: $0) })
    facts.add(links.isEmpty ? nil : WebLinks(links: links))
    facts.add(text("speakers", "Ada").map { SpeakerNames(names: [$0]) })
    facts.add((text("room", "Attic") ?? text("roomId", "Hall")).map { LocationNames(names: [$0]) })
    facts.add(text("categoryItems", "iOS").map { Track(name: $0) })
    facts.add(text("categoryItems", "German").map { Language(code: $0) })
    facts.add(text("categoryItems", "Panel").map { SessionType(name: $0) })
    return facts
  }

  @Test("the fields of a session in the view \"All\" are imported")
  func sessions() throws {
    let table = FieldTable(
      fields: [
        ("id", #""12""#), ("title", #""Types""#), ("description", #""Long.""#),
        ("startsAt", #""2016-04-24T09:00:00""#), ("endsAt", #""2016-04-24T09:50:00""#),
        ("liveUrl", #""https://a.org/live""#), ("recordingUrl", #""https://a.org/recording""#),
        ("isServiceSession", "true"), ("speakers", #"["s"]"#), ("room", #""Attic""#),
        ("roomId", "3"), ("categoryItems", "[5, 6, 7]"),
      ],
      document: { fields in
        Self.all(
          sessions: Self.object(fields), speakers: #"{"id": "s", "fullName": "Ada"}"#,
          rooms: #"{"id": 3, "name": "Hall"}"#)
      }, isRecord: { !$0.has(Person.self) && !$0.has(Location.self) }, meaning: Self.session)
    try table.check()
  }

  @Test("the fields of a speaker in the view \"All\" are imported")
  func speakers() throws {
    let table = FieldTable(
      fields: [
        ("id", #""s""#), ("fullName", #""Ada""#), ("bio", #""Writes.""#),
        ("profilePicture", #""https://a.org/a""#),
        ("links", #"[{"url": "https://a.org/2", "title": "b"}]"#),
      ],
      document: { Self.all(speakers: Self.object($0)) }, isRecord: { $0.has(Person.self) },
      meaning: { fields in
        func text(_ name: String, _ text: String) -> String? { fields.contains(name) ? text : nil }
        var facts = Facts()
        facts.add(Person())
        facts.add(text("id", "s").map { SourceID(text: $0) })
        facts.add(text("fullName", "Ada").map { Name(text: $0) })
        facts.add(text("bio", "Writes.").map { Biography(text: $0) })
        facts.add(text("profilePicture", "https://a.org/a").map { Photo(link: $0) })
        facts.add(
          text("links", "https://a.org/2").flatMap { WebLink(title: "b", text: $0) }.map {
            WebLinks(links: [$0])
          })
        return facts
      })
    try table.check()
  }

  @Test("the fields of a room in the view \"All\" are imported")
  func rooms() throws {
    let table = FieldTable(
      fields: [("id", "3"), ("name", #""Hall""#)],
      document: { Self.all(rooms: Self.object($0)) }, isRecord: { $0.has(Location.self) },
      meaning: { fields in
        var facts = Facts()
        facts.add(Location())
        facts.add(fields.contains("id") ? SourceID(text: "3") : nil)
        facts.add(fields.contains("name") ? Name(text: "Hall") : nil)
        return facts
      })
    try table.check()
  }
}
