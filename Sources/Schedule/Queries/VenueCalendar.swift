package import ECSKit

/// A calendar that converts local times of the venue to instants, given the month and time zone.
///
/// Use this calendar for files that state only the day of the month. If the conference crosses the
/// end of a month, small numbers belong to the next month. For example, the days 30 and 31 precede
/// the days 1 and 2. The calendar assumes such a crossing if all days are then within two weeks, or
/// if a session crosses the end of the month. The longest run of days without sessions separates
/// the months.
package struct VenueCalendar: Sendable {
  package let year: Int
  /// The month of the first day, from 1 to 12.
  package let month: Int
  package let zone: Zone

  package init(month: ConferenceMonth, zone: Zone) {
    year = month.year
    self.month = month.month
    self.zone = zone
  }

  /// Sets the timing of every entity with a clock time, and returns the changes and problems.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of entities with a clock time.
  package func resolve(in context: Context) -> TimingResolution {
    let firstDay = Self.firstDay(
      of: context.group(.clocked).map {
        ($0[StartClock.self]?.clock.day, $0[EndClock.self]?.clock.day)
      })
    return TimingResolution(in: context) { entity, problems in
      let startClock = entity[StartClock.self]?.clock
      let endClock = entity[EndClock.self]?.clock
      func instant(_ clock: WallClock?, months: Int, from start: Instant? = nil) -> Instant? {
        guard let clock else { return nil }
        if let instant = self.instant(of: clock, months: months, from: start) { return instant }
        let name = date(months: months, day: 1).map { "\($0.monthName) \($0.year)" }
        problems.append(.impossibleDay(day: clock.day, month: name ?? "the month"))
        return nil
      }
      let startMonths = startClock.map { $0.day < firstDay ? 1 : 0 } ?? 0
      var endMonths = endClock.map { $0.day < firstDay ? 1 : 0 } ?? 0
      if Self.crosses(startClock?.day, endClock?.day) { endMonths = startMonths + 1 }
      let start = instant(startClock, months: startMonths)
      var end = instant(endClock, months: endMonths, from: start)
      if let start, let last = end, last < start {
        problems.append(.endBeforeStart)
        end = nil
      }
      return start == nil && end == nil ? nil : Timing(start: start, end: end)
    }
  }

  /// Returns the day of the month on which the conference begins.
  ///
  /// Days with smaller numbers are in the next month.
  private static func firstDay(of sessions: [(start: Int?, end: Int?)]) -> Int {
    let days = Set(sessions.flatMap { [$0.start, $0.end] }.compactMap(\.self)).sorted()
    guard var first = days.first, let last = days.last else { return 1 }
    // If no gap between two days is longer than this value, all days are in one month.
    var longest =
      sessions.contains { crosses($0.start, $0.end) } ? first + 31 - last : daysBetweenMonths - 1
    for (day, next) in zip(days, days.dropFirst()) where next - day > longest {
      longest = next - day
      first = next
    }
    return first
  }

  private static func crosses(_ start: Int?, _ end: Int?) -> Bool {
    guard let start, let end else { return false }
    return start - end >= daysBetweenMonths
  }

  /// The minimum gap between days that separates two months.
  ///
  /// If the gap is this long, the other days span at most two weeks.
  private static let daysBetweenMonths = 18

  /// Returns the instant of a clock time, or nil if the month does not have the day.
  ///
  /// For an ambiguous end, the result is the first instant that is not before the start.
  private func instant(of clock: WallClock, months: Int, from start: Instant?) -> Instant? {
    guard let date = date(months: months, day: clock.day),
      let time = CivilTime(hour: clock.hour, minute: clock.minute)
    else { return nil }
    return zone.instant(of: CivilDateTime(date: date, time: time), endingAfter: start)
  }

  private func date(months: Int, day: Int) -> CivilDate? {
    let month = month - 1 + months
    return CivilDate(year: year + month / 12, month: month % 12 + 1, day: day)
  }
}

extension ConferenceMonth {
  package var text: String { "\(year.padded(to: 4))-\(month.padded(to: 2))" }

  /// Creates a month from a string of the form `YYYY-MM`, or returns nil for any other form.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
      text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 45 }),
      let year = Int(parts[0]), let month = Int(parts[1]),
      CivilDate(year: year, month: month, day: 1) != nil
    else { return nil }
    self.init(year: year, month: month)
  }
}
