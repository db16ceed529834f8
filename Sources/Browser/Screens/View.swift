import Schedule
import TerminalScreen

/// The inputs for drawing a screen: the size, the time, the clocks and the symbols.
struct View {
  let size: ScreenSize
  let now: Instant
  let clocks: ConferenceClocks
  let signs: Signs
  /// True if the screen has a header line when the terminal is high enough.
  var hasHeader = true

  var hasTop: Bool { hasHeader && size.rows >= 5 }
  var hasBottom: Bool { size.rows >= 3 }
  /// The number of lines between the header and the footer.
  var height: Int { size.rows - (hasTop ? 1 : 0) - (hasBottom ? 1 : 0) }
  var width: Int { size.columns }
  /// True if each talk takes at least two lines.
  var isNarrow: Bool { width < 60 }

  func narrowed(to width: Int) -> View {
    View(
      size: ScreenSize(columns: width, rows: size.rows), now: now, clocks: clocks, signs: signs,
      hasHeader: hasHeader)
  }

  /// Returns the times of a session, such as "10:00–11:10".
  func span(_ timing: Timing?) -> String {
    guard let timing else { return "" }
    switch clocks.span(timing) {
    case .wholeDays(let days): return days == 1 ? "all day" : "\(days) days"
    case .clocks(let start, let end, let days):
      return "\(start)\(signs.dash)\(end)\(signs.later(days))"
    case .from(let start): return "from \(start)"
    case .until(let end): return "until \(end)"
    case .unknown: return ""
    }
  }

  /// Returns the current time, such as "11:05", preceded by the date unless it is the given day.
  func moment(on day: CivilDate?) -> String {
    let date = clocks.zone.civil(at: now).date
    return date == day ? clocks.clock(now) : signs.date(date, clocks.clock(now))
  }

  /// Returns the times of a session in at most eleven columns.
  ///
  /// An end time that is not after the start time is on the next day. On a day when clocks are set
  /// back, a time may occur twice, so the end is omitted.
  func briefSpan(_ timing: Timing?) -> String {
    guard let timing, case .clocks(let start, let end, let days) = clocks.span(timing) else {
      return span(timing)
    }
    if start.count > 5 || end.count > 5 { return start }
    if days == 0 || days == 1 && end <= start { return "\(start)\(signs.dash)\(end)" }
    return "\(start) +\(days) d"
  }

  /// Returns the remaining time of a session, or the time until its start, in at most six columns.
  ///
  /// Examples are "15 min" and "2 h" for a running session, and "in 25" and "in 2 h" for a session
  /// that has not begun. The result is empty for a session that begins in ten hours or later.
  func aside(_ timing: Timing?) -> String {
    guard let timing, let start = timing.start else { return "" }
    let isPresent = start <= now
    guard let moment = isPresent ? timing.end : start, now < moment else { return "" }
    let minutes = now.duration(to: moment).minutesRoundedUp
    let hours = (minutes + 30) / 60
    if isPresent { return minutes <= 60 ? "\(minutes) min" : "\(hours) h" }
    return minutes <= 60 ? "in \(minutes)" : hours < 10 ? "in \(hours) h" : ""
  }
}

extension Zone {
  /// The city in the name of the zone, such as "Brussels", or nil for floating times.
  var city: String? {
    guard !isFloating, let last = name.split(separator: "/").last else { return nil }
    return last.split(separator: "_").joined(separator: " ").shown
  }
}
