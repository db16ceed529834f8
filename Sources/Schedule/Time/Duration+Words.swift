extension Duration {
  /// The length in days, hours and minutes, such as "1 h 10 min", "12 h" or "2 d 3 h".
  ///
  /// Parts that are zero are left out and so are seconds; less than a minute is "0 min". A
  /// negative length has a minus in front.
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
}
