import ECSKit
import Schedule

/// How moments are written for people: clocks in one zone, with the day where it is another one.
struct Times {
  let zone: Zone
  let glyphs: Glyphs

  /// The day that a slot is listed under; nil if nothing is known of its time.
  func day(of timing: Timing?) -> CivilDate? {
    (timing?.start ?? timing?.end).map { zone.civil(at: $0).date }
  }

  /// The clock at a moment, such as "10:00".
  func clock(_ instant: Instant) -> String {
    zone.civil(at: instant).time.clock
  }

  /// From when to when, such as "10:00–11:10", "21:00–09:00 +1" or "from 20:00".
  func span(_ timing: Timing) -> SafeText {
    switch (timing.start, timing.end) {
    case (let start?, let end?):
      let days = zone.civil(at: end).date.daysSince1970 - zone.civil(at: start).date.daysSince1970
      let later = days > 0 ? " +\(days)" : ""
      return "\(clock(start))\(glyphs.dash)\(clock(end))\(later)"
    case (let start?, nil): return "from \(clock(start))"
    case (nil, let end?): return "until \(clock(end))"
    case (nil, nil): return ""
    }
  }

  /// The day and from when to when, such as "Monday 18 May 2015, 10:00–11:10".
  func dated(_ timing: Timing?) -> SafeText {
    guard let timing, let day = day(of: timing) else { return "at no known time" }
    return "\(day.words), \(span(timing))"
  }

  /// Whether something goes on at a moment; what has an open end does so until the day is over.
  func isRunning(_ timing: Timing?, at now: Instant) -> Bool {
    guard let timing, timing.contains(now) else { return false }
    return timing.length != nil || day(of: timing) == zone.civil(at: now).date
  }

  /// From when to when and how long, such as "10:00–11:10, 1 h 10 min".
  func line(_ timing: Timing?) -> Line {
    guard let timing else { return Line() }
    let when = Line(span(timing), .time)
    return timing.length.map { "\(when), \($0.words, .dim)" } ?? when
  }

  /// From when to when and, below it, how long, as far as that is known.
  func cells(_ timing: Timing?) -> [Line] {
    guard let timing else { return [] }
    let length = timing.length.map { Line("\($0.words)", .dim) }
    return [Line(span(timing), .time)] + (length.map { [$0] } ?? [])
  }
}
