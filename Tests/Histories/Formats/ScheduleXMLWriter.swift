/// Writes schedule.xml.
enum ScheduleXMLWriter {
  /// Returns the text of the file.
  static func text(_ version: Version) -> String {
    let days = ScheduleWriter.days(version)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <schedule><version>1.\(version.stamp)</version>
      <conference><acronym>\(version.acronym)</acronym><title>\(version.title)</title>
      <start>\(days[0].date)</start><end>\(days[days.count - 1].date)</end>
      <days>\(days.count)</days><timeslot_duration>00:15</timeslot_duration>
      <base_url>https://\(version.acronym).example/</base_url>
      <time_zone_name>Europe/Berlin</time_zone_name></conference>
      \(days.map { day($0, version) }.joined(separator: "\n"))
      </schedule>

      """
  }

  private static func day(
    _ day: (date: String, index: Int, rooms: [(name: String, slots: [Slot])]), _ version: Version
  ) -> String {
    let rooms = day.rooms.map { room in
      let events = room.slots.flatMap { slot in slot.talks.map { event($0, slot, version) } }
      return "<room name=\"\(room.name)\">\n\(events.joined(separator: "\n"))</room>"
    }
    return """
      <day index="\(day.index)" date="\(day.date)" start="\(day.date)T08:00:00+02:00" \
      end="\(day.date)T23:59:00+02:00">\(rooms.joined(separator: "\n"))</day>
      """
  }

  private static func event(_ talk: Talk, _ slot: Slot, _ version: Version) -> String {
    let people = talk.people.map { name in
      "<person id=\"\(Vocabulary.number(ofPerson: name))\">\(name)</person>"
    }
    return """
      <event guid="\(talk.guid)" id="\(talk.number)"><date>\(version.moment(slot.start))</date>\
      <start>\(version.clock(slot.start))</start>\
      <duration>\(ScheduleWriter.length(slot.length))</duration><room>\(slot.room)</room>\
      <title>\(talk.title)</title><language>en</language>\
      <persons>\(people.joined())</persons></event>
      """
  }
}
