/// A local time of day, with a resolution of one second.
package struct CivilTime: Hashable, Comparable, Sendable {
  package static let midnight = CivilTime(secondOfDay: 0)

  /// Seconds since local midnight, 0 to 86,399.
  package let secondOfDay: Int

  /// Creates a time, or returns nil if a value is out of range.
  ///
  /// Leap seconds are not supported.
  package init?(hour: Int, minute: Int, second: Int = 0) {
    guard 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second else { return nil }
    self.init(secondOfDay: hour * 3600 + minute * 60 + second)
  }

  fileprivate init(secondOfDay: Int) {
    self.secondOfDay = secondOfDay
  }

  package var hour: Int { secondOfDay / 3600 }
  package var minute: Int { secondOfDay / 60 % 60 }
  package var second: Int { secondOfDay % 60 }

  /// Minutes since local midnight.
  package var minuteOfDay: Int { secondOfDay / 60 }

  /// The hour and minute, such as "09:05".
  package var clock: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2))" }

  package static func < (left: CivilTime, right: CivilTime) -> Bool {
    left.secondOfDay < right.secondOfDay
  }
}

/// A local date and time, without a zone.
///
/// Conversion to an instant requires a zone. In a zone, a local time may occur once, twice or not
/// at all; see `Zone.resolve`.
package struct CivilDateTime: Hashable, Comparable, Sendable {
  package let date: CivilDate
  package let time: CivilTime

  package init(date: CivilDate, time: CivilTime) {
    self.date = date
    self.time = time
  }

  /// Creates the local date and time of an instant at an offset from UTC in seconds.
  ///
  /// The instant is clamped to within about a million years of 1970.
  package init(_ instant: Instant, offset: Int) {
    let limit = Int64(CivilDate.dayLimit) * 86_400
    let wall = min(max(instant.secondsSince1970, -limit), limit) + Int64(offset)
    let (days, second) = wall.dividedFlooring(by: 86_400)
    date = CivilDate(daysSince1970: Int(days))
    time = CivilTime(secondOfDay: Int(second))
  }

  /// Returns the instant of this local time at an offset from UTC in seconds.
  package func instant(offset: Int) -> Instant {
    Instant(secondsSince1970: wallSeconds - Int64(offset))
  }

  /// The date and time in ISO 8601 format without an offset, such as "2015-05-18T10:00:00".
  package var iso8601: String {
    "\(date.iso8601)T\(time.clock):\(time.second.padded(to: 2))"
  }

  /// Seconds since 1970, computed as if the local time were UTC.
  var wallSeconds: Int64 {
    Int64(date.daysSince1970) * 86_400 + Int64(time.secondOfDay)
  }

  package static func < (left: CivilDateTime, right: CivilDateTime) -> Bool {
    (left.date, left.time) < (right.date, right.time)
  }
}
