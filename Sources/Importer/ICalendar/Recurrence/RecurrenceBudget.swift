/// The limits on expanding recurring events, so that no file exhausts memory or time.
struct RecurrenceBudget {
  /// The maximum number of occurrences read for an event.
  static let timesOfEvent = 400
  /// The maximum size of all occurrences of an event, in bytes.
  private static let bytesOfEvent = 400 * 8192
  /// The maximum number of days searched per event, enough for 400 yearly occurrences.
  private static let daysOfEvent = 147_000

  private var timesLeft = 16_000
  private var bytesLeft = 64 << 20
  private var daysLeft: Int
  private var eventsLeft: Int
  private var eventDaysLeft = 0

  /// Creates a budget for `events` recurring events and at most `days` searched days.
  init(events: Int, days: Int = 6_000_000) {
    eventsLeft = events
    daysLeft = days
  }

  /// Starts the budget of the next recurring event, and returns its maximum number of occurrences.
  ///
  /// Each event gets an equal share of the remaining budget, so even the last event in a file gets
  /// its share. The result is at least one.
  mutating func timesOfNextEvent(bytes: Int) -> Int {
    eventDaysLeft = Self.daysOfEvent
    let share = max(1, eventsLeft)
    eventsLeft -= 1
    let size = max(1, bytes)
    let limits = [
      Self.timesOfEvent, timesLeft / share, Self.bytesOfEvent / size, bytesLeft / share / size,
    ]
    return max(1, limits.min() ?? 1)
  }

  mutating func spend(times: Int, bytes: Int) {
    timesLeft -= min(timesLeft, times)
    bytesLeft -= min(bytesLeft, times * bytes)
  }

  /// Spends days of the search budget, and returns false if too few days remain.
  mutating func looks(at days: Int) -> Bool {
    guard eventDaysLeft >= days, daysLeft >= days else { return false }
    eventDaysLeft -= days
    daysLeft -= days
    return true
  }
}
