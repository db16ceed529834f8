import ECSKit
import Schedule

extension ScheduleFormat {
  /// schedule.xml as Pentabarf, frab, pretalx and wafer write it: days, in them rooms, in them
  /// events; old ones have their events in the days.
  static let frabXML = ScheduleFormat(
    name: "schedule.xml", tables: ConverterTable.frab(event: .frabEvent1), calendar: .dates,
    recognizes: { document in
      let schedule = document.root["schedule"]
      return schedule?["conference"] != nil || schedule?["day"] != nil
    },
    walk: { document, _, records in
      for member in document.root["schedule"]?.members ?? document.root.members {
        switch member.key {
        case "conference": records.takeConference(member.value)
        case "day":
          let inherited = records.takeDay(member.value)
          for inDay in member.value.members {
            switch inDay.key {
            case "room": records.takeRoom(inDay.value, inheriting: inherited)
            case "event": records.takeEvent(inDay.value, inheriting: inherited)
            default: break
            }
          }
        default: break
        }
      }
    })
}

extension RecordImport {
  /// Takes a room and its events.
  fileprivate mutating func takeRoom(_ room: SourceValue, inheriting inherited: Draft) {
    var inherited = inherited
    // What has no room stands in one without a name.
    if let name = room["name"]?.label, !name.isEmpty {
      take(room, as: FrabTable.place.rawValue)
      inherited[PlaceNames.self] = PlaceNames(names: [name])
    }
    for member in room.members where member.key == "event" {
      takeEvent(member.value, inheriting: inherited)
    }
  }
}
