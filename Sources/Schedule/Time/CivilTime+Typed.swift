import Basics

extension CivilTime {
  /// Creates a time of day from a string that was typed after a day.
  ///
  /// The string must be valid for `init(typed:)`, or be an hour from 0 to 23. Otherwise, the result
  /// is nil.
  package init?(typedBehindDay text: String) {
    if let hour = Int(text), text.utf8.count <= 2, text.utf8.allSatisfy(\.isDigit), hour < 24 {
      self.init(hour: hour, minute: 0)
    } else {
      self.init(typed: text)
    }
  }

  /// Creates a time of day from a typed string, or returns nil if the string is not a time of day.
  ///
  ///     CivilTime(typed: "14:00")
  ///     CivilTime(typed: "2pm")     // the same
  ///     CivilTime(typed: "2:30 PM")
  ///
  /// The string must be valid for `init(_:)`, or be an hour from 1 to 12 with optional minutes,
  /// followed by am or pm.
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
