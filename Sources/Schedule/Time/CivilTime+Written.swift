extension CivilTime {
  /// Creates a time of day from a string such as "9:05", "09:05" or "09:05:00".
  ///
  /// The result is nil for any other string.
  package init?(_ text: some StringProtocol) {
    var cursor = TextCursor(text)
    guard let hour = cursor.number(digits: 1...2), cursor.skip(":"),
      let minute = cursor.number(digits: 2...2)
    else { return nil }
    var second = 0
    if cursor.skip(":") {
      guard let number = cursor.number(digits: 2...2) else { return nil }
      second = number
    }
    guard cursor.isAtEnd else { return nil }
    self.init(hour: hour, minute: minute, second: second)
  }
}
