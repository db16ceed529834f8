package import Schedule

/// A time as typed by the user.
package enum MomentInput: Sendable {
  /// A time of day on the current day.
  case clock(CivilTime)
  /// A time on a named day, such as "mon 11:00".
  case day(NamedDay, CivilTime)
  /// A duration from now.
  case later(Duration)
  /// A date, with or without a time of day.
  case time(TimeInput)

  /// Creates a time from a string, or returns nil if the string is invalid.
  ///
  /// The string is a time as in `TimeBound`, a day as in `NamedDay` followed by a time, or a plus
  /// sign followed by a duration.
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

/// A day as typed by the user.
package struct NamedDay: Sendable {
  package let text: String
  package let day: DayInput

  package init?(_ text: String) {
    guard let day = DayInput(text) else { return nil }
    self.text = text
    self.day = day
  }
}
