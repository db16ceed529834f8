import Schedule

/// A date on which an event takes place, with the time of day if one is said.
struct OccurrenceTime: Hashable, Comparable {
  let date: CivilDate
  let time: CivilTime?

  static func < (first: OccurrenceTime, second: OccurrenceTime) -> Bool {
    (first.date, first.time ?? .midnight) < (second.date, second.time ?? .midnight)
  }
}

/// The clock on which the time of an event is written and on which it comes again.
///
/// What begins at nine each day does so also after clocks were changed.
struct OccurrenceClock {
  /// When the event takes place first.
  let start: WrittenTime
  /// The name that stands beside it.
  let zoneName: String?
  /// The zone of the clock, if it is known.
  let zone: Zone?

  /// Returns what the clock shows at a time that is written in another zone, or without one.
  func time(of time: WrittenTime, in other: Zone?) -> OccurrenceTime {
    // A date alone is one of any clock, and what the clock skips is still what is written.
    let isOwn = other.map { $0.name == zone?.name } ?? true
    guard time.time != nil, let zone, !isOwn || time.offset != nil,
      let instant = time.instant ?? other?.instant(of: time.civil)
    else { return OccurrenceTime(date: time.date, time: time.time) }
    let civil = zone.civil(at: instant)
    return OccurrenceTime(date: civil.date, time: civil.time)
  }

  /// Returns how long it is from the start to a time that is written in a zone, or without one.
  func length(to end: WrittenTime, in other: Zone?) -> Duration? {
    guard start.time != nil, end.time != nil else { return nil }
    let first = start.instant ?? zone?.instant(of: start.civil)
    let last = end.instant ?? (other ?? zone)?.instant(of: end.civil)
    let length =
      if let first, let last { first.duration(to: last) } else {
        start.civil.instant(offset: 0).duration(to: end.civil.instant(offset: 0))
      }
    return length < .zero ? nil : length
  }

  /// Returns what is added to the identity of the event for one of its times.
  ///
  /// It is the date, so that neither another first time nor one that is left out changes it; with
  /// the time of day where that is another one. The first time has the identity of the event.
  func suffix(of occurrence: OccurrenceTime) -> String {
    let time = occurrence.time ?? start.civil.time
    if time != start.civil.time { return "/\(occurrence.date.iso8601)T\(time.clock)" }
    return occurrence.date == start.date ? "" : "/\(occurrence.date.iso8601)"
  }

  /// The last day on which the event can take place until a time.
  func lastDate(until end: OccurrenceTime) -> CivilDate {
    // At a time of day the last day counts only where the event has begun by then.
    guard let time = end.time, let start = start.time, time < start else { return end.date }
    return end.date.adding(days: -1)
  }
}
