import TextBasics

/// A day as it is typed.
package enum DayInput: Equatable, Sendable {
  /// A date of the calendar.
  case date(CivilDate)
  /// A day of the week.
  case weekday(Weekday)
  /// A day of the conference, counted from 1; if the number is greater, a day of the month.
  case number(Int)
  /// A day of a month, of any year.
  case dayOfMonth(Int, month: Int)
  /// A day that lies some days after today.
  case fromToday(Int)

  /// Creates the day that a text means, or nil if it means none.
  ///
  ///     DayInput("2015-05-18")  // a date
  ///     DayInput("mon")         // Mondays
  ///     DayInput("2")           // the second day
  ///     DayInput("tomorrow")    // one day from today
  ///     DayInput("31 jan")      // the last of January
  ///
  /// - Parameter text: A date, a number, a number and three letters or more that an English month begins
  ///   with, in any order, three letters or more that an English weekday begins with,
  ///   or one of yesterday, today and tomorrow; upper and lower case are the same.
  package init?(_ text: String) {
    let word = text.folded
    if let written = WrittenTime(text), written.time == nil {
      self = .date(written.date)
    } else if let number = Int(text), text.utf8.allSatisfy(\.isDigit), number > 0 {
      self = .number(number)
    } else if let place = ["yesterday", "today", "tomorrow"].firstIndex(of: word) {
      self = .fromToday(place - 1)
    } else if let (day, month) = Self.dayOfMonth(word) {
      self = .dayOfMonth(day, month: month)
    } else if word.utf8.count >= 3,
      let weekday = Weekday.allCases.first(where: { $0.name.folded.hasPrefix(word) })
    {
      self = .weekday(weekday)
    } else {
      return nil
    }
  }

  /// The day and the month that two words name.
  private static func dayOfMonth(_ text: String) -> (Int, Int)? {
    let words = text.split(separator: " ").map { $0.hasSuffix(".") ? $0.dropLast() : $0 }
    guard words.count == 2 else { return nil }
    for (day, month) in [(words[0], words[1]), (words[1], words[0])] {
      guard let day = Int(day), day.description.utf8.count <= 2, 1...31 ~= day,
        month.utf8.count >= 3,
        let number = CivilDate.monthNames.firstIndex(where: { $0.folded.hasPrefix(month) })
      else { continue }
      return (day, number + 1)
    }
    return nil
  }

  /// Returns the days that are meant.
  ///
  /// - Parameters:
  ///   - days: The days of the conference, in their order.
  ///   - today: The present day.
  /// - Returns: The days that are meant, none if the conference is on others. For a day that
  ///   depends on today, its date, even if the conference is not on it.
  package func dates(among days: [CivilDate], today: CivilDate) -> [CivilDate] {
    switch self {
    case .date(let date): days.filter { $0 == date }
    case .weekday(let weekday): days.filter { $0.weekday == weekday }
    case .number(let number):
      number <= days.count ? [days[number - 1]] : days.filter { $0.day == number }
    case .dayOfMonth(let day, let month): days.filter { $0.day == day && $0.month == month }
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

  /// Returns the day of the week, or of a month, that is meant and is nearest to the conference.
  ///
  /// - Parameter days: The days of the conference, in their order.
  /// - Returns: The date, of two that are as near the earlier; nil if no such day is meant, or the
  ///   conference has no days.
  package func date(nearestTo days: [CivilDate]) -> CivilDate? {
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
