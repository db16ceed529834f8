import Basics

/// A day as typed by the user.
package enum DayInput: Equatable, Sendable {
  case date(CivilDate)
  case weekday(Weekday)
  /// The number of a conference day, counted from 1 or as in the file.
  ///
  /// If the conference has fewer days, the number denotes a day of the month.
  case number(Int)
  /// A day of a month, in any year.
  case dayOfMonth(Int, month: Int)
  /// A number of days relative to today.
  case fromToday(Int)

  /// Creates a day from a typed string, or returns nil if the string is not a day.
  ///
  ///     DayInput("2015-05-18")  // a date
  ///     DayInput("mon")         // Mondays
  ///     DayInput("2")           // the second day
  ///     DayInput("tomorrow")    // one day from today
  ///     DayInput("31 jan")      // January 31
  ///     DayInput("31 jan 2026") // the date 2026-01-31
  ///
  /// The words yesterday and today are also valid. English weekdays and months can be abbreviated
  /// to three letters or more. The day and the month may be in either order. Case is ignored.
  package init?(_ text: String) {
    let word = text.folded
    if let written = WrittenTime(text), written.time == nil {
      self = .date(written.date)
    } else if let number = Int(text), text.utf8.allSatisfy(\.isDigit) {
      self = .number(number)
    } else if let place = ["yesterday", "today", "tomorrow"].firstIndex(of: word) {
      self = .fromToday(place - 1)
    } else if let day = Self.dayOfMonth(word) {
      self = day
    } else if let weekday = Weekday(typed: text) {
      self = .weekday(weekday)
    } else {
      return nil
    }
  }

  /// Parses a day and a month in either order, followed by an optional year of four digits.
  private static func dayOfMonth(_ text: String) -> DayInput? {
    let words = text.split(separator: " ").map {
      $0.hasSuffix(".") || $0.hasSuffix(",") ? $0.dropLast() : $0
    }
    guard 2...3 ~= words.count else { return nil }
    for (day, month) in [(words[0], words[1]), (words[1], words[0])] {
      guard let day = Int(day), day.description.utf8.count <= 2, 1...31 ~= day,
        month.utf8.count >= 3,
        let number = CivilDate.monthNames.firstIndex(where: { $0.folded.hasPrefix(month) })
      else { continue }
      guard words.count == 3 else { return .dayOfMonth(day, month: number + 1) }
      guard words[2].utf8.count == 4, words[2].utf8.allSatisfy(\.isDigit),
        let year = Int(words[2])
      else { return nil }
      return CivilDate(year: year, month: number + 1, day: day).map(Self.date)
    }
    return nil
  }

  /// True for a date, with or without a year.
  package var isDate: Bool {
    switch self {
    case .date, .dayOfMonth: true
    case .weekday, .number, .fromToday: false
    }
  }

  /// True if a time of day that follows this input is on the calendar date, even after midnight.
  ///
  /// This is the case for dates and weekdays, which konf prints as in the calendar. After a number
  /// or a word such as "today", a time may be in the night after the conference day.
  package var isOfCalendar: Bool {
    if case .weekday = self { true } else { isDate }
  }

  /// Returns the conference days that the input denotes.
  ///
  /// The days must be in ascending order. Input relative to today always yields one date, even if
  /// it is not a conference day.
  package func dates(among days: [CivilDate], today: CivilDate) -> [CivilDate] {
    switch self {
    case .date(let date): days.filter { $0 == date }
    case .weekday(let weekday): days.filter { $0.weekday == weekday }
    case .number(let number):
      1...max(days.count, 1) ~= number && !days.isEmpty
        ? [days[number - 1]] : days.filter { $0.day == number }
    case .dayOfMonth(let day, let month): days.filter { $0.day == day && $0.month == month }
    case .fromToday(let count): [today.adding(days: count)]
    }
  }

  /// Returns the days of a list that match the input.
  ///
  /// Use this method for lists that do not contain all conference days. A number therefore denotes
  /// a day of the month.
  package func dates(onlyAmong days: [CivilDate], today: CivilDate) -> [CivilDate] {
    if case .number(let number) = self { return days.filter { $0.day == number } }
    return dates(among: days, today: today)
  }

  /// Returns the date and time that the input and a following time of day denote.
  ///
  /// If `isOfCalendar` is true, the time is on the calendar date. Otherwise, an early time is in
  /// the night after the conference day. Of several times, the result is the first one from today
  /// on. The days must be in ascending order.
  package func moment(
    at clock: CivilTime, isOfCalendar: Bool, among days: [CivilDate], today: CivilDate,
    changingAt change: CivilTime
  ) -> CivilDateTime? {
    func first(among days: [CivilDate], today: CivilDate) -> CivilDate? {
      let found = dates(among: days, today: today)
      return found.first { today <= $0 } ?? found.first
    }
    guard isOfCalendar else {
      let date = first(among: days, today: today)
      return date.map { CivilDateTime(date: $0, orNightAfterAt: clock, changingAt: change) }
    }
    let shift = clock < change ? 1 : 0
    let date =
      first(among: days.map { $0.adding(days: shift) }, today: today.adding(days: shift))
      ?? first(among: days, today: today) ?? date(nearestTo: days)
    return date.map { CivilDateTime(date: $0, time: clock) }
  }

  /// Returns the date on the given weekday or day of a month that is nearest to the conference.
  ///
  /// If two dates are equally near, the result is the earlier date. A date with a year is returned
  /// unchanged. For other input, or if the conference has no days, the result is nil. The days must
  /// be in ascending order.
  package func date(nearestTo days: [CivilDate]) -> CivilDate? {
    if case .date(let date) = self { return date }
    guard let first = days.first, let last = days.last else { return nil }
    if case .dayOfMonth(let day, let month) = self {
      let dates = (first.year - 1...last.year + 1).compactMap {
        CivilDate(year: $0, month: month, day: day)
      }
      func distance(_ date: CivilDate) -> Int {
        max(
          first.daysSince1970 - date.daysSince1970, date.daysSince1970 - last.daysSince1970, 0)
      }
      return dates.min { distance($0) < distance($1) }
    }
    guard case .weekday(let weekday) = self else { return nil }
    for distance in 1...7 {
      let near = [first.adding(days: -distance), last.adding(days: distance)]
      if let date = near.first(where: { $0.weekday == weekday }) { return date }
    }
    return nil
  }
}

extension Weekday {
  /// Creates a weekday from the first three or more letters of its name.
  ///
  /// The result is nil for any other string.
  package init?(typed text: String) {
    let word = text.folded
    guard word.utf8.count >= 3,
      let weekday = Self.allCases.first(where: { $0.name.folded.hasPrefix(word) })
    else { return nil }
    self = weekday
  }
}
