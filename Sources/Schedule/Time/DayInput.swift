/// A day that somebody typed.
package enum DayInput: Equatable, Sendable {
  /// A date of the calendar.
  case date(CivilDate)
  /// A day of the week.
  case weekday(Weekday)
  /// A day of the conference, counted from 1; where there are not so many, one of a month.
  case number(Int)
  /// A day that lies some days after today.
  case fromToday(Int)

  /// Creates the day that a text means, or nil if it means none.
  ///
  ///     DayInput("2015-05-18")  // a date
  ///     DayInput("mon")         // Mondays
  ///     DayInput("2")           // the second day
  ///     DayInput("tomorrow")    // one day from today
  ///
  /// - Parameter text: A date, a number, three letters or more that an English weekday begins with,
  ///   or one of yesterday, today and tomorrow; upper and lower case are the same.
  package init?(_ text: String) {
    let word = text.folded
    if let written = WrittenTime(text), written.time == nil {
      self = .date(written.date)
    } else if let number = Int(text), text.utf8.allSatisfy(\.isDigit), number > 0 {
      self = .number(number)
    } else if let place = ["yesterday", "today", "tomorrow"].firstIndex(of: word) {
      self = .fromToday(place - 1)
    } else if word.utf8.count >= 3,
      let weekday = Weekday.allCases.first(where: { $0.name.folded.hasPrefix(word) })
    {
      self = .weekday(weekday)
    } else {
      return nil
    }
  }

  /// Returns the days that are meant.
  ///
  /// - Parameters:
  ///   - days: The days of the conference, in their order.
  ///   - today: The present day.
  /// - Returns: Those of the days that are meant, none if the conference is on others; of a day that
  ///   depends on today, the date, whether the conference is on it or not.
  package func dates(among days: [CivilDate], today: CivilDate) -> [CivilDate] {
    switch self {
    case .date(let date): days.filter { $0 == date }
    case .weekday(let weekday): days.filter { $0.weekday == weekday }
    case .number(let number):
      number <= days.count ? [days[number - 1]] : days.filter { $0.day == number }
    case .fromToday(let count): [today.adding(days: count)]
    }
  }

  /// Returns the days that are meant among others than those of the conference, which have no numbers.
  ///
  /// - Parameters:
  ///   - days: The days, in their order.
  ///   - today: The present day.
  /// - Returns: Those of the days that are meant.
  package func dates(onlyAmong days: [CivilDate], today: CivilDate) -> [CivilDate] {
    if case .number(let number) = self { return days.filter { $0.day == number } }
    return dates(among: days, today: today)
  }

  /// Returns the day of the week that is meant and is nearest to the conference.
  ///
  /// - Parameter days: The days of the conference, in their order.
  /// - Returns: The date, of two that are as near the earlier; nil if no day of the week is meant, or
  ///   the conference has no days.
  package func date(nearestTo days: [CivilDate]) -> CivilDate? {
    guard case .weekday(let weekday) = self, let first = days.first, let last = days.last else {
      return nil
    }
    for distance in 1...7 {
      let near = [first.adding(days: -distance), last.adding(days: distance)]
      if let date = near.first(where: { $0.weekday == weekday }) { return date }
    }
    return nil
  }
}
