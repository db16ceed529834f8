package import CommandLine
import ECSKit
package import Schedule

extension Zone {
  /// The name of the zone, or what times are if nothing says it.
  package var shownName: String { isFloating ? "times as in the file (zone unknown)" : name }
}

/// How moments are written for people: clocks in one zone, with the day where it is another one.
package struct Times {
  package let zone: Zone
  package let glyphs: Glyphs
  /// When a day of the conference gives way to the next.
  package let dayChange: CivilTime
  private let steady = SteadyClocks()

  package init(zone: Zone, glyphs: Glyphs, dayChange: CivilTime) {
    self.zone = zone
    self.glyphs = glyphs
    self.dayChange = dayChange
  }

  /// The day that a session is listed under; nil if its time is unknown.
  package func day(of timing: Timing?) -> CivilDate? {
    (timing?.start ?? timing?.end).map { zone.day(at: $0, changingAt: dayChange) }
  }

  /// The clock at a moment, such as "10:00".
  package func clock(_ instant: Instant) -> String {
    zone.civil(at: instant).time.clock
  }

  /// The hour that something is listed under, counted from 1970 on the clocks; nil if its time is
  /// unknown.
  package func hour(of timing: Timing?) -> Int? {
    (timing?.start ?? timing?.end).map { moment in
      let civil = zone.civil(at: moment)
      return civil.date.daysSince1970 * 24 + civil.time.hour
    }
  }

  /// The clock beside a row of a day's grid, such as "00:30 +1"; empty if no clock shows one.
  package func label(_ mark: Instant?, on day: CivilDate?) -> SafeText {
    guard let mark, let day else { return "" }
    let later = zone.civil(at: mark).date.daysSince1970 - day.daysSince1970
    return "\(clock(mark))\(later > 0 ? " +\(later)" : "")"
  }

  /// The clock at a moment, with what says which of two moments it is if clocks show it twice, such as
  /// "02:30 CEST".
  private func exactClock(_ instant: Instant) -> SafeText {
    guard !steady.areSteady(at: instant, in: zone),
      case .ambiguous = zone.resolve(zone.civil(at: instant))
    else { return SafeText(clock(instant)) }
    let name = zone.period(at: instant).abbreviation
    // Where a zone has no letters for it, its offset would look like a number of days.
    let prefix: SafeText = "+-".contains(name.prefix(1)) ? "UTC" : ""
    return "\(clock(instant)) \(prefix)\(name)"
  }

  /// From when to when, such as "10:00–11:10", "21:00–09:00 +1", "from 20:00" or "all day".
  package func span(_ timing: Timing) -> SafeText {
    if let days = timing.wholeDayCount(in: zone) {
      return days == 1 ? "all day" : "for \(days) days"
    }
    switch (timing.start, timing.end) {
    case (let start?, let end?):
      let days = zone.civil(at: end).date.daysSince1970 - zone.civil(at: start).date.daysSince1970
      var span = exactClock(start)
      span.append(glyphs.dash)
      span.append(exactClock(end))
      if days > 0 { span.append(" +\(days)") }
      return span
    case (let start?, nil): return "from \(exactClock(start))"
    case (nil, let end?): return "until \(exactClock(end))"
    case (nil, nil): return ""
    }
  }

  /// The day and from when to when, such as "Monday 18 May 2015, 10:00–11:10".
  package func dated(_ timing: Timing?) -> SafeText {
    guard let timing, let listed = timing.start ?? timing.end else { return "at no known time" }
    return "\(zone.civil(at: listed).date.words), \(span(timing))"
  }

  /// The day and from when to when in short, such as "Mon 18 May 10:00–11:10".
  package func brief(_ timing: Timing?) -> SafeText {
    guard let timing, let listed = timing.start ?? timing.end else { return "" }
    let date = zone.civil(at: listed).date
    return
      "\(date.weekday.name.prefix(3)) \(date.day) \(date.monthName.prefix(3)) \(span(timing))"
  }

  /// From when to when below the heading of its day, such as "10:00–11:10"; a session that begins
  /// on another date, since the day extends past midnight, has it in front.
  package func listed(_ timing: Timing) -> SafeText {
    guard let listed = timing.start ?? timing.end else { return "" }
    let date = zone.civil(at: listed).date
    if date == day(of: timing) { return span(timing) }
    return "\(date.day) \(date.monthName.prefix(3)) \(span(timing))"
  }

  /// How long something takes, such as "1 h 10 min"; nil if that is not known, or if whole days say it.
  package func length(_ timing: Timing) -> Line? {
    if timing.wholeDayCount(in: zone) != nil { return nil }
    return timing.length.map { Line("\($0.words)", .dim) }
  }

  /// The day and the clock at a moment, such as "Monday 18 May 2015, 10:00".
  package func dated(_ instant: Instant) -> SafeText {
    "\(zone.civil(at: instant).date.words), \(exactClock(instant))"
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

extension Timing {
  /// How many days the session fills from midnight to midnight; nil if it begins or ends at another
  /// time of day.
  fileprivate func wholeDayCount(in zone: Zone) -> Int? {
    wholeDays(in: zone).map { $0.upperBound.daysSince1970 - $0.lowerBound.daysSince1970 }
  }
}
