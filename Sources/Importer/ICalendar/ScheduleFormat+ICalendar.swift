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
    walk: { document, folders, records in
      var events = ICalendarEvents(of: document, in: folders)
      for calendar in document.root.members where calendar.key == "VCALENDAR" {
        records.takeCalendar(calendar.value)
        for member in calendar.value.members {
          switch member.key {
          case "VTIMEZONE": records.takeZone(member.value)
          case "VEVENT": records.takeEvent(member.value, among: &events)
          default: break
          }
        }
      }
    })
}

extension RecordImport {
  fileprivate mutating func takeCalendar(_ calendar: SourceValue) {
    var inherited = Draft()
    // Some calendars name their zone in a property that is called like a component.
    let name = calendar.members.filter { $0.key == "VTIMEZONE" }.compactMap(\.value.string).first
    inherited[ConferenceZone.self] = name.map { ConferenceZone(name: $0.onOneLine) }
    take(calendar, as: ICalendarTable.calendar.rawValue, inheriting: inherited)
  }

  fileprivate mutating func takeZone(_ zone: SourceValue) {
    guard zone.kind == .object else { return }
    var inherited = Draft()
    inherited[ZoneDefinition.self] = ZoneDefinition(zone)
    take(zone, as: ICalendarTable.zone.rawValue, inheriting: inherited)
  }

  /// Takes an event once for each time that it takes place.
  fileprivate mutating func takeEvent(_ event: SourceValue, among events: inout ICalendarEvents) {
    let identity = events.identity(of: event)
    guard event["STATUS"]?.label?.uppercased() != "CANCELLED" else {
      return leaveOut(event, .cancelled, key: identity.map { "event \($0)" })
    }
    let speakers = events.speakers(of: event)
    var draft = Draft()
    draft[SpeakerNames.self] = speakers.isEmpty ? nil : SpeakerNames(names: speakers)
    draft[Track.self] = event.track
    let occurrences = events.occurrences(of: event)
    for (place, item) in occurrences.items.enumerated() {
      draft[SlotID.self] = identity.map { SlotID(text: $0 + item.suffix) }
      draft[Occurrence.self] = item.occurrence
      if place == 0 {
        draft = take(event, as: ICalendarTable.event.rawValue, inheriting: draft)
        for problem in occurrences.problems {
          add(problem.kind, at: problem.position, key: draft[RecordKey.self]?.text)
        }
      } else {
        // What was read once is not read again, so that nothing is said of it twice.
        draft[RecordKey.self] = nil
        take(draft, from: event, as: ICalendarTable.event.rawValue)
      }
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

extension SourceValue {
  /// The categories of an event as one track.
  fileprivate var track: Track? {
    let names = members.filter { $0.key == "CATEGORIES" }
      .flatMap { $0.value.content.kind == .array ? $0.value.content.things : [$0.value] }
      .compactMap(\.label).filter { !$0.isEmpty }
    return names.isEmpty ? nil : Track(name: names.joined(separator: ", "))
  }
}
