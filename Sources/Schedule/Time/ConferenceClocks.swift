/// A formatter for the local times at a conference.
///
///     let clocks = ConferenceClocks(zone: berlin, dayChange: schedule.dayChange(in: berlin))
///     clocks.span(timing)  // .clocks("21:00", "02:00", days: 1)
package struct ConferenceClocks {
  package let zone: Zone
  /// The local time when a day of the conference starts.
  package let dayChange: CivilTime
  private let steady = SteadyClocks()

  /// The printed start and end of an event.
  package enum Span: Equatable, Sendable {
    /// A number of whole days, from midnight to midnight.
    case wholeDays(Int)
    /// The start and end times, where the end is `days` days after the start.
    case clocks(String, String, days: Int)
    /// The start of an event with an unknown end.
    case from(String)
    /// The end of an event with an unknown start.
    case until(String)
    case unknown
  }

  package init(zone: Zone, dayChange: CivilTime) {
    self.zone = zone
    self.dayChange = dayChange
  }

  /// Returns the conference day of a timing's start, or of its end if the start is unknown.
  ///
  /// If both are unknown, the result is nil.
  package func day(of timing: Timing?) -> CivilDate? {
    (timing?.start ?? timing?.end).map(day(at:))
  }

  package func day(at instant: Instant) -> CivilDate {
    zone.day(at: instant, changingAt: dayChange)
  }

  /// Returns the calendar date of a timing's start, or of its end if the start is unknown.
  ///
  /// After midnight, the date may be one day after the conference day. If both times are unknown,
  /// the result is nil.
  package func date(of timing: Timing?) -> CivilDate? {
    (timing?.start ?? timing?.end).map { zone.civil(at: $0).date }
  }

  /// Returns the local time of an instant, such as "02:30".
  ///
  /// If the time occurs twice on that day, the zone's abbreviation follows, as in "02:30 CEST".
  package func clock(_ instant: Instant) -> String {
    let civil = zone.civil(at: instant)
    guard !steady.areSteady(at: instant, in: zone), case .ambiguous = zone.resolve(civil) else {
      return civil.time.clock
    }
    let name = zone.period(at: instant).abbreviation
    // A numeric abbreviation such as +01 would look like a number of days.
    return "\(civil.time.clock) \("+-".contains(name.prefix(1)) ? "UTC" : "")\(name)"
  }

  /// Returns the label of an instant in the grid of a day.
  ///
  /// The label is a time, such as "23:00". After midnight, the weekday precedes the time, as in
  /// "Sun 00:30".
  package func label(_ instant: Instant, on day: CivilDate) -> String {
    let date = zone.civil(at: instant).date
    return "\(date == day ? "" : "\(date.weekdayName(inFull: false)) ")\(clock(instant))"
  }

  /// Returns the number of local hours from 1970 to a timing's start.
  ///
  /// If the start is unknown, the end is used. If both are unknown, the result is nil.
  package func hour(of timing: Timing?) -> Int? {
    (timing?.start ?? timing?.end).map { moment in
      let civil = zone.civil(at: moment)
      return civil.date.daysSince1970 * 24 + civil.time.hour
    }
  }

  package func span(_ timing: Timing) -> Span {
    if let days = wholeDayCount(timing) { return .wholeDays(days) }
    switch (timing.start, timing.end) {
    case (let start?, let end?):
      let days = zone.civil(at: end).date.daysSince1970 - zone.civil(at: start).date.daysSince1970
      return .clocks(clock(start), clock(end), days: days)
    case (let start?, nil): return .from(clock(start))
    case (nil, let end?): return .until(clock(end))
    case (nil, nil): return .unknown
    }
  }

  /// Returns the end of an event that began on an earlier day, such as "until Sun 17:00".
  ///
  /// For an event of whole days, the string has no time, as in "until Sun". If the end is a week or
  /// more after `day`, the string has a date instead of the weekday. If `inFull` is true, names are
  /// not abbreviated. If the end is unknown, the string is empty.
  package func end(of timing: Timing, after day: CivilDate, inFull: Bool = false) -> String {
    guard let end = timing.end else { return "" }
    let civil = zone.civil(at: end)
    let last = timing.wholeDays(in: zone)?.upperBound.adding(days: -1)
    let date = last ?? civil.date
    let isNear = date.daysSince1970 - day.daysSince1970 < 7
    let name = isNear ? date.weekdayName(inFull: inFull) : date.dayAndMonth(inFull: inFull)
    return "until \(name)\(last == nil ? " \(clock(end))" : "")"
  }

  /// Returns the number of whole days from midnight to midnight.
  ///
  /// The result is nil if the timing starts or ends at another time of day.
  package func wholeDayCount(_ timing: Timing) -> Int? {
    timing.wholeDays(in: zone).map { $0.upperBound.daysSince1970 - $0.lowerBound.daysSince1970 }
  }
}

/// A cache of a time range without clock changes.
///
/// Most times are in this range and need no lookup in the zone.
private final class SteadyClocks {
  private var range = Instant(secondsSince1970: 0)..<Instant(secondsSince1970: 0)

  /// Returns true only if no clock change occurs within a day of an instant.
  func areSteady(at instant: Instant, in zone: Zone) -> Bool {
    if range.contains(instant) { return true }
    func moment(days: Int64) -> Instant { instant.advanced(by: .seconds(days * 86_400)) }
    let changes = zone.changes(
      after: moment(days: -2).secondsSince1970, before: moment(days: 2).secondsSince1970)
    if changes.isEmpty { range = moment(days: -1)..<moment(days: 1) }
    return changes.isEmpty
  }
}
