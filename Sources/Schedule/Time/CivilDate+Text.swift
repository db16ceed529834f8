extension CivilDate {
  package var weekdayName: String { weekday.name }

  package var monthName: String { Self.monthNames[month - 1] }

  static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Returns the name of the weekday, with three letters unless `inFull` is true.
  package func weekdayName(inFull: Bool) -> String {
    inFull ? weekdayName : String(weekdayName.prefix(3))
  }

  /// Returns the day and the month, such as "18 May".
  ///
  /// The name of the month has three letters unless `inFull` is true.
  package func dayAndMonth(inFull: Bool) -> String {
    "\(day) \(inFull ? monthName[...] : monthName.prefix(3))"
  }

  /// Returns the date without its year, such as "Mon 18 May".
  ///
  /// The names have three letters unless `inFull` is true.
  package func brief(inFull: Bool) -> String {
    "\(weekdayName(inFull: inFull)) \(dayAndMonth(inFull: inFull))"
  }

  /// The short form of the date, such as "Mon 18 May".
  package var brief: String { brief(inFull: false) }

  /// The date in words, such as "Monday 18 May 2015".
  package var words: String { "\(weekdayName) \(day) \(monthName) \(year)" }

  /// The date in ISO 8601 format, such as "2015-05-18".
  ///
  /// A year outside of 0 to 9999 has a sign and at least six digits.
  package var iso8601: String {
    let yearText =
      0...9999 ~= year
      ? year.padded(to: 4) : (year < 0 ? "-" : "+") + abs(year).padded(to: 6)
    return "\(yearText)-\(month.padded(to: 2))-\(day.padded(to: 2))"
  }
}

// The strings are cached, because formatting is slow and nearly all numbers have two digits.
private let twoDigits = (0..<100).map { "\($0 / 10)\($0 % 10)" }

extension Int {
  /// Returns the decimal digits of a nonnegative number, padded with leading zeros.
  package func padded(to width: Int) -> String {
    if width == 2, 0..<100 ~= self { return twoDigits[self] }
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}
