import ECSKit
import Schedule
import TextBasics

extension ConferenceSchedule {
  /// The name of the conference in calendars: the title with the year and month of the first day.
  ///
  /// Two conferences of one title and one year have two names.
  var calendarName: String {
    guard title != nil, let firstDate else { return scope }
    return "\(scope) \(firstDate.iso8601.dropFirst(5).prefix(2))"
  }
}

extension MarkStore {
  /// The name of the conference in calendars.
  ///
  /// A saved schedule has the name of its first version. If an earlier version of konf saved it, it has the
  /// name of the conference in the log.
  package var calendar: String {
    guard source.savedName != nil, let savedSchedules else { return schedule.calendarName }
    return savedSchedules.calendar(of: source) ?? scope
  }

  /// The names of the conference in the calendars of all versions of konf.
  package var calendars: [String] { [calendar, schedule.calendarName, scope].uniqued }
}
