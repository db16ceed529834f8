import Schedule
import TerminalScreen

/// What a screen is drawn for, besides its state: the size, the moment and the clocks.
struct View {
  let size: ScreenSize
  let now: Instant
  let clocks: ConferenceClocks
  let signs: Signs

  /// Whether there is room for the line above a screen.
  var hasTop: Bool { size.rows >= 5 }
  /// Whether there is room for the line below a screen.
  var hasBottom: Bool { size.rows >= 3 }
  /// How many lines there are between them.
  var height: Int { size.rows - (hasTop ? 1 : 0) - (hasBottom ? 1 : 0) }
  var width: Int { size.columns }
  /// Whether a talk takes two lines.
  var isNarrow: Bool { width < 60 }

  /// The same with another width.
  func narrowed(to width: Int) -> View {
    View(
      size: ScreenSize(columns: width, rows: size.rows), now: now, clocks: clocks, signs: signs)
  }

  /// From when to when, such as "10:00–11:10".
  func span(_ timing: Timing?) -> String {
    guard let timing else { return "" }
    switch clocks.span(timing) {
    case .wholeDays(let days): return days == 1 ? "all day" : "\(days) days"
    case .clocks(let start, let end, let days):
      return "\(start)\(signs.dash)\(end)\(days > 0 ? " +\(days)" : "")"
    case .from(let start): return "from \(start)"
    case .until(let end): return "until \(end)"
    case .unknown: return ""
    }
  }

  /// The present, such as "Sat 1 Feb 11:05".
  var moment: String { "\(clocks.zone.civil(at: now).date.brief) \(clocks.clock(now))" }

  /// The same in at most eleven columns; an end before the start is on the next day.
  func briefSpan(_ timing: Timing?) -> String {
    guard let timing, case .clocks(let start, let end, let days) = clocks.span(timing), days > 0
    else { return span(timing) }
    return days == 1 && end <= start ? "\(start)\(signs.dash)\(end)" : "\(start) +\(days) d"
  }

  /// How much longer something lasts, or how long it is until it begins; empty beyond an hour.
  func aside(_ timing: Timing?) -> String {
    minutesAside(timing).map { $0.isPresent ? "\($0.minutes) min" : "in \($0.minutes)" } ?? ""
  }

  /// The same as minutes; nil beyond an hour.
  func minutesAside(_ timing: Timing?) -> (minutes: Int, isPresent: Bool)? {
    guard let timing, let start = timing.start else { return nil }
    let isPresent = start <= now
    guard let moment = isPresent ? timing.end : start, now < moment else { return nil }
    let minutes = now.duration(to: moment).minutesRoundedUp
    return minutes > 60 ? nil : (minutes, isPresent)
  }
}

extension Zone {
  /// The city that the zone is named after, such as "Brussels"; nil if the times belong to no zone.
  var city: String? {
    guard !isFloating, let last = name.split(separator: "/").last else { return nil }
    return last.split(separator: "_").joined(separator: " ").shown
  }
}
