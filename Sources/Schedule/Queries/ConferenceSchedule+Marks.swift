package import ECSKit

/// The attendee's marks in the schedule, and appointments beside it.
extension ConferenceSchedule {
  /// What is starred, talks and sessions.
  package var starred: Group { context.group(.starred) }

  /// What is hidden, talks and sessions.
  package var hidden: Group { context.group(.hidden) }

  /// The appointments, the first to begin first.
  package var appointments: [Entity] {
    context.group(.appointments).list(by: \Appointment.timing).sections.flatMap(\.entities)
  }

  /// When a session or an appointment is; nil if nothing is known of that.
  package func timing(of entity: Entity) -> Timing? {
    entity[Timing.self] ?? entity[Appointment.self]?.timing
  }

  /// Returns sessions and the appointments of a part of the schedule, in the order of time.
  ///
  /// - Parameters:
  ///   - sessions: Sessions in the order of time.
  ///   - selection: The part of the schedule.
  ///   - isMeant: Which times of appointments are of interest.
  /// - Returns: All of them; of what begins together the sessions come first.
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of sessions and *k* that of appointments.
  package func addingAppointments(
    to sessions: [Entity], in selection: Selection, where isMeant: (Timing) -> Bool = { _ in true }
  ) -> [Entity] {
    var own = appointments.filter { entity in
      entity[Appointment.self].map { selection.contains($0) && isMeant($0.timing) } ?? false
    }[...]
    if own.isEmpty { return sessions }
    var all: [Entity] = []
    for session in sessions {
      while let first = own.first, let timing = timing(of: first),
        session[Timing.self].map({ timing < $0 }) ?? true
      {
        all.append(own.removeFirst())
      }
      all.append(session)
    }
    return all + own
  }

  /// Returns whether something is the user's own: a starred session, one with a starred talk, or an
  /// appointment.
  ///
  /// - Parameter entity: A session or an appointment.
  /// - Returns: Whether it is on the agenda.
  /// - Complexity: O(*k*), where *k* is the number of the session's talks.
  package func isMine(_ entity: Entity) -> Bool {
    entity.has(Appointment.self) || isStarred(entity)
  }

  /// Returns the star that counts for a talk or a session: its own, else that of its session.
  ///
  /// - Parameter entity: A talk or a session.
  /// - Returns: The star, or nil if neither is starred.
  /// - Complexity: O(1) expected.
  package func star(of entity: Entity) -> Star? {
    entity[Star.self] ?? session(of: entity)?[Star.self]
  }

  /// Returns whether a session is starred, or one of its talks.
  ///
  /// - Parameter session: A session.
  /// - Returns: Whether the attendee wants to be there.
  /// - Complexity: O(*k*), where *k* is the number of its talks.
  package func isStarred(_ session: Entity) -> Bool {
    session.has(Star.self) || talks(in: session).contains { $0.has(Star.self) }
  }

  /// Returns whether lists leave a talk or a session out: it is hidden, or its session is.
  ///
  /// Something that is starred itself is not left out, and the star of a session counts for those
  /// of its talks that are not hidden themselves.
  ///
  /// - Parameter entity: A talk or a session.
  /// - Returns: Whether it is left out.
  /// - Complexity: O(1) expected.
  package func isHidden(_ entity: Entity) -> Bool {
    if entity.has(Star.self) { return false }
    if entity.has(Hidden.self) { return true }
    guard let session = session(of: entity), session != entity else { return false }
    return session.has(Hidden.self) && !session.has(Star.self)
  }
}
