extension Duration {
  /// Creates a duration from a typed string, or returns nil if the string is not a duration.
  ///
  /// Days, hours and minutes must be in this order, each as a whole number directly followed by d,
  /// h or m. Minutes may also be written as min. Spaces are allowed between the parts. Durations of
  /// less than a minute or more than ten years are invalid.
  ///
  ///     Duration(typed: "1h30m")  // 90 minutes
  ///     Duration(typed: "2 d")    // nil, because of the space before the unit
  package init?(typed text: String) {
    var cursor = TextCursor(text)
    var minutes = 0
    var units: [(name: Unicode.Scalar, minutes: Int)] = [("d", 1440), ("h", 60), ("m", 1)]
    repeat {
      guard let number = cursor.number(digits: 1...6),
        let unit = units.firstIndex(where: { cursor.skip($0.name) })
      else { return nil }
      if units[unit].name == "m", cursor.skip("i"), !cursor.skip("n") { return nil }
      minutes += number * units[unit].minutes
      units.removeFirst(unit + 1)
      _ = cursor.read { $0 == UInt8(ascii: " ") }
    } while !cursor.isAtEnd
    guard 1...5_270_400 ~= minutes else { return nil }
    self = .seconds(minutes * 60)
  }
}
