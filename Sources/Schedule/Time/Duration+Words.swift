extension Duration {
  /// The duration in days, hours and minutes, such as "1 h 10 min", "12 h" or "2 d 3 h".
  ///
  /// Parts that are zero are omitted, and seconds are always omitted. A duration of less than a
  /// minute is "0 min". A negative duration starts with a minus sign.
  ///
  ///     Duration.seconds(4200).words  // "1 h 10 min"
  package var words: String { written(["d", "h", "min"]) { "\($0) \($1)" } }

  /// The duration with its units spelled out, such as "1 hour 10 minutes".
  ///
  /// Use it for text that is read aloud.
  package var spokenWords: String {
    written(["day", "hour", "minute"]) { "\($0) \($1)\($0 == 1 ? "" : "s")" }
  }

  private func written(_ units: [String], _ part: (UInt64, String) -> String) -> String {
    let seconds = components.seconds
    let minutes = seconds.magnitude / 60
    let amounts = [minutes / 1440, minutes / 60 % 24, minutes % 60]
    let parts = zip(amounts, units).filter { $0.0 > 0 }.map(part)
    if parts.isEmpty { return part(0, units[2]) }
    return (seconds < 0 ? "-" : "") + parts.joined(separator: " ")
  }

  /// The approximate duration in words.
  ///
  /// The duration is rounded down, and the unit depends on its length.
  ///
  /// Below one day, the result equals `words`. Below two days, minutes are omitted. Below 100 days,
  /// the result is a number of days. Below two years, it is a number of months. For longer
  /// durations, it is a number of years.
  ///
  ///     Duration.seconds(86_400 * 100).roughWords  // "3 months"
  package var roughWords: String { roughWords(\.words) }

  /// The approximate duration with its units spelled out, such as "45 minutes".
  ///
  /// Use it for text that is read aloud.
  package var roughSpokenWords: String { roughWords(\.spokenWords) }

  private func roughWords(_ words: (Duration) -> String) -> String {
    let days = components.seconds / 86_400
    switch days {
    case ..<1: return words(self)
    case 1: return words(.seconds(components.seconds / 3600 * 3600))
    case ..<100: return "\(days) days"
    case ..<730: return "\(days * 12 / 365) months"
    default: return "\(days * 100 / 36_525) years"
    }
  }

  package var minutesRoundedUp: Int {
    Int((components.seconds + 59).dividedFlooring(by: 60).quotient)
  }
}
