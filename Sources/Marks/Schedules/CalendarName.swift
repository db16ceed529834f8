import Basics
import ECSKit
import Schedule

extension ConferenceSchedule {
  /// The name of the conference in calendars: its title, and the year and month of its first day.
  ///
  /// Conferences with the same title and year have different names unless they begin in the same
  /// month.
  var calendarName: String {
    guard title != nil, let firstDate else { return scope }
    return "\(scope) \(firstDate.iso8601.dropFirst(5).prefix(2))"
  }
}

extension MarkStore {
  /// The name of the conference in calendars.
  ///
  /// For a saved schedule, this is the name assigned to the first saved version. If an older
  /// version of konf saved the schedule, this is the name of the conference in the log.
  package var calendar: String {
    guard source.savedName != nil, let savedSchedules else { return schedule.calendarName }
    return savedSchedules.calendar(of: source) ?? scope
  }

  /// The names that any version of konf has used for the conference in calendars.
  package var calendars: [String] { [calendar, schedule.calendarName, scope].uniqued }
}
