extension CivilTime {
  /// Creates the time of day that somebody typed, or nil if the text is none.
  ///
  ///     CivilTime(typed: "14:00")
  ///     CivilTime(typed: "2pm")     // the same
  ///     CivilTime(typed: "2:30 PM")
  ///
  /// - Parameter text: A clock as `init(_:)` reads it, or an hour from 1 to 12, with or without
  ///   minutes, and am or pm behind it.
  package init?(typed text: String) {
    if let time = CivilTime(text) {
      self = time
      return
    }
    var cursor = TextCursor(text.folded)
    guard let hour = cursor.number(digits: 1...2), (1...12).contains(hour) else { return nil }
    var minute = 0
    if cursor.skip(":") {
      guard let number = cursor.number(digits: 2...2) else { return nil }
      minute = number
    }
    _ = cursor.skip(" ")
    let isAfternoon = cursor.skip("p")
    guard isAfternoon || cursor.skip("a"), cursor.skip("m"), cursor.isAtEnd else { return nil }
    self.init(hour: hour % 12 + (isAfternoon ? 12 : 0), minute: minute)
  }
}
