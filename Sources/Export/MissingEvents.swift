import CommandLine
import ECSKit
package import Marks
package import Schedule

/// An event of an earlier export that a new export lacks.
package struct MissingEvent {
  let event: ExportedEvents.Event
  /// The status with which it is taken back; nil if calendars keep it.
  let status: ExportedEvents.Event.Status?
}

extension ExportedSchedule {
  /// How long after its end a missing event is taken back: a day.
  private static let period: Int64 = 86_400

  /// Returns the events of the last export with the same filters that a new export lacks.
  ///
  /// A talk that is still in the schedule is taken back from an agenda if no export without `--mine` had it:
  /// both have one UID. A hidden talk, or one outside the filters, stays in calendars until its time or
  /// title changes.
  ///
  /// - Parameters:
  ///   - present: The identifiers of the events in the new export.
  ///   - known: The exports so far; nil if the schedule is not saved.
  ///   - filters: The filters.
  ///   - now: The present moment.
  /// - Returns: The events, each with the status if it is taken back.
  package func missing(
    _ present: Set<String>, from known: ExportedEvents?, _ filters: ExportedEvents.Filters,
    at now: Instant
  ) -> [MissingEvent] {
    let missing = (known?[filters] ?? []).filter { event in
      guard let end = event.timing.end ?? event.timing.start else { return false }
      return !present.contains(event.id)
        && end.secondsSince1970 + Self.period > now.secondsSince1970
    }
    guard let known, !missing.isEmpty else { return [] }
    let ids = eventNames.ids
    let sessions = Dictionary(
      schedule.sessions.map { (ids.id(of: schedule.id(of: $0)), $0) }, uniquingKeysWith: { $1 })
    let planned = Set(schedule.appointments.compactMap { $0[Appointment.self]?.id })
    let lasting = filters.isMine ? known.lasting : []
    return missing.map { event in
      let stays: Bool
      if event.isAppointment {
        stays = planned.contains(event.id) || lasting.contains(event.id)
      } else if let session = sessions[event.id] {
        let isStarred = ([session] + schedule.talks(in: session)).contains { $0.has(Star.self) }
        let isTrue =
          schedule.timing(of: session) == event.timing
          && ExportedTalk(session, in: schedule).name.string == event.title
        stays =
          lasting.contains(event.id) || isTrue && (isStarred || !filters.isMine)
      } else {
        return MissingEvent(event: event, status: .cancelled)
      }
      return MissingEvent(event: event, status: stays ? nil : .notPlanned)
    }
  }
}
