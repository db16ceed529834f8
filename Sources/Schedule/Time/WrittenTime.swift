/// A date with an optional time of day and offset, as in ISO 8601, RFC 3339 and RFC 5545.
///
///     WrittenTime("2015-05-18T11:00+02:00")  // date, time and an offset of 7200 seconds
///     WrittenTime("2015-05-18 11:00:30.5")   // no offset; fractions of a second are dropped
///     WrittenTime("2015-05-18")              // a date alone
///     WrittenTime("20150518T090000Z")        // the basic format, without separators
package struct WrittenTime: Hashable, Sendable {
  package let date: CivilDate
  /// The time of day as written, or nil for a date without a time.
  package let time: CivilTime?
  /// The offset from UTC in seconds, or nil if no offset is written.
  ///
  /// For "Z", the offset is 0.
  package let offset: Int?

  package init(date: CivilDate, time: CivilTime?, offset: Int?) {
    self.date = date
    self.time = time
    self.offset = offset
  }

  /// Creates a time from a string.
  ///
  /// The result is nil if the string is malformed or the time does not exist.
  ///
  /// A T or one space separates date and time. Seconds are optional. The offset is Z, +hh:mm, +hhmm
  /// or +hh, and less than a day. No other characters may precede or follow the time. 24:00:00 is
  /// the midnight at the end of the day. A leap second is read as the preceding second.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the string.
  package init?(_ text: some StringProtocol) {
    var cursor = TextCursor(text)
    guard let (date, isExtended) = cursor.date() else { return nil }
    guard !cursor.isAtEnd else {
      self.date = date
      time = nil
      offset = nil
      return
    }
    guard cursor.skip("T") || cursor.skip("t") || cursor.skip(" ") else { return nil }
    guard let (time, isEndOfDay) = cursor.time(isExtended: isExtended) else { return nil }
    if isEndOfDay {
      let next = date.adding(days: 1)
      // The year 10000 cannot be written, so 9999-12-31 has no midnight at its end.
      guard next.year <= 9999 else { return nil }
      self.date = next
    } else {
      self.date = date
    }
    self.time = time
    guard !cursor.isAtEnd else {
      offset = nil
      return
    }
    guard let offset = cursor.offset(), cursor.isAtEnd else { return nil }
    self.offset = offset
  }

  /// The date and time of day, or midnight if no time is written.
  package var civil: CivilDateTime {
    CivilDateTime(date: date, time: time ?? .midnight)
  }

  /// The instant, or nil if the time has no offset.
  package var instant: Instant? {
    offset.map { civil.instant(offset: $0) }
  }
}

extension TextCursor {
  /// Parses a date.
  ///
  /// The value `isExtended` is true if hyphens separate the parts.
  fileprivate mutating func date() -> (date: CivilDate, isExtended: Bool)? {
    guard let year = number(digits: 4...4) else { return nil }
    let isExtended = skip("-")
    guard let month = number(digits: 2...2), !isExtended || skip("-") else { return nil }
    guard let day = number(digits: 2...2) else { return nil }
    return CivilDate(year: year, month: month, day: day).map { ($0, isExtended) }
  }

  /// Parses a time of day.
  ///
  /// For 24:00:00, the function returns midnight, and `isEndOfDay` is true.
  fileprivate mutating func time(
    isExtended: Bool
  ) -> (time: CivilTime, isEndOfDay: Bool)? {
    guard let hour = number(digits: 2...2) else { return nil }
    guard !isExtended || skip(":"), let minute = number(digits: 2...2) else { return nil }
    var second = 0
    if isExtended ? skip(":") : next?.isDigit == true {
      guard let number = number(digits: 2...2), number <= 60 else { return nil }
      if skip(".") || skip(",") {
        guard !read(while: \.isDigit).isEmpty else { return nil }
      }
      second = min(number, 59)
    }
    if hour == 24, minute == 0, second == 0 { return (.midnight, true) }
    return CivilTime(hour: hour, minute: minute, second: second).map { ($0, false) }
  }

  /// Parses an offset of the form Z, +hh:mm, +hhmm or +hh, and returns it in seconds.
  mutating func offset() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    guard let sign = sign(), let hour = number(digits: 2...2) else { return nil }
    let minuteFollows = skip(":") || !isAtEnd
    guard let minute = minuteFollows ? number(digits: 2...2) : 0 else { return nil }
    guard hour <= 23, minute <= 59 else { return nil }
    return sign * (hour * 3600 + minute * 60)
  }
}
