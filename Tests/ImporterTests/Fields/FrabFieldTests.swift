import ECSKit
import Importer
import Schedule
import Testing

/// Events, people, rooms and conferences of schedule.json and schedule.xml with each single field, and
/// each two.
@Suite("Fields of frab records")
struct FrabFieldTests {
  // MARK: Events

  private static let date = "2016-03-26T10:00:00+01:00"
  private static let end = "2016-03-26T11:00:00+01:00"

  /// The fields of an event in JSON, by the version of the format.
  private static func events(_ version: Int, type: String) -> [FieldTable.Field] {
    let times: [FieldTable.Field] =
      version == 1
      ? [
        ("date", "\"\(date)\""), ("start", #""10:30""#), ("duration", #""0:45""#),
        ("room", #""Attic""#), ("track", #""Main""#),
      ]
      : [
        ("start", "\"\(date)\""), ("duration", #""PT45M""#), ("room", #"{"name": "Attic"}"#),
        ("track", #"{"name": "Main"}"#),
      ]
    return times + [
      ("guid", #""G""#), ("code", #""C""#), ("id", "7"), ("title", #""Types""#),
      ("subtitle", #""And values""#), ("abstract", #""Short.""#), ("description", #""Long.""#),
      ("language", #""de""#), ("end", "\"\(end)\""), ("type", "\"\(type)\""),
      ("url", #""https://a.org/1""#), ("links", #"[{"url": "https://a.org/2", "title": "b"}]"#),
      ("attachments", #"[{"url": "https://a.org/3", "title": "c"}]"#),
      ("video_download_url", #""https://a.org/4""#), ("feedback_url", #""https://a.org/5""#),
      ("persons", #"[{"id": 1, "public_name": "Ada"}]"#),
    ]
  }

  /// The same fields in XML.
  private static let elements: [FieldTable.Field] = events(1, type: "META").map { name, text in
    let content =
      switch name {
      case "links": "<link href='https://a.org/2'>b</link>"
      case "attachments": "<attachment href='https://a.org/3'>c</attachment>"
      case "persons": "<person id='1'>Ada</person>"
      default: text.replacing("\"", with: "")
      }
    return (name, content)
  }

  /// What an event in the room Hall means.
  private static func meaning(
    _ fields: Set<String>, version: Int, type: String, place: String?
  ) -> Facts {
    func text(_ name: String, _ text: String) -> String? { fields.contains(name) ? text : nil }
    let ids = [text("guid", "G"), text("code", "C"), text("id", "7")].compactMap(\.self)
    // In version 2 the types BREAK and META say that it is no talk; in version 1 nothing does.
    let isPause = version == 2 && fields.contains("type") && ["META", "BREAK"].contains(type)
    let title = text("title", "Types")
    let abstract = [text("abstract", "Short."), text("description", "Long.")].compactMap(\.self)
    let links = [
      text("url", "web page"), text("links", "b"), text("attachments", "c"),
      text("video_download_url", "video"), text("feedback_url", "feedback"),
    ].enumerated().compactMap { place, title in
      title.flatMap { WebLink(title: $0, text: "https://a.org/\(place + 1)") }
    }
    let start = text(version == 1 ? "date" : "start", date).flatMap { WrittenTime($0) }
    var facts = Facts()
    facts.add((ids.first ?? title).map { SessionID(text: $0) })
    facts.add(ids.count > 1 ? OtherIDs(texts: Array(ids.dropFirst())) : nil)
    facts.add(isPause ? nil : title.map { Title(text: $0) })
    facts.add(isPause ? title.map { Description(text: $0) } : nil)
    facts.add(text("subtitle", "And values").map { Subtitle(text: $0) })
    facts.add(abstract.isEmpty ? nil : Abstract(text: abstract.joined(separator: "\n\n")))
    facts.add(text("language", "de").map { Language(code: $0) })
    facts.add(text("track", "Main").map { Track(name: $0) })
    facts.add(isPause ? nil : text("type", type).map { SessionType(name: $0) })
    facts.add(
      text("room", "Attic").map { LocationNames(names: [$0]) }
        ?? place.map { LocationNames(names: [$0]) })
    facts.add(text("persons", "Ada").map { SpeakerNames(names: [$0]) })
    facts.add(links.isEmpty ? nil : WebLinks(links: links))
    facts.add(start.map { WrittenStart(time: $0) })
    facts.add(
      version == 1
        ? text("start", "10:30").flatMap { CivilTime($0) }.map { DayClock(time: $0) } : nil)
    facts.add(text("end", end).flatMap { WrittenTime($0) }.map { WrittenEnd(time: $0) })
    facts.add(text("duration", "").map { _ in WrittenLength(duration: .seconds(45 * 60)) })
    facts.add(place == nil ? nil : WrittenTime("2016-03-26").map { DayDate(date: $0.date) })
    return facts
  }

  private static func isEvent(_ entity: Entity) -> Bool {
    !entity.has(Conference.self) && !entity.has(ConferenceDay.self) && !entity.has(Person.self)
      && !entity.has(Location.self)
  }

  private static func object(_ fields: [FieldTable.Field]) -> String {
    "{\(fields.map { "\"\($0.name)\": \($0.text)" }.joined(separator: ", "))}"
  }

  @Test("the fields of an event in schedule.json are imported, with META as an ordinary type")
  func event1() throws {
    let type = "META"
    let table = FieldTable(
      fields: Self.events(1, type: type),
      document: { fields in
        """
        {"schedule": {"conference": {"title": "Fair", "days": [{"date": "2016-03-26",
          "rooms": {"Hall": [\(Self.object(fields))]}}]}}}
        """
      }, isRecord: Self.isEvent,
      meaning: { Self.meaning($0, version: 1, type: type, place: "Hall") })
    try table.check()
  }

  @Test(
    "the fields of an event in schedule.json version 2 are imported",
    arguments: ["TALK", "META", "BREAK"])
  func event2(type: String) throws {
    let table = FieldTable(
      fields: Self.events(2, type: type).filter { field in
        type != "BREAK" || ["guid", "title", "type", "persons"].contains(field.name)
      },
      document: { fields in
        """
        {"schedule": {"version": "2", "conference": {"title": "Fair", "days": []},
          "events": [\(Self.object(fields))]}}
        """
      }, isRecord: Self.isEvent,
      meaning: { Self.meaning($0, version: 2, type: type, place: nil) })
    try table.check()
  }

  @Test("the fields of an event in schedule.xml are imported, with META as an ordinary type")
  func eventXML() throws {
    let table = FieldTable(
      fields: Self.elements,
      document: { fields in
        let event = fields.map { "<\($0.name)>\($0.text)</\($0.name)>" }.joined()
        return """
          <schedule><conference><title>Fair</title></conference><day date="2016-03-26">
          <room name="Hall"><event>\(event)</event></room></day></schedule>
          """
      }, isRecord: Self.isEvent,
      meaning: { Self.meaning($0, version: 1, type: "META", place: "Hall") })
    try table.check()
  }

  @Test(
    "a long text that begins with the short one does not repeat it",
    arguments: [
      ("Short.", "Short. And long.", "Short. And long."), ("Short.", "Short.", "Short."),
      ("Short.", "Long. Short.", "Short.\n\nLong. Short."), ("Short.", "", "Short."),
      ("", "Long.", "Long."),
    ])
  func abstracts(short: String, long: String, expected: String) throws {
    let fields = [
      ("id", "7"), ("title", "\"A\""), ("abstract", "\"\(short)\""), ("description", "\"\(long)\""),
    ]
    let json = try ScheduleFixture(
      """
      {"schedule": {"conference": {"days": [{"date": "2016-03-26", "rooms": {"Hall":
        [\(Self.object(fields))]}}]}}}
      """)
    let xml = try ScheduleFixture(
      """
      <schedule><day date="2016-03-26"><event id="7"><title>A</title><abstract>\(short)</abstract>
      <description>\(long)</description></event></day></schedule>
      """)
    for fixture in [json, xml] {
      #expect(try fixture.entity("A")[Abstract.self]?.text == expected)
    }
  }

  // MARK: People

  private static func person(_ fields: Set<String>, name: String? = nil) -> Facts {
    func text(_ name: String, _ text: String) -> String? { fields.contains(name) ? text : nil }
    // A number is no identifier: in files that were put together, two people have the same.
    let id = text("guid", "G") ?? text("code", "C")
    let name =
      name ?? text("public_name", "Ada") ?? text("name", "Ada Lee")
      ?? text("full_public_name", "Ada B. Lee")
    let photo = text("avatar", "https://a.org/a") ?? text("avatar_url", "https://a.org/u")
    var facts = Facts()
    facts.add(Person())
    facts.add(name.map { Name(text: $0) })
    facts.add(id.map { SourceID(text: $0) })
    facts.add(text("biography", "Writes.").map { Biography(text: $0) })
    facts.add(photo.map { Photo(link: $0) })
    facts.add(
      text("links", "https://a.org/2").flatMap { WebLink(title: "b", text: $0) }.map {
        WebLinks(links: [$0])
      })
    return facts
  }

  private static let people: [FieldTable.Field] = [
    ("id", "1"), ("guid", #""G""#), ("code", #""C""#), ("name", #""Ada Lee""#),
    ("public_name", #""Ada""#), ("full_public_name", #""Ada B. Lee""#),
    ("biography", #""Writes.""#), ("avatar", #""https://a.org/a""#),
    ("avatar_url", #""https://a.org/u""#),
    ("links", #"[{"url": "https://a.org/2", "title": "b"}]"#),
  ]

  @Test(
    "a person is imported from an event's list and from the list of all people",
    arguments: [false, true])
  func people(isOfAll: Bool) throws {
    let table = FieldTable(
      fields: Self.people,
      document: { fields in
        let list = "\"persons\": [\(Self.object(fields))]"
        return """
          {"schedule": {\(isOfAll ? "\(list)," : "") "conference": {"title": "Fair", "days": [
            {"date": "2016-03-26", "rooms": {"Hall": [
            {"id": 7, "title": "A"\(isOfAll ? "" : ", \(list)")}]}}]}}}
          """
      }, isRecord: { $0.has(Person.self) }, meaning: { Self.person($0) },
      same: [["avatar", "avatar_url"]])
    try table.check()
  }

  @Test("a person is imported from an event of schedule.xml")
  func peopleXML() throws {
    let attributes = ["id", "guid", "code", "avatar", "biography"]
    let table = FieldTable(
      fields: Self.people.filter { attributes.contains($0.name) },
      document: { fields in
        let beside = fields.map { " \($0.name)='\($0.text.replacing("\"", with: ""))'" }
        return """
          <schedule><day date="2016-03-26"><event id="7"><title>A</title><persons>
          <person\(beside.joined())>Ada</person></persons></event></day></schedule>
          """
      }, isRecord: { $0.has(Person.self) }, meaning: { Self.person($0, name: "Ada") })
    try table.check()
  }

  @Test("each of several people has a separate identifier", arguments: ["guid", "code"])
  func identifiers(field: String) throws {
    let names = ["Ada", "Bo", "Cy"]
    let people = names.map { "<person \(field)='id-of-\($0)' id='\($0.utf8.count)'>\($0)</person>" }
    let fixture = try ScheduleFixture(
      """
      <schedule><day date="2016-03-26"><event id="7"><title>A</title><persons>
      \(people.joined())</persons></event><event id="8"><title>B</title><persons>
      \(people.reversed().joined())</persons></event></day></schedule>
      """)
    let found = fixture.schedule.people.map { [$0[Name.self]?.text, $0[SourceID.self]?.text] }
    #expect(found == names.map { [$0, "id-of-\($0)"] })
    #expect(try fixture.entity("A")[SpeakerNames.self]?.names == names)
    #expect(try fixture.entity("B")[SpeakerNames.self]?.names == names.reversed())
  }

  // MARK: Rooms and the conference

  @Test("the fields of a room are imported", arguments: [false, true])
  func rooms(isOfSchedule: Bool) throws {
    let table = FieldTable(
      fields: [("name", #""Hall""#), ("guid", #""G""#), ("description", #""Large.""#)],
      document: { fields in
        let list = "\"rooms\": [\(Self.object(fields))]"
        return """
          {"schedule": {\(isOfSchedule ? "\(list)," : "") "conference": {"title": "Fair",
            \(isOfSchedule ? "" : "\(list),") "days": []}}}
          """
      }, isRecord: { $0.has(Location.self) },
      meaning: { fields in
        var facts = Facts()
        facts.add(Location())
        if fields.contains("name") { facts.add(Name(text: "Hall")) }
        if fields.contains("guid") { facts.add(SourceID(text: "G")) }
        if fields.contains("description") { facts.add(Description(text: "Large.")) }
        return facts
      })
    try table.check()
  }

  private static func conference(_ fields: Set<String>) -> Facts {
    func text(_ name: String, _ text: String) -> String? { fields.contains(name) ? text : nil }
    var facts = Facts()
    facts.add(text("title", "Fair").map { Conference(title: $0) })
    facts.add(text("acronym", "f").map { Acronym(text: $0) })
    facts.add(
      (text("url", "https://a.org/1") ?? text("base_url", "https://a.org/2")).map {
        ConferencePage(link: $0)
      })
    facts.add(text("time_zone_name", "UTC").map { ConferenceZone(name: $0) })
    facts.add((text("version", "1.2") ?? text("release", "3")).map { ScheduleVersion(text: $0) })
    facts.add(text("day_change", "04:00").flatMap { CivilTime($0) }.map { DayChange(time: $0) })
    return facts
  }

  @Test(
    "the fields of the conference are imported from schedule.json and schedule.xml",
    arguments: [false, true])
  func conference(isXML: Bool) throws {
    let table = FieldTable(
      fields: [
        ("title", "Fair"), ("acronym", "f"), ("url", "https://a.org/1"),
        ("base_url", "https://a.org/2"), ("time_zone_name", "UTC"), ("version", "1.2"),
        ("release", "3"), ("day_change", "04:00"),
      ],
      document: { fields in
        if isXML {
          let inside = fields.map { "<\($0.name)>\($0.text)</\($0.name)>" }.joined()
          return """
            <schedule><conference>\(inside)</conference><day date="2016-03-26"><event id="7">
            <title>A</title></event></day></schedule>
            """
        }
        let inside = fields.map { "\"\($0.name)\": \"\($0.text)\"" }.joined(separator: ", ")
        return """
          {"schedule": {"conference": {\(inside), "days": [{"date": "2016-03-26", "rooms": {"Hall":
            [{"id": 7, "title": "A"}]}}]}}}
          """
      },
      isRecord: {
        !$0.has(SessionID.self) && !$0.has(Location.self) && !$0.has(ConferenceDay.self)
      }, meaning: Self.conference, same: [["url", "base_url"], ["version", "release"]])
    try table.check()
  }
}
