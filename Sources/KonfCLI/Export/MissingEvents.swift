import CommandLine
import ECSKit
import Marks
import Schedule

/// An event of an earlier export that a new export does not contain.
struct MissingEvent {
  let event: ExportedEvent
  /// The status with which calendars cancel the event, or nil to leave the event unchanged.
  let status: ExportedEvent.Status?
}

extension ExportedSchedule {
  /// The number of seconds after the end of an event during which exports still cancel the event.
  private static let period: Int64 = 86_400

  /// Returns the events that the last export with the same filters had but a new export lacks.
  ///
  /// An event is cancelled if its session is no longer in the schedule or, for an export with
  /// `--mine`, no longer on the agenda. If the session is only hidden or no longer matches the
  /// filters, its event remains in calendars until the time or the title of the session changes. An
  /// event of an export with `--mine` also remains if an export without `--mine` contains it,
  /// because both events have the same UID.
  func missing(in events: ExportedEvents, at now: Instant) -> [MissingEvent] {
    let missing = events.missing.filter { event in
      guard let end = event.timing.end ?? event.timing.start else { return false }
      return end.secondsSince1970 + Self.period > now.secondsSince1970
    }
    if missing.isEmpty { return [] }
    let ids = eventNames.ids
    let sessions = Dictionary(
      schedule.sessions.map { (ids.id(of: schedule.id(of: $0)), $0) }, uniquingKeysWith: { $1 })
    let planned = Set(schedule.appointments.compactMap { $0[Appointment.self]?.id })
    let lasting = events.isMine ? events.lasting : []
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
          lasting.contains(event.id) || isTrue && (isStarred || !events.isMine)
      } else {
        return MissingEvent(event: event, status: .cancelled)
      }
      return MissingEvent(event: event, status: stays ? nil : .notPlanned)
    }
  }
}
