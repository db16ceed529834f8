package import ECSKit

/// What somebody marked in the schedule, and planned beside it.
extension ConferenceSchedule {
  /// What is starred, talks and sessions.
  package var starred: Group { context.group(.starred) }

  /// What is hidden, talks and sessions.
  package var hidden: Group { context.group(.hidden) }

  /// The appointments, the first to begin first.
  package var appointments: [Entity] {
    context.group(.appointments).sorted { first, second in
      guard let one = first[Appointment.self], let other = second[Appointment.self] else {
        return false
      }
      return one.timing < other.timing
    }
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
  /// - Returns: Whether somebody wants to be there.
  /// - Complexity: O(*k*), where *k* is the number of its talks.
  package func isStarred(_ session: Entity) -> Bool {
    session.has(Star.self) || talks(in: session).contains { $0.has(Star.self) }
  }

  /// Returns whether lists leave a talk or a session out: it is hidden, or its session is.
  ///
  /// What is starred itself is not left out, and a star of a session counts for the talks that are not
  /// hidden themselves.
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
