import Schedule

/// A rule by which an event is repeated.
///
/// - SeeAlso: RFC 5545, 3.3.10, *Recurrence Rule*
struct RecurrenceRule: Equatable {
  /// The period that the rule looks at, one after the other.
  enum Frequency: String {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// A day of the week.
  struct Day: Hashable {
    let weekday: Weekday
    /// Which of them in the month or year, counted from the end if it is negative; nil for each.
    let ordinal: Int?
  }

  var frequency = Frequency.daily
  /// Every which period counts.
  var interval = 1
  /// How often the event takes place, its first time included.
  var count: Int?
  /// The last moment at which it may begin.
  var until: WrittenTime?
  var days: Set<Day> = []
  /// Days of the month, counted from its end if they are negative.
  var monthDays: Set<Int> = []
  /// Days of the year, counted from its end if they are negative.
  var yearDays: Set<Int> = []
  var months: Set<Int> = []
  var hours: Set<Int> = []
  var minutes: Set<Int> = []
  var seconds: Set<Int> = []
  /// Which of the times of a period count, counted from its end if they are negative.
  var positions: Set<Int> = []
  /// The day that weeks begin on.
  var weekStart = Weekday.monday
}
