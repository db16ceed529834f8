extension WrittenLength {
  /// Creates a length from its iCalendar form, or returns nil for any other form.
  ///
  /// Weeks and days are calendar units, so an event of one day ends at the local time of its start.
  /// Hours, minutes and seconds are exact.
  ///
  ///     WrittenLength(calendar: "PT1H30M")  // an hour and a half
  ///     WrittenLength(calendar: "+P1DT2H")  // a day and two hours
  ///
  /// - Parameter text: The whole text; a negative length is invalid.
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
  /// Reads numbers with units, in the order of `letters`, or returns nil if a number lacks its
  /// unit.
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
