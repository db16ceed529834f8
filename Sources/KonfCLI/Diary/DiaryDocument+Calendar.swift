import CommandLine
import Exchange
import Schedule

extension DiaryDocument {
  /// Returns the diary as a calendar with a journal entry for each item.
  ///
  /// A journal entry refers to the event of its talk in an exported calendar.
  ///
  /// - SeeAlso: RFC 5545, section 3.6.3.
  func calendar(at moment: Instant, by maker: String) -> Answer {
    var lines = CalendarLines(limit: limit)
    lines.begin(by: maker)
    for item in items where !lines.answer.isOver { add(item, at: moment, to: &lines) }
    lines.add("END", "VCALENDAR")
    return lines.answer
  }

  private func add(_ item: Item, at moment: Instant, to lines: inout CalendarLines) {
    let event = names.name(ofID: item.id)
    lines.add("BEGIN", "VJOURNAL")
    lines.add("UID", text: ["diary-\(event)"])
    lines.add("DTSTAMP", CivilDateTime(moment, offset: 0).basic + "Z")
    lines.add("SEQUENCE", "\(max(0, moment.secondsSince1970 / 60))")
    if let days = item.timing?.wholeDays(in: schedule.zone) {
      lines.add("DTSTART;VALUE=DATE", days.lowerBound.basic)
    } else if let start = item.timing?.start {
      let mark = schedule.zone.isFloating ? "" : "Z"
      lines.add("DTSTART", CivilDateTime(start, offset: 0).basic + mark)
    }
    lines.add("SUMMARY", text: [item.title])
    let facts = [item.speakers, item.locations].filter { !$0.isEmpty }
    let recordings = item.recordings.map { recording in
      "recording: \(recording.page)\(recording.lengthInBrackets)" as SafeText
    }
    lines.add("DESCRIPTION", text: facts + item.remarks + recordings)
    lines.add("CATEGORIES", text: [item.track])
    lines.add("RELATED-TO", text: [event])
    if let page = item.page { lines.add("URL", page) }
    lines.add("STATUS", item.isCancelled ? "CANCELLED" : "FINAL")
    lines.add("END", "VJOURNAL")
  }
}
