/// What a clock on a wall shows within a day.
package struct CivilTime: Hashable, Comparable, Sendable {
  /// The start of a day, 00:00:00.
  package static let midnight = CivilTime(secondOfDay: 0)

  /// Seconds since the day began on that clock, 0 to 86,399.
  package let secondOfDay: Int

  /// Creates a time if a clock can show it.
  ///
  /// - Parameters:
  ///   - hour: 0 to 23.
  ///   - minute: 0 to 59.
  ///   - second: 0 to 59; there are no leap seconds.
  package init?(hour: Int, minute: Int, second: Int = 0) {
    guard 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second else { return nil }
    self.init(secondOfDay: hour * 3600 + minute * 60 + second)
  }

  fileprivate init(secondOfDay: Int) {
    self.secondOfDay = secondOfDay
  }

  /// The hour, 0 to 23.
  package var hour: Int { secondOfDay / 3600 }
  /// The minute, 0 to 59.
  package var minute: Int { secondOfDay / 60 % 60 }
  /// The second, 0 to 59.
  package var second: Int { secondOfDay % 60 }

  /// Whole minutes since the day began on that clock, which are as good as hour and minute.
  package var minuteOfDay: Int { secondOfDay / 60 }

  /// Hour and minute as a clock shows them, such as "09:05".
  package var clock: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2))" }

  package static func < (left: CivilTime, right: CivilTime) -> Bool {
    left.secondOfDay < right.secondOfDay
  }
}

/// A date with a time of day, as a calendar and a clock on some wall show them.
///
/// It becomes a moment only in a zone, where it may come twice or never: see `Zone.resolve`.
package struct CivilDateTime: Hashable, Comparable, Sendable {
  /// The date.
  package let date: CivilDate
  /// The time of day.
  package let time: CivilTime

  /// Creates a date with a time of day.
  ///
  /// - Parameters:
  ///   - date: The date.
  ///   - time: The time of day.
  package init(date: CivilDate, time: CivilTime) {
    self.date = date
    self.time = time
  }

  /// Creates the date and time on a clock that is a number of seconds ahead of UTC.
  ///
  /// - Parameters:
  ///   - instant: The moment; one more than a million years away is taken as that far away.
  ///   - offset: Seconds that the clock is ahead of UTC; can be negative.
  package init(_ instant: Instant, offset: Int) {
    let limit = Int64(CivilDate.dayLimit) * 86_400
    let wall = min(max(instant.secondsSince1970, -limit), limit) + Int64(offset)
    let (days, second) = wall.dividedFlooring(by: 86_400)
    date = CivilDate(daysSince1970: Int(days))
    time = CivilTime(secondOfDay: Int(second))
  }

  /// Returns the moment at which a clock with an offset from UTC shows this.
  ///
  /// - Parameter offset: Seconds that the clock is ahead of UTC; can be negative.
  /// - Returns: The moment.
  package func instant(offset: Int) -> Instant {
    Instant(secondsSince1970: wallSeconds - Int64(offset))
  }

  /// The date and time as ISO 8601 writes them without a zone, such as "2015-05-18T10:00:00".
  package var iso8601: String {
    "\(date.iso8601)T\(time.clock):\(time.second.padded(to: 2))"
  }

  /// Seconds since 1970 on a clock that shows UTC.
  var wallSeconds: Int64 {
    Int64(date.daysSince1970) * 86_400 + Int64(time.secondOfDay)
  }

  package static func < (left: CivilDateTime, right: CivilDateTime) -> Bool {
    (left.date, left.time) < (right.date, right.time)
  }
}
