import TextBasics

/// A time that is typed as the start or end of a range.
package enum TimeBound: Equatable, Sendable {
  /// The present moment.
  case now
  /// What clocks show, on every day.
  case clock(CivilTime)
  /// A moment, or what the clocks of a zone show once.
  case time(TimeInput)

  /// Creates the time that a text means, or nil if it means none.
  ///
  ///     TimeBound("14:00")             // on every day
  ///     TimeBound("2015-05-18T14:00")  // once
  ///
  /// - Parameter text: A clock as `CivilTime` reads what is typed, a time as `TimeInput` reads it, or the word now.
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

  /// Whether it is met on every day.
  package var isClock: Bool {
    if case .clock = self { true } else { false }
  }

  /// Returns the moment that is meant on a day.
  ///
  /// A clock of the small hours, before the day changes, means those of the night that follows.
  ///
  /// - Parameters:
  ///   - date: The day; a clock means nothing without one.
  ///   - now: The present moment.
  ///   - zone: The zone whose clocks are meant.
  ///   - change: When the day gives way to the next.
  /// - Returns: The moment, or nil for a clock without a day.
  package func instant(
    on date: CivilDate?, now: Instant, in zone: Zone,
    changingAt change: CivilTime = .midnight
  ) -> Instant? {
    switch self {
    case .now: return now
    case .time(let input): return input.instant(in: zone)
    case .clock(let time):
      // Where a day changes late in the morning, eight o'clock is not last night's.
      let isNight = time < change && time.hour < 6
      return date.map { date in
        let date = isNight ? date.adding(days: 1) : date
        return zone.instant(of: CivilDateTime(date: date, time: time))
      }
    }
  }
}
