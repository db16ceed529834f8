package import CommandLine
import ECSKit
package import Schedule

extension Zone {
  /// The name of the zone, or a description if the zone is unknown.
  package var shownName: String { isFloating ? "times as in the file (zone unknown)" : name }

  /// Returns the name of a zone in words, such as "Europe Berlin" or "UTC plus 2 hours".
  package static func spoken(_ name: String) -> String {
    let parts = name.dropFirst().split(separator: ":").compactMap { Int64($0) }
    guard let sign = name.first, "+-".contains(sign), parts.count == 2 else {
      return name.split { "/_".contains($0) }.joined(separator: " ")
    }
    let offset = Duration.seconds(parts[0] * 3600 + parts[1] * 60)
    return "UTC \(sign == "+" ? "plus" : "minus") \(offset.spokenWords)"
  }
}

/// A formatter for times in one zone.
package struct Times {
  package let glyphs: Glyphs
  private let clocks: ConferenceClocks

  package init(zone: Zone, glyphs: Glyphs, dayChange: CivilTime) {
    clocks = ConferenceClocks(zone: zone, dayChange: dayChange)
    self.glyphs = glyphs
  }

  package var zone: Zone { clocks.zone }
  /// The time of day when a day of the conference ends and the next day begins.
  package var dayChange: CivilTime { clocks.dayChange }

  /// Returns the day that lists a session, or nil if the session's time is unknown.
  package func day(of timing: Timing?) -> CivilDate? { clocks.day(of: timing) }

  /// Returns the time of day at a moment, such as "10:00", or "02:30 CEST" if it occurs twice.
  package func clock(_ instant: Instant) -> String { clocks.clock(instant) }

  /// Returns the hour at which lists show a session, in hours since 1970 in local time.
  ///
  /// The result is nil if the time is unknown.
  package func hour(of timing: Timing?) -> Int? { clocks.hour(of: timing) }

  /// Returns the label of a row in a day's grid, such as "23:00".
  ///
  /// After midnight, the label has a weekday, as in "Sun 00:30". It is empty if the time or the day
  /// is nil.
  package func label(_ mark: Instant?, on day: CivilDate?) -> SafeText {
    guard let mark, let day else { return "" }
    return "\(clocks.label(mark, on: day))"
  }

  /// Returns the start and end, such as "10:00–11:10", "21:00–09:00 +1", "from 20:00" or "all day".
  package func span(_ timing: Timing) -> SafeText {
    switch clocks.span(timing) {
    case .wholeDays(let days): return days == 1 ? "all day" : "for \(days) days"
    case .clocks(let start, let end, let days):
      var span = SafeText(start)
      span.append(glyphs.dash)
      span.append(SafeText(end))
      if days > 0 {
        span.append(
          glyphs.isSpoken ? ", \(SafeText.counted(days, "day", "days")) later" : " +\(days)")
      }
      return span
    case .from(let start): return "from \(start)"
    case .until(let end): return "until \(end)"
    case .unknown: return ""
    }
  }

  /// Returns the day, start and end, such as "Monday 18 May 2015, 10:00–11:10".
  package func dated(_ timing: Timing?) -> SafeText {
    guard let timing, let listed = timing.start ?? timing.end else { return "time unknown" }
    return "\(zone.civil(at: listed).date.words), \(span(timing))"
  }

  /// Returns a short form of the day, start and end, such as "Mon 18 May 10:00–11:10".
  package func brief(_ timing: Timing?) -> SafeText {
    guard let timing, let listed = timing.start ?? timing.end else { return "" }
    let date = zone.civil(at: listed).date
    return "\(date.brief(inFull: glyphs.isSpoken))\(behindDate)\(span(timing))"
  }

  /// Returns the start and end for a list with a heading for each day, such as "10:00–11:10".
  ///
  /// If a session begins after midnight but is listed under the previous day, its date precedes the
  /// times.
  package func listed(_ timing: Timing) -> SafeText {
    guard let listed = timing.start ?? timing.end else { return "" }
    let date = zone.civil(at: listed).date
    if date == day(of: timing) { return span(timing) }
    return "\(date.dayAndMonth(inFull: glyphs.isSpoken))\(behindDate)\(span(timing))"
  }

  /// Returns the end of an event that began on an earlier day, such as "until Sun 17:00".
  package func end(of timing: Timing, after day: CivilDate) -> SafeText {
    SafeText(clocks.end(of: timing, after: day, inFull: glyphs.isSpoken))
  }

  /// The separator between a date and the times after it.
  private var behindDate: SafeText { glyphs.isSpoken ? ", " : " " }

  /// Returns the duration, such as "1 h 10 min", or nil if it is unknown or consists of whole days.
  package func length(_ timing: Timing) -> Line? {
    if clocks.wholeDayCount(timing) != nil { return nil }
    return timing.length.map { Line("\(words($0))", .dim) }
  }

  /// Returns a duration in words, such as "1 h 10 min".
  package func words(_ length: Duration) -> String {
    glyphs.isSpoken ? length.spokenWords : length.words
  }

  /// Returns an approximate duration in words, such as "45 min" or "3 months".
  package func roughWords(_ length: Duration) -> String {
    glyphs.isSpoken ? length.roughSpokenWords : length.roughWords
  }

  /// Returns the day and time of a moment, such as "Monday 18 May 2015, 10:00".
  package func dated(_ instant: Instant) -> SafeText {
    "\(zone.civil(at: instant).date.words), \(clock(instant))"
  }
}
