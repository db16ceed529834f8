import ECSKit
import Schedule

/// The time of a repeated event, if it is another one than the event's own.
struct Occurrence: Component, Equatable {
  /// When it begins, on the clock that its own time is written on.
  let start: CivilDateTime
  /// Its length, if an end at a time of day or the list of its times gives one.
  let length: WrittenLength?
}

extension Draft {
  /// Gives an event the time of one of its occurrences.
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
      // An event of whole days is moved by whole days.
      let days = start.date.daysSince1970 - first.time.date.daysSince1970
      let date = end.time.date.adding(days: days)
      self[WrittenEnd.self] = WrittenEnd(time: WrittenTime(date: date, time: nil, offset: nil))
    }
  }
}
