/// Limits what repeated events may produce, so that no file takes up all memory or time.
struct RecurrenceBudget {
  /// How often an event is read.
  static let timesOfEvent = 400
  /// How many bytes all times of an event may have.
  private static let bytesOfEvent = 400 * 8192
  /// How many days are searched for an event: enough for 400 times once a year.
  private static let daysOfEvent = 147_000

  private var timesLeft = 16_000
  private var bytesLeft = 64 << 20
  private var daysLeft: Int
  /// How many repeated events there are still to come.
  private var eventsLeft: Int
  private var eventDaysLeft = 0

  /// Creates the budget of a file.
  ///
  /// - Parameters:
  ///   - events: How many events of the file are repeated.
  ///   - days: How many days are searched for all of them together.
  init(events: Int, days: Int = 6_000_000) {
    eventsLeft = events
    daysLeft = days
  }

  /// Begins with another repeated event.
  ///
  /// Each event has the same share of the rest, so that the last ones of a file are not cut.
  ///
  /// - Parameter bytes: The size of the event.
  /// - Returns: How often it can be read, at least once.
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

  /// Takes what an event gives out.
  mutating func spend(times: Int, bytes: Int) {
    timesLeft -= min(timesLeft, times)
    bytesLeft -= min(bytesLeft, times * bytes)
  }

  /// Returns whether more days can be searched.
  mutating func looks(at days: Int) -> Bool {
    guard eventDaysLeft >= days, daysLeft >= days else { return false }
    eventDaysLeft -= days
    daysLeft -= days
    return true
  }
}
