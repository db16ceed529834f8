extension Duration {
  /// Creates a length of time from typed text, or nil if the text is none.
  ///
  /// Days, hours and minutes come in this order, each a whole number and the letter d, h or m.
  /// Minutes may also be written min, and blanks are allowed between the parts.
  ///
  ///     Duration(typed: "1h30m")  // 90 minutes
  ///     Duration(typed: "2 d")    // nil, for the number and its letter are one word
  ///
  /// - Parameter text: The text; a length of more than ten years and an empty text are refused.
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
