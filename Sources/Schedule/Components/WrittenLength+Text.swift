extension WrittenLength {
  /// Creates a length of time from a text as calendars write it, or nil if it has another form.
  ///
  /// Weeks and days are those of the calendar, so an event of one day ends when clocks show the
  /// same time as at its start; hours, minutes and seconds are exact.
  ///
  ///     WrittenLength(calendar: "PT1H30M")  // an hour and a half
  ///     WrittenLength(calendar: "+P1DT2H")  // a day and two hours
  ///
  /// - Parameter text: The whole text; a negative length is refused.
  /// - Complexity: O(*m*), where *m* is the length of the text.
  /// - SeeAlso: RFC 5545, 3.3.6, *Duration*
  package init?(calendar text: some StringProtocol) {
    var cursor = TextCursor(text)
    _ = cursor.skip("+")
    guard cursor.skip("P"), !cursor.isAtEnd else { return nil }
    var days = 0
    guard let units = cursor.units(["W", "D"]) else { return nil }
    for unit in units {
      days += unit.number * (unit.letter == "W" ? 7 : 1)
    }
    var seconds = 0
    if cursor.skip("T") {
      guard let units = cursor.units(["H", "M", "S"]), !units.isEmpty else { return nil }
      for unit in units {
        seconds += unit.number * (unit.letter == "H" ? 3600 : unit.letter == "M" ? 60 : 1)
      }
    }
    guard cursor.isAtEnd else { return nil }
    self.init(days: days, duration: .seconds(seconds))
  }
}

extension TextCursor {
  /// Takes numbers with their units, each once and in this order; nil if a number has no unit.
  fileprivate mutating func units(
    _ letters: [Unicode.Scalar]
  ) -> [(letter: Unicode.Scalar, number: Int)]? {
    var found: [(Unicode.Scalar, Int)] = []
    var left = letters[...]
    while next?.isDigit == true {
      guard let number = number(digits: 1...7),
        let place = left.indices.first(where: { skip(left[$0]) })
      else { return nil }
      found.append((left[place], number))
      left = left[(place + 1)...]
    }
    return found
  }
}
