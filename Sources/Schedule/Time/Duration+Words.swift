extension Duration {
  /// The duration in days, hours and minutes, such as "1 h 10 min", "12 h" or "2 d 3 h".
  ///
  /// Parts that are zero are omitted, as are seconds. Less than a minute is "0 min". A negative
  /// duration starts with a minus sign.
  ///
  ///     Duration.seconds(4200).words  // "1 h 10 min"
  package var words: String {
    let seconds = components.seconds
    let minutes = seconds.magnitude / 60
    let parts = [(minutes / 1440, "d"), (minutes / 60 % 24, "h"), (minutes % 60, "min")]
    let written = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    guard !written.isEmpty else { return "0 min" }
    return (seconds < 0 ? "-" : "") + written.joined(separator: " ")
  }

  /// The approximate duration in words; longer durations are rounded down to larger units.
  ///
  /// Durations of less than one day are the same as `words`, and durations of less than two days
  /// have no minutes. Longer durations are in days below 100 days, in months below two years, and
  /// in years otherwise.
  ///
  ///     Duration.seconds(86_400 * 100).roughWords  // "3 months"
  package var roughWords: String {
    let days = components.seconds / 86_400
    switch days {
    case ..<1: return words
    case 1: return Duration.seconds(components.seconds / 3600 * 3600).words
    case ..<100: return "\(days) days"
    case ..<730: return "\(days * 12 / 365) months"
    default: return "\(days * 100 / 36_525) years"
    }
  }

  /// The duration in minutes, rounded up.
  package var minutesRoundedUp: Int {
    Int((components.seconds + 59).dividedFlooring(by: 60).quotient)
  }
}
