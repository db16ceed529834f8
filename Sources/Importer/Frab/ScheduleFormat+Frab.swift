import ECSKit
import Schedule

extension ScheduleFormat {
  /// schedule.json of version 1, as frab and pretalx write it: days, in them rooms, in them events.
  static let frabJSON = ScheduleFormat(
    name: "schedule.json", tables: ConverterTable.frab(event: .frabEvent1), calendar: .dates,
    recognizes: { document in
      document.root["schedule"]?["conference"]?["days"]?.kind == .array
        && document.root["schedule"]?["events"] == nil
    },
    walk: { document, _, records in
      guard let conference = document.root["schedule"]?["conference"] else { return }
      records.takeConference(conference)
      for day in records.elements("days", of: conference) {
        let inherited = records.takeDay(day)
        guard let rooms = day["rooms"] else { continue }
        if rooms.kind != .object {
          records.addUnreadable("rooms", rooms, accepting: "an object with a list for each room")
        }
        for room in rooms.members {
          var inherited = inherited
          inherited[PlaceNames.self] = records.takePlace(room.key.onOneLine, from: room.value)
          if room.value.kind != .array {
            records.addUnreadable(room.key, room.value, accepting: "a list of events")
          }
          for event in room.value.elements { records.takeEvent(event, inheriting: inherited) }
        }
      }
    })

  /// schedule.json of version 2, as the hub of the Chaos Computer Club writes it: a list of events.
  static let schedule2 = ScheduleFormat(
    name: "schedule.json v2", tables: ConverterTable.frab(event: .frabEvent2), calendar: .dates,
    recognizes: { $0.root["schedule"]?["events"]?.kind == .array },
    walk: { document, _, records in
      let schedule = document.root["schedule"]
      let conference = schedule?["conference"]
      if let conference { records.takeConference(conference) }
      for day in records.elements("days", of: conference) { records.takeDay(day) }
      for person in records.elements("persons", of: schedule) {
        records.take(person, as: FrabTable.person.rawValue)
      }
      var tracks: [String: String] = [:]
      for track in records.elements("tracks", of: conference) {
        if let slug = track["slug"]?.label { tracks[slug] = track["name"]?.label }
      }
      for event in records.elements("events", of: schedule) {
        let slug = event["track"]?["slug"]?.label
        var inherited = Draft()
        inherited[Track.self] = slug.map { Track(name: tracks[$0] ?? $0) }
        records.takeEvent(event, inheriting: inherited)
      }
    })
}

extension RecordImport {
  /// Takes the conference, and the rooms that it lists.
  mutating func takeConference(_ conference: SourceValue) {
    take(conference, as: FrabTable.conference.rawValue)
    for room in elements("rooms", of: conference) { take(room, as: FrabTable.place.rawValue) }
  }

  /// Takes a day; what its events have from it is returned.
  @discardableResult
  mutating func takeDay(_ day: SourceValue) -> Draft {
    var inherited = Draft()
    inherited[DayDate.self] = take(day, as: FrabTable.day.rawValue)[DayDate.self]
    return inherited
  }

  /// Takes a place of which there is a name alone; what its events have from it is returned.
  @discardableResult
  mutating func takePlace(_ name: String, from value: SourceValue) -> PlaceNames? {
    if name.isEmpty { return nil }
    var place = Draft()
    place[Name.self] = Name(text: name)
    take(place, from: value, as: FrabTable.place.rawValue)
    return PlaceNames(names: [name])
  }

  /// Takes an event, and the people and the places that it names, unless it will not take place.
  mutating func takeEvent(_ event: SourceValue, inheriting inherited: Draft) {
    if let state = event["state"]?.label?.uppercased(), Self.absentStates.contains(state) {
      let name = ["guid", "code", "id", "title"].lazy.compactMap { event[$0]?.label }.first
      return leaveOut(event, .cancelled, key: name.map { "event \($0)" })
    }
    let draft = take(event, as: FrabTable.event.rawValue, inheriting: inherited)
    for name in draft[PlaceNames.self]?.names ?? [] { takePlace(name, from: event) }
    for list in ["persons", "participants"] {
      for person in event[list]?.things ?? [] { takePerson(person, of: draft, in: list) }
    }
  }

  /// What schedule.json calls an event that will not take place.
  private static var absentStates: [String] {
    ["CANCELED", "CANCELLED", "WITHDRAWN", "REJECTED", "DELETED"]
  }

  private mutating func takePerson(_ person: SourceValue, of event: Draft, in list: String) {
    if person.content.kind == .object || person.kind == .object {
      take(person, as: FrabTable.person.rawValue)
    } else if let name = person.label, !name.isEmpty {
      var draft = Draft()
      draft[Name.self] = Name(text: name)
      take(draft, from: person, as: FrabTable.person.rawValue)
    } else {
      let kind = ImportIssue.Kind.unreadable(
        field: list, found: person.found, accepted: "a name")
      add(kind, at: person.position, key: event[RecordKey.self]?.text)
    }
  }
}
