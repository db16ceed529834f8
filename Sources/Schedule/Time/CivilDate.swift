/// A calendar date, without a time zone.
///
/// The calendar is proleptic Gregorian.
///
///     let date = CivilDate(year: 2015, month: 5, day: 18)
///     date?.words  // "Monday 18 May 2015"
package struct CivilDate: Hashable, Comparable, Sendable {
  /// The year.
  ///
  /// Parsed dates have a year from 1 to 9999. Computed dates may be outside this range.
  package let year: Int
  package let month: Int
  /// The day of the month, starting at 1.
  package let day: Int

  /// Creates a date in the years 1 to 9999, or returns nil if the date does not exist.
  package init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month else { return nil }
    guard day >= 1, day <= Self.length(ofMonth: month, year: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the date that is a number of days after 1970-01-01.
  ///
  /// The date is clamped to within about a million years of 1970.
  ///
  /// - SeeAlso: Howard Hinnant, *chrono-Compatible Low-Level Date Algorithms*.
  package init(daysSince1970: Int) {
    let limit = Self.dayLimit
    // If years start in March, the leap day is at the end, so no table of months is necessary.
    let shifted = min(max(daysSince1970, -limit), limit) + Self.daysFromYearZero
    let (era, dayOfEra) = shifted.dividedFlooring(by: Self.daysPerEra)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 1970-01-01, negative before that date.
  package var daysSince1970: Int {
    Self.days(year: year, month: month, day: day)
  }

  package var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    let fromMonday = (daysSince1970 + 3).dividedFlooring(by: 7).remainder
    return Weekday.allCases[fromMonday]
  }

  package static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// Returns the date that is a number of days later, or earlier if the number is negative.
  package func adding(days: Int) -> CivilDate {
    let limit = 2 * Self.dayLimit
    return CivilDate(daysSince1970: daysSince1970 + min(max(days, -limit), limit))
  }

  package static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CivilDate {
  private static let daysPerEra = 146_097
  private static let daysFromYearZero = 719_468

  /// The largest supported number of days before or after 1970.
  ///
  /// Twice this number fits in 32 bits.
  static let dayLimit = 400_000_000

  /// Returns the number of days from 1970 to a date in any year.
  ///
  /// The day may exceed the length of the month.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = yearFromMarch.dividedFlooring(by: 400)
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysPerEra + dayOfEra - daysFromYearZero
  }
}

extension BinaryInteger {
  /// Returns the quotient rounded down and a remainder that is never negative.
  func dividedFlooring(by divisor: Self) -> (quotient: Self, remainder: Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
