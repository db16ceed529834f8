import Schedule

extension RecurrenceRule {
  /// Returns the days on which an event takes place by the rule.
  ///
  /// - Parameters:
  ///   - first: The day of its first time, which counts also where it goes against the rule.
  ///   - end: The last day that it may take place on, if that is said.
  ///   - budget: How many days may be found and looked at.
  /// - Returns: The days in order; fewer than there are if the budget is used up.
  /// - Complexity: O(*n*), where *n* is the number of days in the periods that are looked at.
  func dates(
    from first: CivilDate, to end: CivilDate?, _ budget: inout RecurrenceBudget
  ) -> [CivilDate] {
    let rule = completed(by: first)
    let last = min(end ?? Self.endOfCalendar, Self.endOfCalendar)
    var dates = [first]
    var number = 0
    while let period = rule.period(number, from: first), period.lowerBound <= last.daysSince1970 {
      guard budget.looks(at: period.count) else { break }
      for date in rule.dates(in: period) where date > first {
        if date > last || dates.count >= count ?? .max { return dates }
        guard budget.takesTime() else { return dates }
        dates.append(date)
      }
      if dates.count >= count ?? .max { break }
      number += interval
    }
    return dates
  }

  /// The last day that can be written: 9999-12-31.
  private static let endOfCalendar = CivilDate(daysSince1970: 2_932_896)

  /// The rule with what it leaves to the first time of the event.
  private func completed(by first: CivilDate) -> RecurrenceRule {
    var rule = self
    guard days.isEmpty, monthDays.isEmpty else { return rule }
    switch frequency {
    case .daily: break
    case .weekly: rule.days = [Day(weekday: first.weekday, ordinal: nil)]
    case .monthly: rule.monthDays = [first.day]
    case .yearly:
      rule.monthDays = [first.day]
      if months.isEmpty { rule.months = [first.month] }
    }
    return rule
  }

  /// The days since 1970 of a period; nil beyond the calendar.
  private func period(_ number: Int, from first: CivilDate) -> Range<Int>? {
    switch frequency {
    case .daily:
      let day = first.daysSince1970 + number
      return day..<day + 1
    case .weekly:
      let afterWeekStart = (first.weekday.rawValue - weekStart.rawValue + 7) % 7
      let day = first.daysSince1970 - afterWeekStart + 7 * number
      return day..<day + 7
    case .monthly:
      let month = first.year * 12 + first.month - 1 + number
      return Self.period(year: month / 12, months: month % 12 + 1...month % 12 + 1)
    case .yearly: return Self.period(year: first.year + number, months: 1...12)
    }
  }

  private static func period(year: Int, months: ClosedRange<Int>) -> Range<Int>? {
    guard let start = CivilDate(year: year, month: months.lowerBound, day: 1) else { return nil }
    let lengths = months.map { CivilDate.length(ofMonth: $0, year: year) }
    return start.daysSince1970..<start.daysSince1970 + lengths.reduce(0, +)
  }

  private func dates(in period: Range<Int>) -> [CivilDate] {
    let dates = period.map(CivilDate.init(daysSince1970:)).filter(contains)
    if positions.isEmpty { return dates }
    return dates.enumerated().filter { place, _ in
      positions.contains(place + 1) || positions.contains(place - dates.count)
    }.map(\.element)
  }

  private func contains(_ date: CivilDate) -> Bool {
    guard months.isEmpty || months.contains(date.month) else { return false }
    let length = CivilDate.length(ofMonth: date.month, year: date.year)
    guard
      monthDays.isEmpty || monthDays.contains(date.day)
        || monthDays.contains(date.day - length - 1)
    else { return false }
    return days.isEmpty || days.contains { isMet($0, by: date, monthLength: length) }
  }

  private func isMet(_ day: Day, by date: CivilDate, monthLength: Int) -> Bool {
    guard day.weekday == date.weekday else { return false }
    guard let ordinal = day.ordinal else { return true }
    // Days are counted within the year only where nothing speaks of months.
    guard frequency == .yearly, months.isEmpty,
      let year = Self.period(year: date.year, months: 1...12)
    else { return Self.isOrdinal(ordinal, of: date.day - 1, in: monthLength) }
    let dayOfYear = date.daysSince1970 - year.lowerBound
    return Self.isOrdinal(ordinal, of: dayOfYear, in: year.count)
  }

  /// Whether a day, counted from 0, is the one by its week in a stretch of days.
  private static func isOrdinal(_ ordinal: Int, of day: Int, in length: Int) -> Bool {
    ordinal > 0 ? day / 7 + 1 == ordinal : (length - 1 - day) / 7 + 1 == -ordinal
  }
}
