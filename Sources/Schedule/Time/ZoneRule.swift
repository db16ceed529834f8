/// The rule by which a zone changes its clocks every year, as a POSIX TZ text gives it.
struct ZoneRule: Equatable, Sendable {
  /// A day that each year has.
  enum Day: Equatable, Sendable {
    /// Jn: 1 to 365, where February 29 is never counted.
    case julian(Int)
    /// n: 0 to 365, where February 29 is counted.
    case dayOfYear(Int)
    /// Mm.w.d: a weekday (0 is Sunday) of the week 1 to 5 of a month; 5 is the last.
    case weekday(Int, week: Int, month: Int)
  }

  /// The moment of a year at which clocks change, on the clock in force until then.
  struct Change: Equatable, Sendable {
    let day: Day
    /// Seconds after that day's midnight; may be negative or reach over several days.
    let time: Int
  }

  /// The part of the year with another time, which need not be ahead of the standard.
  struct Daylight: Equatable, Sendable {
    let period: ZonePeriod
    let start: Change
    let end: Change
  }

  let standard: ZonePeriod
  let daylight: Daylight?

  /// What is in force at a moment.
  func period(at instant: Instant) -> ZonePeriod {
    guard let daylight else { return standard }
    let seconds = instant.secondsSince1970
    let year = CivilDateTime(instant, offset: 0).date.year
    // Southern intervals reach into the next year, and times of day up to a week over its ends.
    for year in (year - 2)...(year + 1) {
      let start = start(of: daylight, year: year)
      let sameYear = end(of: daylight, year: year)
      let end = sameYear > start ? sameYear : end(of: daylight, year: year + 1)
      if start <= seconds, seconds < end { return daylight.period }
    }
    return standard
  }

  /// The moments between two others at which clocks may change, not in order.
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
  /// The change in a year, in seconds since 1970 on the clock in force until then.
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
