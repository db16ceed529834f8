extension Duration {
  /// Parses a duration in a form that schedules use, or returns nil if the string is malformed.
  ///
  /// The string is either [days:]hours:minutes, where hours without days may exceed 24, or an ISO
  /// 8601 duration in weeks, days, hours, minutes and seconds. Fractions of a second are dropped.
  ///
  ///     Duration(written: "0:45")     // 45 minutes
  ///     Duration(written: "55:23")    // 3,323 minutes
  ///     Duration(written: "1:02:30")  // a day, two hours and a half
  ///     Duration(written: "PT1H30M")  // an hour and a half
  ///     Duration(written: "P0Y0M0DT0H40M0.000S")  // 40 minutes
  ///
  /// - Parameter text: The entire text.
  package init?(written text: some StringProtocol) {
    var cursor = TextCursor(text)
    guard let seconds = cursor.skip("P") ? cursor.isoDuration() : cursor.clockDuration() else {
      return nil
    }
    self = .seconds(seconds)
  }
}

extension CivilTime {
  /// Parses a time of day such as "9:05", "09:05" or "09:05:00", or returns nil.
  ///
  /// - Parameter text: The entire text.
  package init?(_ text: some StringProtocol) {
    var cursor = TextCursor(text)
    guard let hour = cursor.number(digits: 1...2), cursor.skip(":"),
      let minute = cursor.number(digits: 2...2)
    else { return nil }
    var second = 0
    if cursor.skip(":") {
      guard let number = cursor.number(digits: 2...2) else { return nil }
      second = number
    }
    guard cursor.isAtEnd else { return nil }
    self.init(hour: hour, minute: minute, second: second)
  }
}

extension TextCursor {
  /// Parses [days:]hours:minutes up to the end and returns the number of seconds.
  fileprivate mutating func clockDuration() -> Int? {
    guard let first = number(digits: 1...7), skip(":") else { return nil }
    guard let second = number(digits: 1...2) else { return nil }
    if isAtEnd { return second <= 59 ? first * 3600 + second * 60 : nil }
    guard skip(":"), let third = number(digits: 2...2), isAtEnd else { return nil }
    return second <= 23 && third <= 59 ? first * 86_400 + second * 3600 + third * 60 : nil
  }

  /// Parses the rest of an ISO 8601 duration after the P and returns the number of seconds.
  fileprivate mutating func isoDuration() -> Int? {
    // Years and months have no fixed length, but XML Schema durations contain them as 0.
    var units: [(letter: Unicode.Scalar, seconds: Int?)] = [
      ("Y", nil), ("M", nil), ("W", 604_800), ("D", 86_400),
    ]
    var isTime = false
    var seconds: Int?
    while !isAtEnd {
      if !isTime, skip("T") {
        isTime = true
        units = [("H", 3600), ("M", 60), ("S", 1)]
      }
      guard let number = number(digits: 1...7) else { return nil }
      // Each unit occurs at most once, in descending order.
      if isTime, skip("."), read(while: \.isDigit).isEmpty || next != UInt8(ascii: "S") {
        return nil
      }
      guard let place = units.indices.first(where: { skip(units[$0].letter) }) else { return nil }
      guard let length = units[place].seconds ?? (number == 0 ? 0 : nil) else { return nil }
      seconds = (seconds ?? 0) + number * length
      units.removeFirst(place + 1)
    }
    return seconds
  }
}
