import ECSKit
import Schedule
import SourceText

extension ConverterTable {
  static let iCalendar = ConverterTable(
    converters: [
      "NAME": .label { Conference(title: $0) },
      "X-WR-CALNAME": .label { Conference(title: $0) },
      "X-WR-TIMEZONE": .label { ConferenceZone(name: $0) },
      "X-KONF-TIMEZONE": .label { ConferenceZone(name: $0) },
      "URL": .label { ConferencePage(link: $0) },
    ],
    keyFields: "NAME", repeats: .mentions,
    ignoredFields: [
      "VEVENT", "VTIMEZONE", "VERSION", "PRODID", "CALSCALE", "METHOD", "DESCRIPTION",
      "X-WR-CALDESC", "UID", "SOURCE", "COLOR", "IMAGE", "LAST-MODIFIED", "REFRESH-INTERVAL",
      "X-PUBLISHED-TTL",
      "X-ORIGINAL-URL", "X-WR-RELCALID",
    ]
  ) { _ in RecordName(.conference) }

  static let iCalendarZone = ConverterTable(
    converters: [:], refinement: Refinement(making: [ZoneDefinition.self]) { _ in },
    keyFields: "TZID", repeats: .mentions,
    ignoredFields: [
      "TZID", "STANDARD", "DAYLIGHT", "X-LIC-LOCATION", "TZURL", "LAST-MODIFIED", "TZUNTIL",
      "X-TZINFO", "X-PROLEPTIC-TZNAME",
    ]
  ) { $0[ZoneDefinition.self].map { RecordName(.zone, $0.name) } }

  static let iCalendarLocation = ConverterTable(
    converters: [:], refinement: .location, keyFields: "LOCATION", repeats: .mentions
  ) { $0[Name.self].map { RecordName(.location, $0.text) } }

  static let iCalendarPerson = ConverterTable(
    converters: [:], refinement: .person, keyFields: "CN", repeats: .mentions
  ) { $0[Name.self].map { RecordName(.person, $0.text) } }

  static let iCalendarEvent = ConverterTable(
    converters: [
      "SUMMARY": .label { Title(text: $0) },
      "DESCRIPTION": .prose { Abstract(text: $0) },
      "LOCATION": .label { LocationNames(names: [$0]) },
      "DTSTART": .calendarTime { WrittenStart(time: $0, zone: $1) },
      "DTEND": .calendarTime { WrittenEnd(time: $0, zone: $1) },
      "DURATION": .label(accepting: "a length of time, such as PT1H30M") {
        WrittenLength(calendar: $0)
      },
      "URL": .link(titled: "web page") { WebLinks(links: $0) },
      "TRANSP": Converter(to: Transparent.self, accepting: "OPAQUE or TRANSPARENT") { value in
        // Almost every event has the default value, OPAQUE.
        guard let label = value.label, label.utf8.count == 11 else { return .nothing }
        // In a calendar that konf exported, a talk without a star leaves the user free, but the
        // talk itself is not transparent.
        if value["X-KONF-STAR"] != nil { return .nothing }
        return label.uppercased() == "TRANSPARENT" ? .component(Transparent()) : .nothing
      },
    ],
    refinement: Refinement(making: [OtherIDs.self]) { event in
      // Programs that number talks often use the number in the UID, too, as in 17@example.org.
      if let uid = event[SessionID.self]?.text {
        let number = uid.prefix { $0.isASCII && $0.isNumber }
        if !number.isEmpty, uid.dropFirst(number.count).first == "@" {
          event[OtherIDs.self] = OtherIDs(texts: [String(number)])
        } else if event.has(IndicoText.self), let number = IndicoText.number(of: uid) {
          event[OtherIDs.self] = OtherIDs(texts: [number])
        }
      }
      if let title = event[SplitTitle.self] {
        event[SplitTitle.self] = nil
        event[Title.self] = Title(text: title.title)
      }
      if let text = event[IndicoText.self] {
        event[IndicoText.self] = nil
        // The abstract is missing if the import skips prose.
        if event.has(Abstract.self) {
          event[Abstract.self] = text.text.isEmpty ? nil : Abstract(text: text.text)
        }
      }
      if let occurrence = event[Occurrence.self] { event.move(to: occurrence) }
      // An event whose start is a date without a time lasts all day, even if the event ends on that
      // date.
      if let start = event[WrittenStart.self], start.time.time == nil,
        event[WrittenLength.self] == nil,
        event[WrittenEnd.self].map({ $0.time == start.time }) ?? true
      {
        event[WrittenEnd.self] = nil
        event[WrittenLength.self] = WrittenLength(days: 1, duration: .zero)
      }
    },
    keyFields: "UID or SUMMARY",
    ignoredFields: [
      "UID", "RECURRENCE-ID", "RRULE", "RDATE", "EXDATE", "ATTENDEE", "ORGANIZER", "CATEGORIES",
      "STATUS", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "CLASS", "PRIORITY",
      "METHOD", "GEO", "ATTACH", "COMMENT", "CONTACT", "RESOURCES", "RELATED-TO", "COLOR",
      "IMAGE", "CONFERENCE", "VALARM", "X-ALT-DESC", "REQUEST-STATUS",
      "X-KONF-STAR",
    ]
  ) { event in
    event[SessionID.self].map { RecordName(.event, $0.text) }
  }
}

extension Converter {
  fileprivate static func calendarTime<C: Component & Equatable>(
    _ make: @escaping @Sendable (WrittenTime, String?) -> C
  ) -> Converter {
    Converter(to: C.self, accepting: "date and time, such as 20150518T110000Z") { value in
      guard let text = value.label, let time = WrittenTime(text) else {
        return .unreadable(value)
      }
      return .component(make(time, value["TZID"]?.label))
    }
  }
}
