// Finds the times of a recurrence rule. ICalendarEvents calls it for the rules of events, and
// ZoneDefinition for the rules of zones. Only days within the budget are searched. If times may be
// missing, `isCut` is true.

import Schedule

extension RecurrenceRule {
  struct Found {
    /// The times in order, without the first time of the event.
    var times: [CivilDateTime] = []
    /// True if the rule may have more times before the first or after the last of `times`.
    var isCut = false
  }

  struct Search {
    /// The first time of the event.
    ///
    /// This time is an occurrence even if it does not match the rule.
    let first: CivilDateTime
    /// The latest possible time of an occurrence.
    let last: CivilDateTime
    /// The moment around which the search looks for times.
    let moment: CivilDateTime
    /// The maximum number of times to find from the moment on.
    ///
    /// For a rule without a count, this is also the maximum number of times before the moment.
    let limit: Int
    let isWanted: (CivilDateTime) -> Bool
  }

  /// Returns times of the rule around a moment.
  ///
  /// At most `limit` times are at or after the moment. Before the moment, the result has at most
  /// `limit` times, or fewer than twice `limit` if the rule has a count.
  ///
  /// - Complexity: O(*n*), where *n* is the number of days in the searched periods. A rule with a
  ///   count is searched from the first time. Any other rule is searched around the moment.
  func times(
    _ search: Search, isDate: Bool, _ budget: inout RecurrenceBudget
  ) -> Found {
    let walk = RecurrenceWalk(
      rule: completed(by: search.first.date), search: search,
      clockTimes: isDate ? [.midnight] : clockTimes(of: search.first.time))
    return count.map { walk.counted($0, &budget) } ?? walk.around(&budget)
  }

  /// Returns the rule, with missing parts taken from the first time of the event.
  private func completed(by first: CivilDate) -> RecurrenceRule {
    var rule = self
    guard days.isEmpty, monthDays.isEmpty, yearDays.isEmpty else { return rule }
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

  /// Returns the times of day in order, with missing parts taken from the first time of the event.
  private func clockTimes(of first: CivilTime) -> [CivilTime] {
    var times: [CivilTime] = []
    for hour in hours.isEmpty ? [first.hour] : hours.sorted() {
      for minute in minutes.isEmpty ? [first.minute] : minutes.sorted() {
        for second in seconds.isEmpty ? [first.second] : seconds.sorted() {
          if let time = CivilTime(hour: hour, minute: minute, second: second) { times.append(time) }
        }
      }
    }
    return times
  }
}

private struct RecurrenceWalk {
  let rule: RecurrenceRule
  let search: RecurrenceRule.Search
  let clockTimes: [CivilTime]

  /// Returns the times of a rule with a count, searching from the first time.
  func counted(_ count: Int, _ budget: inout RecurrenceBudget) -> RecurrenceRule.Found {
    var found = RecurrenceRule.Found()
    var number = 0
    var passed = 1
    var later = 0
    while passed < count, let period = rule.period(number, from: search.first.date),
      period.lowerBound <= search.last.date.daysSince1970
    {
      guard let times = times(in: period, &budget) else {
        found.isCut = true
        break
      }
      for time in times where time > search.first {
        if time > search.last || passed >= count { return found }
        passed += 1
        guard search.isWanted(time) else { continue }
        guard later < search.limit else {
          found.isCut = true
          return found
        }
        if time >= search.moment { later += 1 }
        found.times.append(time)
        // Only the last times before the moment are wanted.
        if later == 0, found.times.count >= 2 * search.limit {
          found.times.removeFirst(search.limit)
          found.isCut = true
        }
      }
      number += rule.interval
    }
    return found
  }

  /// Returns the times of a rule without a count, searching from the moment in both directions.
  func around(_ budget: inout RecurrenceBudget) -> RecurrenceRule.Found {
    let pivot = min(max(search.moment, search.first), search.last)
    let middle = rule.number(of: pivot.date, from: search.first.date)
    var found = RecurrenceRule.Found()
    var earlier: [CivilDateTime] = []
    var number = middle
    backward: while number >= 0, let period = rule.period(number, from: search.first.date) {
      guard let times = times(in: period, &budget) else {
        found.isCut = true
        break
      }
      for time in times.reversed() where time < pivot && time > search.first {
        guard search.isWanted(time) else { continue }
        guard earlier.count < search.limit else {
          found.isCut = true
          break backward
        }
        earlier.append(time)
      }
      number -= rule.interval
    }
    found.times = earlier.reversed()
    number = middle
    while let period = rule.period(number, from: search.first.date),
      period.lowerBound <= search.last.date.daysSince1970
    {
      guard let times = times(in: period, &budget) else {
        found.isCut = true
        return found
      }
      for time in times where time >= pivot && time > search.first && time <= search.last {
        guard search.isWanted(time) else { continue }
        guard found.times.count - earlier.count < search.limit else {
          found.isCut = true
          return found
        }
        found.times.append(time)
      }
      number += rule.interval
    }
    return found
  }

  /// Returns the times in a period in order, or nil if the budget is exhausted.
  private func times(
    in period: Range<Int>, _ budget: inout RecurrenceBudget
  ) -> [CivilDateTime]? {
    let days = rule.candidates(in: period)
    guard budget.looks(at: max(1, days.reduce(0) { $0 + $1.count } * clockTimes.count)) else {
      return nil
    }
    let times = days.lazy.flatMap(\.self).map(CivilDate.init(daysSince1970:))
      .filter(rule.contains)
      .flatMap { date in clockTimes.map { CivilDateTime(date: date, time: $0) } }
    guard !rule.positions.isEmpty else { return Array(times) }
    let all = Array(times)
    return all.enumerated().filter { place, _ in
      rule.positions.contains(place + 1) || rule.positions.contains(place - all.count)
    }.map(\.element)
  }
}
