import Basics
package import ECSKit

extension ConferenceSchedule {
  package var starred: Group { context.group(.starred) }

  package var hidden: Group { context.group(.hidden) }

  /// The appointments in chronological order.
  package var appointments: [Entity] {
    context.group(.appointments).list(by: \Appointment.timing).sections.flatMap(\.entities)
  }

  package func timing(of entity: Entity) -> Timing? {
    entity[Timing.self] ?? entity[Appointment.self]?.timing ?? entity[CancelledTalk.self]?.timing
  }

  /// Returns sessions and the selected appointments in chronological order.
  ///
  /// The sessions must be in chronological order. Appointments whose timing does not satisfy the
  /// predicate are omitted. At equal times, sessions precede appointments.
  ///
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of sessions and *k* the number of
  ///   appointments.
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

  /// Returns true for an appointment, a starred session, or a session with a starred talk.
  ///
  /// - Complexity: O(*k*), where *k* is the number of the session's talks.
  package func isMine(_ entity: Entity) -> Bool {
    entity.has(Appointment.self) || isStarred(entity)
  }

  /// Returns the star of a talk or session.
  ///
  /// For a talk without a star, the result is the star of the talk's session. If the session has no
  /// star either, the result is nil.
  ///
  /// - Complexity: O(1) expected.
  package func star(of entity: Entity) -> Star? {
    entity[Star.self] ?? session(of: entity)?[Star.self]
  }

  /// Returns true if a session or one of its talks is starred.
  ///
  /// - Complexity: O(*k*), where *k* is the number of the session's talks.
  package func isStarred(_ session: Entity) -> Bool {
    session.has(Star.self) || talks(in: session).contains { $0.has(Star.self) }
  }

  /// Returns true if lists omit a talk or session.
  ///
  /// A starred talk or session is never omitted. A talk is omitted if it is hidden, or if its
  /// session is hidden and not starred.
  ///
  /// - Complexity: O(1) expected.
  package func isHidden(_ entity: Entity) -> Bool {
    if entity.has(Star.self) { return false }
    if entity.has(Hidden.self) { return true }
    guard let session = session(of: entity), session != entity else { return false }
    return session.has(Hidden.self) && !session.has(Star.self)
  }

  /// Returns the talk or session and its session, as far as they have a mark that hides them.
  ///
  /// A talk is listed again only without all of these marks.
  ///
  /// - Complexity: O(1) expected.
  package func hiders(of entity: Entity) -> [Entity] {
    [entity, session(of: entity)].compactMap(\.self).uniqued.filter { $0.has(Hidden.self) }
  }
}
