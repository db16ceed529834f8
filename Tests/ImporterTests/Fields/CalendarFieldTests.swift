import ECSKit
import Importer
import Schedule
import Testing

/// Events and calendars of iCalendar with each single property, and each two.
@Suite("Properties of iCalendar records")
struct CalendarFieldTests {
  private static func event(_ fields: Set<String>) -> Facts {
    func text(_ name: String, _ text: String) -> String? { fields.contains(name) ? text : nil }
    func time(_ name: String, _ written: String) -> WrittenTime? {
      text(name, written).flatMap { WrittenTime($0) }
    }
    var facts = Facts()
    facts.add(text("UID", "u").map { SessionID(text: $0) })
    facts.add(text("SUMMARY", "Types").map { Title(text: $0) })
    facts.add(text("DESCRIPTION", "Long.").map { Abstract(text: $0) })
    facts.add(text("LOCATION", "Hall").map { LocationNames(names: [$0]) })
    facts.add(time("DTSTART", "20160424T090000").map { WrittenStart(time: $0, zone: nil) })
    facts.add(time("DTEND", "20160424T095000").map { WrittenEnd(time: $0, zone: nil) })
    facts.add(text("DURATION", "").map { _ in WrittenLength(duration: .seconds(45 * 60)) })
    if fields.contains("DTSTART"), fields.isDisjoint(with: ["DTEND", "DURATION"]) {
      facts.add(WrittenLength(duration: .zero))
    }
    facts.add(
      text("URL", "https://a.org/1").flatMap { WebLink(title: "web page", text: $0) }.map {
        WebLinks(links: [$0])
      })
    facts.add(text("CATEGORIES", "iOS").map { Track(name: $0) })
    facts.add(text("ATTENDEE", "Ada").map { SpeakerNames(names: [$0]) })
    return facts
  }

  private static func line(_ field: FieldTable.Field) -> String {
    let isPerson = ["ATTENDEE", "ORGANIZER"].contains(field.name)
    return
      "\(field.name)\(isPerson ? ";CN=" : ":")\(field.text)\(isPerson ? ":mailto:a@a.org" : "")"
  }

  private static let fields: [FieldTable.Field] = [
    ("SUMMARY", "Types"), ("DESCRIPTION", "Long."), ("LOCATION", "Hall"),
    ("DTSTART", "20160424T090000"), ("DTEND", "20160424T095000"), ("DURATION", "PT45M"),
    ("URL", "https://a.org/1"), ("CATEGORIES", "iOS"), ("ATTENDEE", "Ada"),
    // A single organizer organizes the conference, and says nothing of who speaks.
    ("ORGANIZER", "Bo"), ("STATUS", "CONFIRMED"), ("SEQUENCE", "3"),
  ]

  @Test("events with an identifier and one or two properties are imported")
  func events() throws {
    let table = FieldTable(
      fields: Self.fields,
      document: { fields in
        """
        BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:u\r\n\(fields.map(Self.line).joined(separator: "\r\n"))
        END:VEVENT\r\nEND:VCALENDAR\r\n
        """
      },
      isRecord: {
        !$0.has(Conference.self) && !$0.has(Person.self) && !$0.has(Location.self)
          && !($0[RecordKey.self]?.text.hasPrefix("conference") ?? false)
      },
      meaning: { Self.event($0.union(["UID"])) })
    try table.check()
  }

  @Test("an event without an identifier is imported once any property identifies it")
  func withoutIdentifier() throws {
    for field in Self.fields {
      let fixture = try ScheduleFixture(
        """
        BEGIN:VCALENDAR\r\nNAME:Fair\r\nBEGIN:VEVENT\r\n\(Self.line(field))\r\nEND:VEVENT\r\nEND:VCALENDAR
        """)
      let isKnown = ["SUMMARY", "LOCATION", "DTSTART"].contains(field.name)
      #expect(fixture.schedule.sessions.count == (isKnown ? 1 : 0), "\(field.name)")
      #expect(isKnown || !fixture.messages.isEmpty, "\(field.name)")
    }
  }

  @Test("all properties of a calendar are imported")
  func calendar() throws {
    let table = FieldTable(
      fields: [
        ("NAME", "Fair"), ("X-WR-CALNAME", "Fair"), ("X-WR-TIMEZONE", "UTC"),
        ("URL", "https://a.org/1"),
      ],
      document: { fields in
        """
        BEGIN:VCALENDAR\r\n\(fields.map(Self.line).joined(separator: "\r\n"))
        BEGIN:VEVENT\r\nUID:u\r\nSUMMARY:A\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
        """
      }, isRecord: { !$0.has(SessionID.self) },
      meaning: { fields in
        var facts = Facts()
        let isNamed = fields.contains("NAME") || fields.contains("X-WR-CALNAME")
        facts.add(isNamed ? Conference(title: "Fair") : nil)
        facts.add(fields.contains("X-WR-TIMEZONE") ? ConferenceZone(name: "UTC") : nil)
        facts.add(fields.contains("URL") ? ConferencePage(link: "https://a.org/1") : nil)
        return facts
      })
    try table.check()
  }
}
