package import Schedule

/// A moment as it is typed.
package enum MomentInput: Sendable {
  /// A clock, of today.
  case clock(CivilTime)
  /// A clock on a day that is named without its date.
  case day(NamedDay, CivilTime)
  /// Some time from now.
  case later(Duration)
  /// A date, with or without a clock.
  case time(TimeInput)

  /// Creates the moment that a text means, or nil if it means none.
  ///
  /// - Parameter text: A time as `TimeBound` reads it, a day as `NamedDay` reads it and a clock, or
  ///   a length of time after a plus sign.
  package init?(_ text: String) {
    switch TimeBound(text) {
    case .now?: self = .later(.zero)
    case .clock(let clock)?: self = .clock(clock)
    case .time(let input)?: self = .time(input)
    case nil: self.init(words: text)
    }
  }

  private init?(words text: String) {
    if text.hasPrefix("+"), let length = Duration(typed: String(text.dropFirst())) {
      self = .later(length)
    } else if let blank = text.lastIndex(of: " "), let day = NamedDay(String(text[..<blank])),
      let clock = CivilTime(typedBehindDay: String(text[text.index(after: blank)...]))
    {
      self = .day(day, clock)
    } else {
      return nil
    }
  }
}

/// A day as it is typed, with the words for it.
package struct NamedDay: Sendable {
  /// The text as it was typed.
  package let text: String
  /// The day that the text means.
  package let day: DayInput

  /// Creates the day that a text means, or nil if it means none.
  ///
  /// - Parameter text: A day as `DayInput` reads it.
  package init?(_ text: String) {
    guard let day = DayInput(text) else { return nil }
    self.text = text
    self.day = day
  }
}
