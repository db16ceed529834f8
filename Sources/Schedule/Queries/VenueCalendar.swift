package import ECSKit

/// The month and the zone that turn what the clocks at the venue show into moments.
///
/// The schedule says only days of a month. After the end of a month come the first days of the
/// next, which the days themselves show: of the days 1, 2, 30 and 31 the last two come first. Days
/// are read so if all of them lie within two weeks that way, or if a session extends over the end
/// of the month, from the 31st to the 1st; then the longest stretch of days without sessions
/// separates the months.
package struct VenueCalendar: Sendable {
  /// The year of the first day.
  package let year: Int
  /// The month of the first day.
  package let month: Int
  /// The zone whose clocks are meant.
  package let zone: Zone

  /// Creates the calendar of a venue.
  ///
  /// - Parameters:
  ///   - month: The month that the first day of the conference lies in.
  ///   - zone: The zone of the venue.
  package init(month: ConferenceMonth, zone: Zone) {
    year = month.year
    self.month = month.month
    self.zone = zone
  }

  /// Gives every entity with a clock time its timing.
  ///
  /// - Parameter context: The context of the schedule.
  /// - Returns: The entities with a changed timing, and what could not be resolved.
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

  /// The day with which the first month begins; smaller numbers are in the next month.
  private static func firstDay(of sessions: [(start: Int?, end: Int?)]) -> Int {
    let days = Set(sessions.flatMap { [$0.start, $0.end] }.compactMap(\.self)).sorted()
    guard var first = days.first, let last = days.last else { return 1 }
    // The stretch over the end of the month is the longest if the days do not cross it.
    var longest =
      sessions.contains { crosses($0.start, $0.end) } ? first + 31 - last : daysBetweenMonths - 1
    for (day, next) in zip(days, days.dropFirst()) where next - day > longest {
      longest = next - day
      first = next
    }
    return first
  }

  /// Whether a session extends over the end of a month.
  private static func crosses(_ start: Int?, _ end: Int?) -> Bool {
    guard let start, let end else { return false }
    return start - end >= daysBetweenMonths
  }

  /// How far back a day lies at least that is one of the next month; the rest is two weeks.
  private static let daysBetweenMonths = 18

  /// The moment that a clock means; if clocks show an end twice, the one that is not before the
  /// start.
  private func instant(of clock: WallClock, months: Int, from start: Instant?) -> Instant? {
    guard let date = date(months: months, day: clock.day),
      let time = CivilTime(hour: clock.hour, minute: clock.minute)
    else { return nil }
    return zone.instant(of: CivilDateTime(date: date, time: time), endingAfter: start)
  }

  /// A day a number of months after the month of the conference.
  private func date(months: Int, day: Int) -> CivilDate? {
    let month = month - 1 + months
    return CivilDate(year: year + month / 12, month: month % 12 + 1, day: day)
  }
}

extension ConferenceMonth {
  /// The month as it is written, such as "2015-05".
  package var text: String { "\(year.padded(to: 4))-\(month.padded(to: 2))" }

  /// Reads a text of the form `YYYY-MM`.
  ///
  /// - Parameter text: The text; anything else gives nil.
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
