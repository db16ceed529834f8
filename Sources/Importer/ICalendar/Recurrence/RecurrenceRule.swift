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

  /// A day of the week, or one occurrence of this day within a month or year.
  struct Day: Hashable {
    let weekday: Weekday
    /// The occurrence within the month or year, or nil for all occurrences.
    ///
    /// A negative number counts from the end.
    let ordinal: Int?
  }

  var frequency = Frequency.daily
  /// The interval between applicable periods.
  ///
  /// An interval of 2 stands for every second period.
  var interval = 1
  /// The number of occurrences, including the first.
  var count: Int?
  /// The last possible start of an occurrence.
  var until: WrittenTime?
  var days: Set<Day> = []
  /// The days of the month.
  ///
  /// Negative numbers count from the end of the month.
  var monthDays: Set<Int> = []
  /// The days of the year.
  ///
  /// Negative numbers count from the end of the year.
  var yearDays: Set<Int> = []
  var months: Set<Int> = []
  var hours: Set<Int> = []
  var minutes: Set<Int> = []
  var seconds: Set<Int> = []
  /// The positions that select times within a period.
  ///
  /// Negative numbers count from the end of the period.
  var positions: Set<Int> = []
  var weekStart = Weekday.monday
}
