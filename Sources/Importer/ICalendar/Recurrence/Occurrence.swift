import ECSKit
import Schedule

/// The time of an occurrence that differs from the event's own time.
struct Occurrence: Component, Equatable {
  /// The start, on the clock of the event.
  let start: CivilDateTime
  /// The duration, or nil if the event has no duration or ends on a date without a time.
  let length: WrittenLength?
}

extension Draft {
  mutating func move(to occurrence: Occurrence) {
    self[Occurrence.self] = nil
    guard let first = self[WrittenStart.self] else { return }
    let start = occurrence.start
    self[WrittenStart.self] = WrittenStart(
      time: WrittenTime(
        date: start.date, time: first.time.time.map { _ in start.time }, offset: first.time.offset),
      zone: first.zone)
    let end = self[WrittenEnd.self]
    self[WrittenEnd.self] = nil
    if let length = occurrence.length {
      self[WrittenLength.self] = length
    } else if let end, first.time.time == nil, end.time.time == nil {
      // An all-day event moves by a whole number of days.
      let days = start.date.daysSince1970 - first.time.date.daysSince1970
      let date = end.time.date.adding(days: days)
      self[WrittenEnd.self] = WrittenEnd(time: WrittenTime(date: date, time: nil, offset: nil))
    }
  }
}
