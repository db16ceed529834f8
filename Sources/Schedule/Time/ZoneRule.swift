/// The rule for a zone's yearly clock changes, as in a POSIX TZ string.
struct ZoneRule: Equatable, Sendable {
  enum Day: Equatable, Sendable {
    /// The format Jn: a day from 1 to 365, never counting February 29.
    case julian(Int)
    /// The format n: a day from 0 to 365, counting February 29.
    case dayOfYear(Int)
    /// The format Mm.w.d: a weekday in a week of a month.
    ///
    /// The weekday 0 is Sunday. The week is from 1 to 5, where 5 is the last week of the month.
    case weekday(Int, week: Int, month: Int)
  }

  /// A yearly clock change, in the local time before the change.
  struct Change: Equatable, Sendable {
    let day: Day
    /// The number of seconds after midnight of the day.
    ///
    /// The value may be negative or exceed the length of a day.
    let time: Int
  }

  /// The yearly period of daylight time.
  ///
  /// The daylight offset may be smaller than the standard offset.
  struct Daylight: Equatable, Sendable {
    let period: ZonePeriod
    let start: Change
    let end: Change
  }

  let standard: ZonePeriod
  let daylight: Daylight?

  func period(at instant: Instant) -> ZonePeriod {
    guard let daylight else { return standard }
    let seconds = instant.secondsSince1970
    let year = CivilDateTime(instant, offset: 0).date.year
    // In the southern hemisphere, daylight time extends into the next year. A change may also be up
    // to a week away from its day.
    for year in (year - 2)...(year + 1) {
      let start = start(of: daylight, year: year)
      let sameYear = end(of: daylight, year: year)
      let end = sameYear > start ? sameYear : end(of: daylight, year: year + 1)
      if start <= seconds, seconds < end { return daylight.period }
    }
    return standard
  }

  /// Returns the changes between two instants, in no particular order.
  ///
  /// Changes at the two instants are excluded.
  func changes(after first: Int64, before last: Int64) -> [Int64] {
    guard let daylight else { return [] }
    let years = [first, last].map {
      CivilDateTime(Instant(secondsSince1970: $0), offset: 0).date.year
    }
    var found: [Int64] = []
    for year in (years[0] - 1)...(years[1] + 1) {
      let candidates = [start(of: daylight, year: year), end(of: daylight, year: year)]
      found += candidates.filter { first < $0 && $0 < last }
    }
    return found
  }

  private func start(of daylight: Daylight, year: Int) -> Int64 {
    daylight.start.wallSeconds(year: year) - Int64(standard.offset)
  }

  private func end(of daylight: Daylight, year: Int) -> Int64 {
    daylight.end.wallSeconds(year: year) - Int64(daylight.period.offset)
  }
}

extension ZoneRule.Change {
  /// Returns the seconds from 1970 to the change in a year, in the local time before the change.
  fileprivate func wallSeconds(year: Int) -> Int64 {
    Int64(day.daysSince1970(year: year)) * 86_400 + Int64(time)
  }
}

extension ZoneRule.Day {
  fileprivate func daysSince1970(year: Int) -> Int {
    switch self {
    case .julian(let day):
      let leapDay = day > 59 && CivilDate.length(ofMonth: 2, year: year) == 29 ? 1 : 0
      return CivilDate.days(year: year, month: 1, day: day) + leapDay
    case .dayOfYear(let day):
      return CivilDate.days(year: year, month: 1, day: 1) + day
    case .weekday(let weekday, let week, let month):
      let first = CivilDate.days(year: year, month: month, day: 1)
      // 1970-01-01 was a Thursday, day 4 when Sunday is 0.
      let firstWeekday = (first + 4).dividedFlooring(by: 7).remainder
      let day = (weekday - firstWeekday).dividedFlooring(by: 7).remainder + (week - 1) * 7
      return first + (day < CivilDate.length(ofMonth: month, year: year) ? day : day - 7)
    }
  }
}
