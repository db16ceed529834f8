extension ZoneRule {
  /// The assumed start of daylight time if a rule has no dates: the second Sunday of March.
  ///
  /// C libraries assume the same.
  private static let assumedStart = Change(day: .weekday(0, week: 2, month: 3), time: 7200)
  /// The assumed end of daylight time: the first Sunday of November.
  private static let assumedEnd = Change(day: .weekday(0, week: 1, month: 11), time: 7200)

  /// Creates a rule from a POSIX TZ string such as `CET-1CEST,M3.5.0,M10.5.0/3`.
  ///
  /// The hours have the range of RFC 9636.
  init?(_ text: some StringProtocol) {
    var cursor = TextCursor(text)
    guard let standardName = cursor.zoneName() else { return nil }
    guard let standardOffset = cursor.westwardOffset() else { return nil }
    standard = ZonePeriod(offset: standardOffset, abbreviation: standardName)
    guard !cursor.isAtEnd else {
      daylight = nil
      return
    }
    guard let name = cursor.zoneName() else { return nil }
    var offset = standardOffset + 3600
    if let next = cursor.next, next != UInt8(ascii: ",") {
      guard let written = cursor.westwardOffset() else { return nil }
      offset = written
    }
    var start = Self.assumedStart
    var end = Self.assumedEnd
    if !cursor.isAtEnd {
      guard cursor.skip(","), let first = cursor.change() else { return nil }
      guard cursor.skip(","), let second = cursor.change() else { return nil }
      start = first
      end = second
    }
    guard cursor.isAtEnd else { return nil }
    let period = ZonePeriod(offset: offset, abbreviation: name)
    daylight = Daylight(period: period, start: start, end: end)
  }
}

extension TextCursor {
  /// Parses an abbreviation of a zone.
  ///
  /// The abbreviation has 3 to 16 letters. In angle brackets, it may also contain digits, plus and
  /// minus.
  fileprivate mutating func zoneName() -> String? {
    let isQuoted = skip("<")
    let name = read {
      $0.isLetter
        || isQuoted && ($0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-"))
    }
    guard 3...16 ~= name.count, !isQuoted || skip(">") else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  /// Parses an offset that is positive west of Greenwich.
  ///
  /// - Returns: The offset in seconds, positive east of Greenwich.
  fileprivate mutating func westwardOffset() -> Int? {
    clockLength(hours: 1...2, limit: 24).map { -$0 }
  }

  /// Parses [+-]hh[:mm[:ss]] as seconds.
  private mutating func clockLength(hours digits: ClosedRange<Int>, limit: Int) -> Int? {
    let sign = sign() ?? 1
    guard let hours = number(digits: digits), hours <= limit else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where skip(":") {
      guard let part = number(digits: 2...2), part <= 59 else { return nil }
      seconds += part * unit
    }
    return sign * seconds
  }

  /// Parses a day and an optional time after a slash.
  ///
  /// The time defaults to 02:00.
  fileprivate mutating func change() -> ZoneRule.Change? {
    guard let day = ruleDay() else { return nil }
    guard skip("/") else { return ZoneRule.Change(day: day, time: 7200) }
    guard let time = clockLength(hours: 1...3, limit: 167) else { return nil }
    return ZoneRule.Change(day: day, time: time)
  }

  private mutating func ruleDay() -> ZoneRule.Day? {
    if skip("J") {
      guard let day = number(digits: 1...3), 1...365 ~= day else { return nil }
      return .julian(day)
    }
    guard skip("M") else {
      guard let day = number(digits: 1...3), day <= 365 else { return nil }
      return .dayOfYear(day)
    }
    guard let month = number(digits: 1...2), 1...12 ~= month, skip(".") else { return nil }
    guard let week = number(digits: 1...1), 1...5 ~= week, skip(".") else { return nil }
    guard let weekday = number(digits: 1...1), weekday <= 6 else { return nil }
    return .weekday(weekday, week: week, month: month)
  }
}
