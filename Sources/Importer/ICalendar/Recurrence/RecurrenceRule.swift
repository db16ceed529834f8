import Schedule

/// The recurrence rule of an event.
///
/// - SeeAlso: RFC 5545, 3.3.10, *Recurrence Rule*
struct RecurrenceRule: Equatable {
  enum Frequency: String {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// A day of the week, or one of its occurrences within a month or year.
  struct Day: Hashable {
    let weekday: Weekday
    /// The occurrence within the month or year, negative to count from the end, or nil for all
    /// occurrences.
    let ordinal: Int?
  }

  var frequency = Frequency.daily
  /// The interval between applicable periods; 2 means every second period.
  var interval = 1
  /// The number of occurrences, including the first one.
  var count: Int?
  /// The last time at which an occurrence may start.
  var until: WrittenTime?
  var days: Set<Day> = []
  /// The days of the month; negative numbers count from the end of the month.
  var monthDays: Set<Int> = []
  /// The days of the year; negative numbers count from the end of the year.
  var yearDays: Set<Int> = []
  var months: Set<Int> = []
  var hours: Set<Int> = []
  var minutes: Set<Int> = []
  var seconds: Set<Int> = []
  /// The positions of the applicable times within a period; negative numbers count from the end of
  /// the period.
  var positions: Set<Int> = []
  var weekStart = Weekday.monday
}
