import Basics
import ECSKit
import Schedule
import SourceText

extension ScheduleFormat {
  /// The schedule.xml of Pentabarf, frab, pretalx and wafer.
  ///
  /// The file contains days with rooms, and rooms with events. In old files, days contain events
  /// directly. Rooms and events outside days are read as well.
  static let frabXML = ScheduleFormat(
    name: "schedule.xml", tables: ConverterTable.frab, calendar: .dates,
    recognizes: { document in
      let schedule = document.root["schedule"]
      return schedule?["conference"] != nil || schedule?["day"] != nil
    },
    walk: { document, _, records in
      guard let schedule = document.root["schedule"] else { return }
      var walk = FrabWalk(in: document, isStrict: false)
      walk.maker = FrabMaker(of: schedule)
      records.isMarkdown = walk.maker == .pretalx
      let fromSchedule = records.readSchedule(schedule)
      for member in schedule.members where member.value.isElement {
        switch member.key {
        case "conference":
          walk.readConference(member.value, inheriting: fromSchedule, &records)
        case "day":
          var inherited = records.readDay(member.value)
          for inDay in member.value.members {
            walk.readContent(inDay, inheriting: &inherited, &records)
          }
        default:
          var inherited = Draft()
          walk.readContent(member, inheriting: &inherited, &records)
        }
      }
    })
}

extension FrabWalk {
  /// Reads a member of a schedule or a day if it is an event or a room with events.
  ///
  /// The table of the schedule or day reports all other elements.
  fileprivate mutating func readContent(
    _ member: SourceMember, inheriting inherited: inout Draft, _ records: inout RecordImport
  ) {
    guard member.value.isElement else { return }
    switch member.key {
    case "room": readRoom(member.value, inheriting: inherited, &records)
    case "event": readEvent(member.value, as: .event, inheriting: &inherited, &records)
    default: break
    }
  }

  private mutating func readRoom(
    _ room: SourceValue, inheriting inherited: Draft, _ records: inout RecordImport
  ) {
    var inherited = inherited
    // Events without a room are in a room element without a name.
    let name = room["name"]?.label?.nonEmpty
    if let name {
      records.read(room, as: FrabTable.room.rawValue)
      inherited[LocationNames.self] = LocationNames(names: [name])
    } else {
      records.look(at: room, as: FrabTable.room.rawValue)
    }
    for event in room.all("event") where event.isElement {
      readEvent(event, as: .event, in: name, inheriting: &inherited, &records)
    }
  }
}
