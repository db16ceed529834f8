extension CivilDate {
  /// The English name of the day of the week, such as "Monday".
  package var weekdayName: String { weekday.name }

  /// The English name of the month, such as "May".
  package var monthName: String { Self.monthNames[month - 1] }

  /// The English names of the months in their order.
  static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The date in words, such as "Monday 18 May 2015".
  package var words: String { "\(weekdayName) \(day) \(monthName) \(year)" }

  /// The date as ISO 8601 writes it, such as "2015-05-18".
  ///
  /// A year outside 0 to 9999 has a sign and as many digits as it needs, at least six.
  package var iso8601: String {
    let yearText =
      0...9999 ~= year
      ? year.padded(to: 4) : (year < 0 ? "-" : "+") + abs(year).padded(to: 6)
    return "\(yearText)-\(month.padded(to: 2))-\(day.padded(to: 2))"
  }
}

/// The numbers below a hundred, which are most that are written; to put them together takes long.
private let twoDigits = (0..<100).map { "\($0 / 10)\($0 % 10)" }

extension Int {
  /// The decimal digits of a number that is not negative, with zeros in front.
  func padded(to width: Int) -> String {
    if width == 2, 0..<100 ~= self { return twoDigits[self] }
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}
