/// The parser of dates in queries.
enum QueryDate {
  /// Returns the period of an ISO 8601 date: a day, a minute or a second.
  ///
  ///     QueryDate.span("2026-11-24")                 // that day in UTC
  ///     QueryDate.span("2026-11-24T09:30+01:00")     // that minute
  ///     QueryDate.span("2026-11-24 08:30:00Z")
  ///
  /// - Parameter text: The date, in UTC unless it ends with an offset.
  /// - Returns: The period in seconds since 1970, or nil if the string is not a date.
  static func span(_ text: String) -> Range<Double>? {
    var rest = Substring(text)
    func number(_ count: Int, _ range: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy({ ("0"..."9").contains($0) }),
        let number = Int(digits), range.contains(number)
      else { return nil }
      rest.removeFirst(count)
      return number
    }
    func skip(_ marks: String) -> Bool {
      guard let first = rest.first, marks.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    guard let year = number(4, 0...9999), skip("-"), let month = number(2, 1...12), skip("-"),
      let day = number(2, 1...31), day <= days(inMonth: month, of: year)
    else { return nil }
    var seconds = Double(daysSince1970(year, month, day) * 86_400)
    var length = 86_400.0
    if skip("Tt ") {
      guard let hour = number(2, 0...23), skip(":"), let minute = number(2, 0...59) else {
        return nil
      }
      seconds += Double(hour * 3600 + minute * 60)
      length = 60
      if skip(":") {
        guard let second = number(2, 0...60) else { return nil }
        seconds += Double(second)
        length = 1
      }
      if let sign = rest.first, "+-".contains(sign) {
        rest.removeFirst()
        guard let hours = number(2, 0...23) else { return nil }
        let minutes = skip(":") || !rest.isEmpty ? number(2, 0...59) : 0
        guard let minutes else { return nil }
        seconds -= (sign == "+" ? 1 : -1) * Double(hours * 3600 + minutes * 60)
      } else {
        _ = skip("Zz")
      }
    }
    return rest.isEmpty ? seconds..<seconds + length : nil
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    month == 12 ? 31 : daysSince1970(year, month + 1, 1) - daysSince1970(year, month, 1)
  }

  /// Returns the number of days from 1970-01-01 to a date in the Gregorian calendar.
  ///
  /// In this computation, years start in March, so a leap day is the last day of its year.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return shifted * 365 + floor(shifted, 4) - floor(shifted, 100) + floor(shifted, 400) + dayOfYear
      - 719_468
  }

  private static func floor(_ year: Int, _ divisor: Int) -> Int {
    (year - ((year % divisor) + divisor) % divisor) / divisor
  }
}
