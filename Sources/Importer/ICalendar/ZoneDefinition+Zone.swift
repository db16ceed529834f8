// Converts a VTIMEZONE definition to a zone. ZoneNames calls it for names that are ambiguous or
// missing from the database. The number of listed clock changes is limited, because a malicious
// rule may have very many.

import Schedule

extension ZoneDefinition {
  /// The last year with listed changes.
  ///
  /// If no POSIX rule can express a part, its changes are listed individually.
  private static let lastYear = 2100

  /// Returns the defined zone, or nil if the definition has no readable parts or too many changes.
  ///
  /// If several parts of the same kind have endless rules, each part ends when the next part of
  /// that kind begins. The function subtracts the number of listed changes from the limit.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of listed changes.
  func zone(atMost limit: inout Int) -> Zone? {
    guard let first = parts.first else { return nil }
    let offsets = offsetsBefore
    let endless = [false, true].map { isDaylight in
      parts.last { $0.isDaylight == isDaylight && $0.isEndless }
    }
    let rule = tail(endless)
    // A rule for all years needs no list of changes.
    if let rule, parts.count == 2, parts.allSatisfy(\.dates.isEmpty) {
      return try? Zone(rule: rule, name: name)
    }
    if parts.count == 1, first.offsetBefore == nil || first.offsetBefore == first.offset {
      return Zone(name: name, changes: [], before: first.offset)
    }
    let end = rule == nil ? nil : endless.compactMap { $0?.start }.max()
    var changes: [Zone.Change] = []
    for (index, part) in parts.enumerated() {
      let times = part.beginnings(
        until: end, orBefore: successor(of: index)?.start, lastYear: Self.lastYear,
        offsetBefore: offsets[index], &limit)
      guard let times else { return nil }
      changes += times.map { Zone.Change(at: $0.instant(offset: offsets[index]), to: part.offset) }
    }
    return Zone(name: name, changes: changes, before: offsets[0], rule: rule)
  }

  /// Returns true if the definition and the database zone of this name belong to different places.
  ///
  /// The result is true if the definition's last standard or daylight time has an offset that
  /// `zone` never has from 1990 to 2037. A definition that only lacks clock changes is not foreign.
  func isForeign(to zone: Zone) -> Bool {
    let offsets = [false, true].compactMap { isDaylight in
      parts.last { $0.isDaylight == isDaylight }?.offset
    }
    func has(_ offset: Int, halfYears: ClosedRange<Int64>) -> Bool {
      halfYears.contains { zone.offset(at: Instant(secondsSince1970: $0 * 15_778_476)) == offset }
    }
    // Nearly every zone has these offsets in 2025, so the year 2025 is tested first.
    return !offsets.allSatisfy { has($0, halfYears: 110...111) || has($0, halfYears: 40...135) }
  }

  /// The offset from UTC before each part, in seconds.
  ///
  /// If a part does not state this offset, the offset of the previous part is used.
  private var offsetsBefore: [Int] {
    var last = parts.first { $0.isDaylight != parts.first?.isDaylight }?.offset
    return parts.map { part in
      defer { last = part.offset }
      return part.offsetBefore ?? last ?? part.offset
    }
  }

  /// Returns the next part of the same kind if the part at an index has an endless rule.
  ///
  /// The endless rule ends when the returned part begins. The result is nil if the rule is not
  /// endless, or if no such part follows.
  private func successor(of index: Int) -> Part? {
    guard parts[index].isEndless else { return nil }
    return parts[(index + 1)...].first {
      $0.isDaylight == parts[index].isDaylight && $0.start > parts[index].start
    }
  }

  /// Returns the POSIX rule for the endless parts, or nil if POSIX cannot express them.
  ///
  /// An example is `<+0100>-01:00:00<+0200>-02:00:00,M3.5.0/02:00:00,M10.5.0/03:00:00`.
  private func tail(_ endless: [Part?]) -> String? {
    guard let standard = endless[0], let daylight = endless[1],
      let start = daylight.yearlyChange, let end = standard.yearlyChange
    else { return nil }
    return Self.period(standard.offset) + Self.period(daylight.offset) + ",\(start),\(end)"
  }

