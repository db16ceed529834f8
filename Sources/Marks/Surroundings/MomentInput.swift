package import Schedule

/// A time as typed by the user.
package enum MomentInput: Sendable {
  /// A time of day on the current day.
  case clock(CivilTime)
  /// A time on a named day, such as "mon 11:00".
  case day(NamedDay, CivilTime)
  /// A duration that is added to the current time.
  case later(Duration)
  /// A date, with or without a time of day.
  case time(TimeInput)

  /// Creates a time from a string, or returns nil if the string is invalid.
  ///
  /// The string is a time as in `TimeBound`, a plus sign followed by a duration, or a day as in
  /// `NamedDay` followed by a time. A comma or "at" may precede the time. A date without a time is
  /// midnight.
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
      return
    }
    if let day = NamedDay(text), day.day.isDate {
      self.init(day, .midnight)
      return
    }
    // A time such as 2:30 PM contains a blank.
    for blank in text.indices.filter({ text[$0] == " " }).suffix(2).reversed() {
      var head = text[..<blank]
      if head.hasSuffix(",") { head.removeLast() }
      if head.hasSuffix(" at") { head.removeLast(3) }
      guard let day = NamedDay(String(head)),
        let clock = CivilTime(typedBehindDay: String(text[text.index(after: blank)...]))
      else { continue }
      self.init(day, clock)
      return
    }
    return nil
  }

  private init(_ named: NamedDay, _ clock: CivilTime) {
    if case .date(let date) = named.day, named.agrees(with: date) {
      self = .time(.civil(CivilDateTime(date: date, time: clock)))
    } else {
      self = .day(named, clock)
    }
  }
}

/// A day as typed by the user.
package struct NamedDay: Sendable {
  package let text: String
  package let day: DayInput
  /// The weekday typed before a date, which may contradict the date.
  private let weekday: Weekday?

  /// Creates a day from a string, or returns nil if the string is invalid.
  ///
  /// The string is a day as in `DayInput`, or a weekday followed by a date, such as "Mon 18 May".
  package init?(_ text: String) {
    self.text = text
    let words = text.split(separator: " ", maxSplits: 1)
    if let day = DayInput(text) {
      self.day = day
      weekday = nil
    } else if let last = words.last, let day = DayInput(String(last)), day.isDate,
      let weekday = Weekday(typed: words[0].filter { !".,".contains($0) })
    {
      self.day = day
      self.weekday = weekday
    } else {
      return nil
    }
  }

  /// Returns true unless a weekday is typed and the date is on another weekday.
  package func agrees(with date: CivilDate) -> Bool { weekday.map { $0 == date.weekday } ?? true }
}
