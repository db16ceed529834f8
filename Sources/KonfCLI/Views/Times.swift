import ECSKit
import Schedule

/// How moments are written for people: clocks in one zone, with the day where it is another one.
struct Times {
  let zone: Zone
  let glyphs: Glyphs
  /// When a day of the conference gives way to the next.
  let dayChange: CivilTime

  init(_ run: Run, glyphs: Glyphs? = nil) {
    zone = run.zone
    self.glyphs = glyphs ?? run.presentation.glyphs
    dayChange = run.schedule.dayChange(in: run.zone)
  }

  /// The day that a session is listed under; nil if nothing is known of its time.
  func day(of timing: Timing?) -> CivilDate? {
    (timing?.start ?? timing?.end).map { zone.day(at: $0, changingAt: dayChange) }
  }

  /// The clock at a moment, such as "10:00".
  func clock(_ instant: Instant) -> String {
    zone.civil(at: instant).time.clock
  }

  /// The hour that something is listed under, counted from 1970 on the clocks; nil if nothing is known of
  /// its time.
  func hour(of timing: Timing?) -> Int? {
    (timing?.start ?? timing?.end).map { moment in
      let civil = zone.civil(at: moment)
      return civil.date.daysSince1970 * 24 + civil.time.hour
    }
  }

  /// The clock beside a row of a day's grid, such as "00:30 +1"; empty where no clock shows one.
  func label(_ mark: Instant?, on day: CivilDate?) -> SafeText {
    guard let mark, let day else { return "" }
    let later = zone.civil(at: mark).date.daysSince1970 - day.daysSince1970
    return "\(clock(mark))\(later > 0 ? " +\(later)" : "")"
  }

  /// From when to when, such as "10:00–11:10", "21:00–09:00 +1" or "from 20:00".
  func span(_ timing: Timing) -> SafeText {
    switch (timing.start, timing.end) {
    case (let start?, let end?):
      let days = zone.civil(at: end).date.daysSince1970 - zone.civil(at: start).date.daysSince1970
      var span = SafeText(clock(start))
      span.append(glyphs.dash)
      span.append(SafeText(clock(end)))
      if days > 0 { span.append(" +\(days)") }
      return span
    case (let start?, nil): return "from \(clock(start))"
    case (nil, let end?): return "until \(clock(end))"
    case (nil, nil): return ""
    }
  }

  /// The day and from when to when, such as "Monday 18 May 2015, 10:00–11:10".
  func dated(_ timing: Timing?) -> SafeText {
    guard let timing, let listed = timing.start ?? timing.end else { return "at no known time" }
    return "\(zone.civil(at: listed).date.words), \(span(timing))"
  }

  /// From when to when below the heading of its day, such as "10:00–11:10"; what begins on another
  /// date, since the day goes on past midnight, has it in front.
  func listed(_ timing: Timing) -> SafeText {
    guard let listed = timing.start ?? timing.end else { return "" }
    let date = zone.civil(at: listed).date
    if date == day(of: timing) { return span(timing) }
    return "\(date.day) \(date.monthName.prefix(3)) \(span(timing))"
  }

  /// How long something takes, such as "1 h 10 min"; nil if that is not known.
  func length(_ timing: Timing) -> Line? {
    timing.length.map { Line("\($0.words)", .dim) }
  }

  /// The day and the clock at a moment, such as "Monday 18 May 2015, 10:00".
  func dated(_ instant: Instant) -> SafeText {
    "\(zone.civil(at: instant).date.words), \(clock(instant))"
  }
}
