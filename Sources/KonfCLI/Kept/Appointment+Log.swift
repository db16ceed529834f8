import ECSStore
import Schedule

/// How appointments are written in the log.
///
/// The target is the identifier and the name the title; the value says from when to when, in seconds
/// since 1970, and the comment where. An empty value takes the appointment back.
extension Appointment {
  /// The word for appointments in the log.
  static let kind = "appointment"

  /// Reads an entry; nil if it takes the appointment back, or has a value that is unknown.
  init?(_ entry: LogEntry) {
    let change = entry.change
    let ends = change.value.split(separator: " ").compactMap { Int64($0) }
    guard ends.count == 2, ends[0] <= ends[1] else { return nil }
    self.init(
      id: change.target, title: change.name,
      timing: Timing(
        start: Instant(secondsSince1970: ends[0]), end: Instant(secondsSince1970: ends[1])),
      location: change.comment)
  }

  /// The change of the log that makes the appointment.
  func change(in scope: String) -> LogChange {
    let ends = [timing.start, timing.end].compactMap { $0.map { "\($0.secondsSince1970)" } }
    return LogChange(
      scope: scope, kind: Self.kind, target: id, name: title, value: ends.joined(separator: " "),
      comment: location)
  }

  /// The change of the log that takes the appointment back.
  func removal(in scope: String) -> LogChange {
    LogChange(scope: scope, kind: Self.kind, target: id, name: title, value: "")
  }
}
