/// How much may come of the rules by which events come again, so that no file takes up all memory
/// or time.
struct RecurrenceBudget {
  /// How often an event can take place.
  static let timesOfEvent = 400
  /// How many days are looked at for an event: as many as 400 times once a year take.
  private static let daysOfEvent = 147_000

  private var timesLeft = 20_000
  private var daysLeft = 6_000_000
  private var eventTimesLeft = 0
  private var eventDaysLeft = 0
  /// Whether something was left out of the event.
  private(set) var isExceeded = false

  /// Begins with another event, whose first time is free.
  mutating func beginEvent() {
    eventTimesLeft = Self.timesOfEvent - 1
    eventDaysLeft = Self.daysOfEvent
    isExceeded = false
  }

  /// Returns whether the event can take place once more.
  mutating func takesTime() -> Bool {
    guard eventTimesLeft > 0, timesLeft > 0 else {
      isExceeded = true
      return false
    }
    eventTimesLeft -= 1
    timesLeft -= 1
    return true
  }

  /// Returns whether some more days can be looked at.
  mutating func looks(at days: Int) -> Bool {
    guard eventDaysLeft >= days, daysLeft >= days else {
      isExceeded = true
      return false
    }
    eventDaysLeft -= days
    daysLeft -= days
    return true
  }
}
