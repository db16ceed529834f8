import ECSKit
import Schedule

/// The tables of iCalendar, by their places in the format.
private enum ICalendarTable: Int, CaseIterable {
  case calendar, zone, place, person, event

  var table: ConverterTable {
    switch self {
    case .calendar: .iCalendar
    case .zone: .iCalendarZone
    case .place: .iCalendarPlace
    case .person: .iCalendarPerson
    case .event: .iCalendarEvent
    }
  }
}

extension ScheduleFormat {
  /// iCalendar: an event is a slot and a talk in one.
  static let iCalendar = ScheduleFormat(
    name: "iCalendar", tables: ICalendarTable.allCases.map(\.table), calendar: .dates,
    recognizes: { $0.root["VCALENDAR"] != nil },
    walk: { document, records in
      let events = ICalendarEvents(of: document)
      for calendar in document.root.members where calendar.key == "VCALENDAR" {
        records.takeCalendar(calendar.value)
        for member in calendar.value.members {
          switch member.key {
          case "VTIMEZONE": records.takeZone(member.value)
          case "VEVENT": records.takeEvent(member.value, among: events)
          default: break
          }
        }
      }
    })
}

/// What has to be known of all events of a document before one of them is read.
private struct ICalendarEvents {
  /// How many events have an identifier, or the start of a longer one.
  private var uses: [String: Int] = [:]
  /// Whether organizers differ from event to event, so that they are who speaks.
  private let organizersSpeak: Bool

  init(of document: SourceDocument) {
    var organizers: Set<String> = []
    for calendar in document.root.members {
      for event in calendar.value.members where event.key == "VEVENT" {
        for identifier in Self.identifiers(of: event.value) { uses[identifier, default: 0] += 1 }
        if let name = event.value["ORGANIZER"]?["CN"]?.label { organizers.insert(name) }
      }
    }
    organizersSpeak = organizers.count > 1
  }

  /// What tells an event from all others, and as far as it can be stays when the event is moved.
  ///
  /// Only where several events have one identifier does it go on with the time, and with the title
  /// if that is one too.
  func identifier(of event: SourceValue) -> String? {
    let identifiers = Self.identifiers(of: event)
    return identifiers.first { uses[$0] == 1 } ?? identifiers.last
  }

  private static func identifiers(of event: SourceValue) -> [String] {
    let time = event["RECURRENCE-ID"]?.label ?? event["DTSTART"]?.label
    let parts = [event["UID"]?.label, time, event["SUMMARY"]?.label].compactMap(\.self)
      .filter { !$0.isEmpty }
    return parts.indices.map { parts[...$0].joined(separator: " ") }
  }

  func speakers(of event: SourceValue) -> [String] {
    let attendees = names("ATTENDEE", of: event)
    return attendees.isEmpty && organizersSpeak ? names("ORGANIZER", of: event) : attendees
  }

  private func names(_ property: String, of event: SourceValue) -> [String] {
    event.members.lazy.filter { $0.key == property }
      .compactMap { $0.value["CN"]?.label }.filter { !$0.isEmpty }
  }
}

extension RecordImport {
  fileprivate mutating func takeCalendar(_ calendar: SourceValue) {
    var inherited = Draft()
    // Some calendars name their zone in a property that is called like a component.
    let name = calendar.members.filter { $0.key == "VTIMEZONE" }.compactMap(\.value.string).first
    inherited[ConferenceZone.self] = name.map { ConferenceZone(name: $0.trimmed) }
    take(calendar, as: ICalendarTable.calendar.rawValue, inheriting: inherited)
  }

  fileprivate mutating func takeZone(_ zone: SourceValue) {
    guard zone.kind == .object else { return }
    var inherited = Draft()
    inherited[ZoneDefinition.self] = ZoneDefinition(zone)
    take(zone, as: ICalendarTable.zone.rawValue, inheriting: inherited)
  }

  fileprivate mutating func takeEvent(_ event: SourceValue, among events: ICalendarEvents) {
    guard event["STATUS"]?.label?.uppercased() != "CANCELLED" else {
      return leaveOut(event, .cancelled, key: events.identifier(of: event))
    }
    let speakers = events.speakers(of: event)
    let tracks = event.members.filter { $0.key == "CATEGORIES" }
      .flatMap { $0.value.content.kind == .array ? $0.value.content.things : [$0.value] }
      .compactMap(\.label).filter { !$0.isEmpty }
    var inherited = Draft()
    inherited[SlotID.self] = events.identifier(of: event).map { SlotID(text: $0) }
    if !speakers.isEmpty { inherited[SpeakerNames.self] = SpeakerNames(names: speakers) }
    if !tracks.isEmpty { inherited[Track.self] = Track(name: tracks.joined(separator: ", ")) }
    let draft = take(event, as: ICalendarTable.event.rawValue, inheriting: inherited)
    for member in event.members where ["RRULE", "RDATE"].contains(member.key) {
      add(.recurrence(member.value.label ?? ""), at: member.keyPosition, key: draft.shownKey)
    }
    for name in draft[PlaceNames.self]?.names ?? [] {
      take(named: name, from: event, as: .place)
    }
    for name in speakers { take(named: name, from: event, as: .person) }
  }

  private mutating func take(
    named name: String, from value: SourceValue, as table: ICalendarTable
  ) {
    var draft = Draft()
    draft[Name.self] = Name(text: name)
    take(draft, from: value, as: table.rawValue)
  }
}

extension Draft {
  fileprivate var shownKey: String? { self[RecordKey.self]?.text }
}
