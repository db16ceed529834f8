/// Writes schedule.json, with or without GUIDs.
enum ScheduleJSONWriter {
  /// Returns the text of the file.
  static func text(_ version: Version) -> String {
    let days = ScheduleWriter.days(version)
    return """
      {"schedule": {"version": "1.\(version.stamp)", "base_url": "https://\(version.acronym).example/",
      "conference": {"acronym": "\(version.acronym)", "title": "\(version.title)",
      "start": "\(days[0].date)", "end": "\(days[days.count - 1].date)", "daysCount": \(days.count),
      "timeslot_duration": "00:15", "time_zone_name": "Europe/Berlin", "days": [
      \(days.map { day($0, version) }.joined(separator: ",\n"))]}}}

      """
  }

  private static func day(
    _ day: (date: String, index: Int, rooms: [(name: String, slots: [Slot])]), _ version: Version
  ) -> String {
    let rooms = day.rooms.map { room in
      let events = room.slots.flatMap { slot in slot.talks.map { event($0, slot, version) } }
      return "\"\(room.name)\": [\n\(events.joined(separator: ",\n"))]"
    }
    return """
      {"index": \(day.index), "date": "\(day.date)", "day_start": "\(day.date)T08:00:00+02:00",
      "day_end": "\(day.date)T23:59:00+02:00", "rooms": {\(rooms.joined(separator: ",\n"))}}
      """
  }

  private static func event(_ talk: Talk, _ slot: Slot, _ version: Version) -> String {
    let guid = version.shape.hasGUIDs ? #" "guid": "\#(talk.guid)","# : ""
    let people = talk.people.map { name in
      #"{"id": \#(Vocabulary.number(ofPerson: name)), "public_name": "\#(name)"}"#
    }
    return """
      {"id": \(talk.number),\(guid) "date": "\(version.moment(slot.start))", \
      "start": "\(version.clock(slot.start))", "duration": "\(ScheduleWriter.length(slot.length))", \
      "room": "\(slot.room)", "title": "\(talk.title)", "subtitle": "", "track": null, \
      "type": "talk", "language": "en", "abstract": "", "persons": [\(people.joined(separator: ", "))]}
      """
  }
}
