/// Says what the clocks of a zone show, as lists of a conference need it.
///
///     let clocks = ConferenceClocks(zone: berlin, dayChange: schedule.dayChange(in: berlin))
///     clocks.span(timing)  // .clocks("21:00", "02:00", days: 1)
package struct ConferenceClocks {
  /// The zone whose clocks are read.
  package let zone: Zone
  /// When a day of the conference gives way to the next.
  package let dayChange: CivilTime
  private let steady = SteadyClocks()

  /// From when to when something is.
  package enum Span: Equatable, Sendable {
    /// It fills that many days from midnight to midnight.
    case wholeDays(Int)
    /// The clocks at the start and at the end, which is that many days later.
    case clocks(String, String, days: Int)
    /// The end is not known.
    case from(String)
    /// The start is not known.
    case until(String)
    /// Nothing is known.
    case unknown
  }

  /// Creates what reads the clocks.
  ///
  /// - Parameters:
  ///   - zone: The zone whose clocks are read.
  ///   - dayChange: When a day of the conference gives way to the next.
  package init(zone: Zone, dayChange: CivilTime) {
    self.zone = zone
    self.dayChange = dayChange
  }

  /// Returns the day that something is listed under; nil if its time is unknown.
  package func day(of timing: Timing?) -> CivilDate? {
    (timing?.start ?? timing?.end).map(day(at:))
  }

  /// Returns the day of the conference that a moment belongs to.
  package func day(at instant: Instant) -> CivilDate {
    zone.day(at: instant, changingAt: dayChange)
  }

  /// Returns the clock at a moment, such as "10:00".
  package func clock(_ instant: Instant) -> String { zone.civil(at: instant).time.clock }

  /// Returns the clock at a moment, with what says which of two moments it is if clocks show it twice,
  /// such as "02:30 CEST".
  package func exactClock(_ instant: Instant) -> String {
    guard !steady.areSteady(at: instant, in: zone),
      case .ambiguous = zone.resolve(zone.civil(at: instant))
    else { return clock(instant) }
    let name = zone.period(at: instant).abbreviation
    // Where a zone has no letters for it, its offset would look like a number of days.
    return "\(clock(instant)) \("+-".contains(name.prefix(1)) ? "UTC" : "")\(name)"
  }

  /// Returns the hour that something is listed under, counted from 1970 on the clocks; nil if its time
  /// is unknown.
  package func hour(of timing: Timing?) -> Int? {
    (timing?.start ?? timing?.end).map { moment in
      let civil = zone.civil(at: moment)
      return civil.date.daysSince1970 * 24 + civil.time.hour
    }
  }

  /// Returns from when to when something is.
  package func span(_ timing: Timing) -> Span {
    if let days = wholeDayCount(timing) { return .wholeDays(days) }
    switch (timing.start, timing.end) {
    case (let start?, let end?):
      let days = zone.civil(at: end).date.daysSince1970 - zone.civil(at: start).date.daysSince1970
      return .clocks(exactClock(start), exactClock(end), days: days)
    case (let start?, nil): return .from(exactClock(start))
    case (nil, let end?): return .until(exactClock(end))
    case (nil, nil): return .unknown
    }
  }

  /// Returns how many days something fills from midnight to midnight; nil if it begins or ends at
  /// another time of day.
  package func wholeDayCount(_ timing: Timing) -> Int? {
    timing.wholeDays(in: zone).map { $0.upperBound.daysSince1970 - $0.lowerBound.daysSince1970 }
  }
}

/// Remembers around which moments no clock changes, so that most times need no look at the zone.
private final class SteadyClocks {
  private var range = Instant(secondsSince1970: 0)..<Instant(secondsSince1970: 0)

  /// Returns whether clocks show each time once on the day before and the day after a moment.
  func areSteady(at instant: Instant, in zone: Zone) -> Bool {
    if range.contains(instant) { return true }
    func moment(days: Int64) -> Instant { instant.advanced(by: .seconds(days * 86_400)) }
    let changes = zone.changes(
      after: moment(days: -2).secondsSince1970, before: moment(days: 2).secondsSince1970)
    if changes.isEmpty { range = moment(days: -1)..<moment(days: 1) }
    return changes.isEmpty
  }
}
