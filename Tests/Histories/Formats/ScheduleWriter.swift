/// Writes a version as a file.
enum ScheduleWriter {
  /// Returns the bytes of the file.
  static func bytes(_ version: Version) -> [UInt8] {
    let text =
      switch version.shape {
      case .flat: FlatWriter.text(version)
      case .guids, .numbers: ScheduleJSONWriter.text(version)
      case .xml: ScheduleXMLWriter.text(version)
      }
    return Array(text.utf8)
  }

  /// The slots of each day and location, in the order of the file.
  static func days(
    _ version: Version
  ) -> [(date: String, index: Int, rooms: [(name: String, slots: [Slot])])] {
    let last = (version.slots.map(\.start).max() ?? 0) / Version.minutesOfDay
    let rooms = version.rooms
    return (0...last).map { day in
      let ofDay = version.slots.filter { $0.start / Version.minutesOfDay == day }
      let byRoom = rooms.map { room in (room, ofDay.filter { $0.room == room }) }
      return (
        version.date(day * Version.minutesOfDay), day + 1, byRoom.filter { !$0.1.isEmpty }
      )
    }
  }

  /// A length as frab writes it, such as "0:45".
  static func length(_ minutes: Int) -> String { "\(minutes / 60):\(Version.two(minutes % 60))" }
}
