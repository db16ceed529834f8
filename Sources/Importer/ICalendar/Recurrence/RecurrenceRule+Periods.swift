import Schedule

extension RecurrenceRule {
  /// The last representable time, at the end of the year 9999.
  static let endOfCalendar = CivilDateTime(
    date: CivilDate(daysSince1970: 2_932_896),
    time: CivilTime(hour: 23, minute: 59, second: 59) ?? .midnight)

  /// Returns the days of a period, as numbers of days since 1970.
  ///
  /// The period is `number` periods after the period that contains `first`. The result is nil if
  /// the period is beyond the calendar.
  func period(_ number: Int, from first: CivilDate) -> Range<Int>? {
    switch frequency {
    case .daily:
      let day = first.daysSince1970 + number
      return day..<day + 1
    case .weekly:
      let day = firstOfWeek(of: first) + 7 * number
      return day..<day + 7
    case .monthly:
      let month = first.year * 12 + first.month - 1 + number
      return Self.period(year: month / 12, months: month % 12 + 1...month % 12 + 1)
    case .yearly: return Self.period(year: first.year + number, months: 1...12)
    }
  }

  /// Returns the number of the last applicable period that starts on or before a date.
  ///
  /// Periods are numbered from the period that contains `first`, which has the number zero. A
  /// period is applicable if its number is a multiple of the rule's interval. The result is zero if
  /// no such period exists.
  func number(of date: CivilDate, from first: CivilDate) -> Int {
    let number =
      switch frequency {
      case .daily: date.daysSince1970 - first.daysSince1970
      case .weekly: (firstOfWeek(of: date) - firstOfWeek(of: first)) / 7
      case .monthly: date.year * 12 + date.month - first.year * 12 - first.month
      case .yearly: date.year - first.year
      }
    return max(0, number / interval * interval)
  }

  private func firstOfWeek(of date: CivilDate) -> Int {
    date.daysSince1970 - (date.weekday.rawValue - weekStart.rawValue + 7) % 7
  }

  private static func period(year: Int, months: ClosedRange<Int>) -> Range<Int>? {
    guard let start = CivilDate(year: year, month: months.lowerBound, day: 1) else { return nil }
    let lengths = months.map { CivilDate.length(ofMonth: $0, year: year) }
    return start.daysSince1970..<start.daysSince1970 + lengths.reduce(0, +)
  }

  /// Returns the days of a period, without the months that the rule excludes.
  func candidates(in period: Range<Int>) -> [Range<Int>] {
    guard !months.isEmpty, frequency == .yearly || frequency == .monthly else { return [period] }
    let first = CivilDate(daysSince1970: period.lowerBound)
    let named = frequency == .yearly ? months : months.intersection([first.month])
    return named.sorted().compactMap { Self.period(year: first.year, months: $0...$0) }
  }

  func contains(_ date: CivilDate) -> Bool {
    guard months.isEmpty || months.contains(date.month) else { return false }
    let length = CivilDate.length(ofMonth: date.month, year: date.year)
    guard
      monthDays.isEmpty || monthDays.contains(date.day)
        || monthDays.contains(date.day - length - 1)
    else { return false }
    if !yearDays.isEmpty {
      let (day, count) = Self.dayOfYear(date)
      guard yearDays.contains(day + 1) || yearDays.contains(day - count) else { return false }
    }
    if days.isEmpty || days.contains(Day(weekday: date.weekday, ordinal: nil)) { return true }
    // Ordinals count within the year in a yearly rule without months, and otherwise within the
    // month.
    let (day, count) =
      frequency == .yearly && months.isEmpty ? Self.dayOfYear(date) : (date.day - 1, length)
    return days.contains(Day(weekday: date.weekday, ordinal: day / 7 + 1))
      || days.contains(Day(weekday: date.weekday, ordinal: -((count - 1 - day) / 7 + 1)))
  }

  private static func dayOfYear(_ date: CivilDate) -> (day: Int, count: Int) {
    guard let year = period(year: date.year, months: 1...12) else { return (0, 365) }
    return (date.daysSince1970 - year.lowerBound, year.count)
  }
}
