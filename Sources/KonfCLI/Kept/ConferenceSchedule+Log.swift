import ECSKit
import ECSStore
import Schedule

/// A log knows things with a name and details; konf fills in the title of a talk or a session, and
/// the names of its speakers.
extension LogSubject {
  var title: String { name }
  var people: [String] { details }
}

extension LogChange {
  var title: String { subject.title }
  var people: [String] { subject.people }
}

/// What a conference is called in the log.
extension ConferenceSchedule {
  /// What this conference is called in a log that does not know it yet.
  ///
  /// The title with the year, if it does not have it; without a title, the first day and the zone.
  /// `ConferenceScopes` finds the ratings of the conference under its other names.
  var scope: String {
    // The whole timeline is not sorted for its first start.
    let first = sessions.entities.compactMap { $0[Timing.self]?.start }.min()
    let date = first.map { self.zone.civil(at: $0).date }
    guard let title else {
      return [date?.iso8601 ?? "", self.zone.name].joined(separator: " ")
    }
    let year = date.map { "\($0.year)" } ?? ""
    return title.contains(year) || year.isEmpty ? title : "\(title) \(year)"
  }
}