  /// Returns a UTC offset as a POSIX TZ string, such as `<+0200>-02:00:00`.
  ///
  /// The string consists of a name made from the offset, and the time west of UTC.
  private static func period(_ offset: Int) -> String {
    let sign = offset < 0 ? "-" : "+"
    let parts = [abs(offset) / 3600, abs(offset) / 60 % 60, abs(offset) % 60]
    let digits = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "<\(sign)\(digits[0])\(digits[1])>"
      + "\(offset < 0 ? "+" : "-")\(digits.joined(separator: ":"))"
  }
}

extension ZoneDefinition.Part {
  fileprivate var isEndless: Bool {
    rule.map { $0.until == nil && $0.count == nil } ?? false
  }

  /// The yearly start of the part in POSIX notation, or nil if POSIX cannot express it.
  fileprivate var yearlyChange: String? {
    guard let rule, rule.frequency == .yearly, rule.interval == 1, rule.yearDays.isEmpty,
      rule.hours.isEmpty, rule.minutes.isEmpty, rule.seconds.isEmpty,
      rule.months.count <= 1, rule.days.count <= 1
    else { return nil }
    let month = rule.months.first ?? start.date.month
    let time = start.time
    guard let day = rule.days.first else {
      let monthDay = rule.monthDays.first ?? start.date.day
      guard rule.monthDays.count <= 1, rule.positions.isEmpty, monthDay > 0,
        let date = CivilDate(year: 2001, month: month, day: monthDay),
        let newYear = CivilDate(year: 2001, month: 1, day: 1)
      else { return nil }
      return "J\(date.daysSince1970 - newYear.daysSince1970 + 1)/\(Self.clock(time, days: 0))"
    }
    guard rule.months.count == 1, let first = firstDay(of: day, month: month) else { return nil }
    // A POSIX week starts on day 1, 8, 15 or 22. For other weeks, the preceding POSIX week is used,
    // and the weekday and the hour are shifted.
    let shift = first.week == 5 ? 0 : (first.day - 1) % 7
    let weekday = (day.weekday.rawValue % 7 - shift + 7) % 7
    return "M\(month).\(first.week).\(weekday)/\(Self.clock(time, days: shift))"
  }

  /// Returns the first of the seven possible days of the clock change, and its week of the month.
  ///
  /// Week 5 is the last week. The result is nil if POSIX cannot express the rule.
  private func firstDay(
    of day: RecurrenceRule.Day, month: Int
  ) -> (day: Int, week: Int)? {
    guard let rule else { return nil }
    if let ordinal = day.ordinal ?? (rule.positions.count == 1 ? rule.positions.first : nil) {
      guard rule.monthDays.isEmpty, day.ordinal == nil || rule.positions.isEmpty else { return nil }
      if ordinal == -1 { return (1, 5) }
      return 1...4 ~= ordinal ? (ordinal * 7 - 6, ordinal) : nil
    }
    let days = rule.monthDays.sorted()
    guard rule.positions.isEmpty, days.count == 7, let first = days.first, let last = days.last,
      last - first == 6
    else { return nil }
    let length = CivilDate.length(ofMonth: month, year: 2001)
    if first == -7 || month != 2 && first == length - 6 { return (1, 5) }
    guard first > 0, first <= 22 else { return nil }
    return (first, (first - 1) / 7 + 1)
  }

  private static func clock(_ time: CivilTime, days: Int) -> String {
    let parts = [time.hour + days * 24, time.minute, time.second]
    return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// Returns the starts of the part, or nil if there are too many.
  ///
  /// Each start is in the local time that applies before the change.
  fileprivate func beginnings(
    until end: CivilDateTime?, orBefore successor: CivilDateTime?, lastYear: Int,
    offsetBefore: Int, _ limit: inout Int
  ) -> [CivilDateTime]? {
    var times = [start] + dates
    if let rule {
      var last = CivilDate(year: lastYear, month: 12, day: 31).map {
        CivilDateTime(date: $0, time: .midnight)
      }
      if let until = rule.until {
        last = until.instant.map { CivilDateTime($0, offset: offsetBefore) } ?? until.civil
      } else if rule.count == nil, let end {
        last = end
      }
      var budget = RecurrenceBudget(events: 0)
      _ = budget.timesOfNextEvent(bytes: 0)
      let found = rule.times(
        RecurrenceRule.Search(
          first: start, last: last ?? RecurrenceRule.endOfCalendar, moment: start, limit: limit,
          isWanted: { time in successor.map { time < $0 } ?? true }),
        isDate: false, &budget)
      if found.isCut { return nil }
      times += found.times
    }
    limit -= min(limit, times.count)
    return limit > 0 ? times : nil
  }
}
