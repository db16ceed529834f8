/// A date, with or without time of day and offset, as ISO 8601, RFC 3339 and RFC 5545 write it.
///
///     WrittenTime("2015-05-18T11:00+02:00")  // date, time and an offset of 7200 seconds
///     WrittenTime("2015-05-18 11:00:30.5")   // no offset; parts of a second are left out
///     WrittenTime("2015-05-18")              // a date alone
///     WrittenTime("20150518T090000Z")        // the basic form, without signs between
package struct WrittenTime: Hashable, Sendable {
  /// The date as written.
  package let date: CivilDate
  /// The time of day as written, nil if there is a date alone.
  package let time: CivilTime?
  /// Seconds ahead of UTC as written, 0 for "Z", nil if there is no offset.
  package let offset: Int?

  /// Creates a time of its parts.
  ///
  /// - Parameters:
  ///   - date: The date.
  ///   - time: The time of day, nil for a date alone.
  ///   - offset: Seconds ahead of UTC, nil if there is no offset.
  package init(date: CivilDate, time: CivilTime?, offset: Int?) {
    self.date = date
    self.time = time
    self.offset = offset
  }

  /// Creates a time from its text, or nil if the text is not of this form or no such time exists.
  ///
  /// A T or one blank separates date and time; seconds may be absent; an offset is Z, +hh:mm, +hhmm
  /// or +hh, of less than a day. Nothing may come before or after. 24:00:00 is the midnight that
  /// ends the day. A leap second, which no clock here shows, is the second before it.
  ///
  /// - Parameter text: The whole text.
  /// - Complexity: O(*m*), where *m* is the length of the text.
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
      // The last day that can be written has no midnight after it.
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

  /// The date with its time of day, midnight if none was written.
  package var civil: CivilDateTime {
    CivilDateTime(date: date, time: time ?? .midnight)
  }

  /// The moment, if an offset was written.
  package var instant: Instant? {
    offset.map { civil.instant(offset: $0) }
  }
}

extension TextCursor {
  /// Takes a date, and says whether its parts have signs between them.
  fileprivate mutating func date() -> (date: CivilDate, isExtended: Bool)? {
    guard let year = number(digits: 4...4) else { return nil }
    let isExtended = skip("-")
    guard let month = number(digits: 2...2), !isExtended || skip("-") else { return nil }
    guard let day = number(digits: 2...2) else { return nil }
    return CivilDate(year: year, month: month, day: day).map { ($0, isExtended) }
  }

  /// Takes a time of day; midnight with a mark if it is the one that ends the day.
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

  /// Takes Z, +hh:mm, +hhmm or +hh: seconds ahead of UTC.
  mutating func offset() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    guard let sign = sign(), let hour = number(digits: 2...2) else { return nil }
    let minuteFollows = skip(":") || !isAtEnd
    guard let minute = minuteFollows ? number(digits: 2...2) : 0 else { return nil }
    guard hour <= 23, minute <= 59 else { return nil }
    return sign * (hour * 3600 + minute * 60)
  }
}
