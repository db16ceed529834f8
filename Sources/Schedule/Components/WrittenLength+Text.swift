extension WrittenLength {
  /// Creates a length from its iCalendar form, or returns nil for any other form.
  ///
  /// Weeks and days are calendar units, so a one-day event starts and ends at the same local time.
  /// Hours, minutes and seconds are exact. A negative length is invalid.
  ///
  ///     WrittenLength(calendar: "PT1H30M")  // an hour and a half
  ///     WrittenLength(calendar: "+P1DT2H")  // a day and two hours
  ///
  /// - Complexity: O(*m*), where *m* is the length of the text.
  /// - SeeAlso: RFC 5545, 3.3.6, *Duration*
  package init?(calendar text: some StringProtocol) {
    var cursor = TextCursor(text)
    _ = cursor.skip("+")
    guard cursor.skip("P"), !cursor.isAtEnd else { return nil }
    var days = 0
    guard let units = cursor.units(["W", "D"]) else { return nil }
    for unit in units {
      days += unit.number * (unit.letter == "W" ? 7 : 1)
    }
    var seconds = 0
    if cursor.skip("T") {
      guard let units = cursor.units(["H", "M", "S"]), !units.isEmpty else { return nil }
      for unit in units {
        seconds += unit.number * (unit.letter == "H" ? 3600 : unit.letter == "M" ? 60 : 1)
      }
    }
    guard cursor.isAtEnd else { return nil }
    self.init(days: days, duration: .seconds(seconds))
  }

  /// Creates a length from any form used in schedule.xml and schedule.json.
  ///
  /// The result is nil for other forms.
  ///
  /// Days last exactly 24 hours, unlike the days in calendars. Minutes may exceed 59, and fractions
  /// of a second are dropped. A negative length is invalid.
  ///
  ///     WrittenLength(written: "0:45")      // hours and minutes
  ///     WrittenLength(written: "45")        // minutes
  ///     WrittenLength(written: "1:02:30")   // days, hours and minutes
  ///     WrittenLength(written: "00:45:00")  // hours, minutes and seconds
  ///     WrittenLength(written: "1:30:00")   // hours, minutes and seconds, as no day has 30 hours
  ///     WrittenLength(written: "PT1H30M")   // ISO 8601
  ///     WrittenLength(written: "1 day, 2:00:00")  // as Python writes it
  ///     WrittenLength(written: "135.0:00")  // minutes with a zero fraction, and seconds
  ///
  /// - Complexity: O(*m*), where *m* is the length of the text.
  package init?(written text: some StringProtocol) {
    var cursor = TextCursor(text)
    if cursor.skip("P") {
      guard let seconds = cursor.isoSeconds() else { return nil }
      self.init(duration: .seconds(seconds))
      return
    }
    // Programs that count days omit the number of days if it is zero, and write it without a
    // leading zero.
    let hasDays = cursor.next.map { $0 != UInt8(ascii: "0") } ?? false
    guard let first = cursor.number(digits: 1...7) else { return nil }
    if cursor.skip(":") {
      guard let length = cursor.length(after: first, mayCountDays: hasDays) else { return nil }
      self = length
      return
    }
    guard let seconds = cursor.rareSeconds(after: first) else { return nil }
    self.init(duration: .seconds(seconds))
  }
}

extension TextCursor {
  /// Parses the rest of a length after the first number and a colon, and returns the length.
  ///
  /// The rest consists of the minutes or of two more numbers.
  fileprivate mutating func length(after first: Int, mayCountDays: Bool) -> WrittenLength? {
    guard let second = number(digits: 1...4) else { return nil }
    if isAtEnd { return WrittenLength(duration: .seconds(first * 3600 + second * 60)) }
    guard skip(":"), let third = number(digits: 2...2), isAtEnd, second <= 59, third <= 59 else {
      return nil
    }
    let clock = Duration.seconds(first * 3600 + second * 60 + third)
    guard mayCountDays, second <= 23 else { return WrittenLength(duration: clock, clock: clock) }
    let days = Duration.seconds(first * 86_400 + second * 3600 + third * 60)
    // No schedule gives lengths in seconds. A third number other than zero is therefore a number of
    // minutes, after days and hours.
    return WrittenLength(duration: days, clock: third == 0 ? clock : nil)
  }

  /// Parses the rest of a length that begins with minutes or days, and returns the total seconds.
  ///
  /// In a length with days, a comma separates the number of days from the time.
  fileprivate mutating func rareSeconds(after first: Int) -> Int? {
    if isAtEnd { return first * 60 }
    if skip(".") {
      let fraction = read(while: \.isDigit)
      guard !fraction.isEmpty, fraction.allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
      if isAtEnd { return first * 60 }
      guard skip(":"), let second = number(digits: 2...2), second <= 59, isAtEnd else { return nil }
      return first * 60 + second
    }
    for letter in [" ", "d", "a", "y"] as [Unicode.Scalar] where !skip(letter) { return nil }
    _ = skip("s")
    guard skip(","), skip(" "), let hours = number(digits: 1...2), skip(":"),
      let minutes = number(digits: 2...2)
    else { return nil }
    var seconds = 0
    if skip(":") {
      guard let number = number(digits: 2...2) else { return nil }
      seconds = number
    }
    guard isAtEnd, hours <= 23, minutes <= 59, seconds <= 59 else { return nil }
    return first * 86_400 + hours * 3600 + minutes * 60 + seconds
  }

  /// Parses the rest of an ISO 8601 duration after the P, and returns it in seconds.
  fileprivate mutating func isoSeconds() -> Int? {
    // Years and months have no fixed length, but XML Schema durations may contain zero years and
    // months.
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

  /// Reads numbers with units, which must be in the order of `letters`.
  ///
  /// The result is nil if a number has no valid unit.
  fileprivate mutating func units(
    _ letters: [Unicode.Scalar]
  ) -> [(letter: Unicode.Scalar, number: Int)]? {
    var found: [(Unicode.Scalar, Int)] = []
    var left = letters[...]
    while next?.isDigit == true {
      guard let number = number(digits: 1...7),
        let place = left.indices.first(where: { skip(left[$0]) })
      else { return nil }
      found.append((left[place], number))
      left = left[(place + 1)...]
    }
    return found
  }
}
