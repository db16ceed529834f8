import Basics

/// A typed time that starts or ends a range.
package enum TimeBound: Equatable, Sendable {
  case now
  /// A time of day, on every day.
  case clock(CivilTime)
  /// A single instant or local date and time.
  case time(TimeInput)

  /// Creates a bound from a string, or returns nil if the string is not a time.
  ///
  ///     TimeBound("14:00")             // on every day
  ///     TimeBound("2015-05-18T14:00")  // once
  ///     TimeBound("now")
  ///
  /// In addition to "now", a string is valid if `CivilTime(typed:)` or `TimeInput` can parse it.
  package init?(_ text: String) {
    if text.folded == "now" {
      self = .now
    } else if let input = TimeInput(text) {
      self = .time(input)
    } else {
      guard let time = CivilTime(typed: text) else { return nil }
      self = .clock(time)
    }
  }

  package var isClock: Bool {
    if case .clock = self { true } else { false }
  }

  /// Returns the instant of the bound on a day, or nil for a time of day if `date` is nil.
  ///
  /// A time of day that is before 06:00 and before the day change belongs to the night after the
  /// day.
  package func instant(
    on date: CivilDate?, now: Instant, in zone: Zone,
    changingAt change: CivilTime = .midnight
  ) -> Instant? {
    switch self {
    case .now: return now
    case .time(let input): return input.instant(in: zone)
    case .clock(let time):
      return date.map { date in
        zone.instant(of: CivilDateTime(date: date, orNightAfterAt: time, changingAt: change))
      }
    }
  }
}

extension CivilDateTime {
  /// Creates a time on a conference day, or in the night after the day for an early time.
  init(date: CivilDate, orNightAfterAt time: CivilTime, changingAt change: CivilTime) {
    // Even if the day changes late in the morning, eight o'clock is not part of the night.
    let isNight = time < change && time.hour < 6
    self.init(date: isNight ? date.adding(days: 1) : date, time: time)
  }
}
