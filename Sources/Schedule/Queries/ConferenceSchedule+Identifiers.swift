import Basics
package import ECSKit

extension ConferenceSchedule {
  /// Returns the identifier of a talk's session, even if no such session exists.
  package func sessionID(of talk: Entity) -> String? {
    session(of: talk).map(id(of:)) ?? talk[PartOf.self]?.session
  }

  /// Returns the unique identifier of a session, a talk or an appointment.
  ///
  /// The identifier of a session is the identifier in the file. If earlier sessions have the same
  /// identifier, a number is appended, as in "lunch#2". The identifier of a talk within a session
  /// consists of the session's identifier and the talk's number, as in "session1Day1/2"; see
  /// `TalkNumbering`.
  ///
  /// - Complexity: O(log *s*) expected, where *s* is the number of sessions with the same
  ///   identifier. For the first talk of a session, O(*t* log *t*), where *t* is the number of the
  ///   session's talks.
  package func id(of entity: Entity) -> String {
    if let id = entity[SessionID.self]?.text {
      let earlier = indices.sessionsByID.position(of: entity, under: id) ?? 0
      return earlier == 0 ? id : "\(id)#\(earlier + 1)"
    }
    if let cancelled = entity[CancelledTalk.self] { return cancelled.id }
    if let appointment = entity[Appointment.self] { return appointment.id }
    let session = entity[PartOf.self]?.session ?? ""
    return "\(session)/\(numbering.number(of: entity, in: session) ?? 1)"
  }

  /// Returns the talk or session whose `id(of:)` is the given identifier, or nil if none has it.
  ///
  /// - Complexity: The complexity of `id(of:)`, or O(*k*) if *k* sessions have the same identifier.
  package func target(_ id: String) -> Entity? {
    if let session = session(id) { return session }
    guard let slash = id.lastIndex(of: "/"), let number = Int(id[id.index(after: slash)...]),
      // Only the canonical form of the number is valid, so "session1Day1/02" does not match.
      id[id.index(after: slash)...] == "\(number)"
    else { return nil }
    return numbering.talk(number, in: String(id[..<slash]))
  }

  /// Returns the talks and sessions that have `id` among their additional codes, in creation order.
  ///
  /// Case is ignored.
  ///
  /// - Complexity: O(*n*) expected for each of the first two calls, where *n* is the number of
  ///   talks and sessions. For later calls, O(*k*) expected, where *k* is the number of results.
  package func targets(alsoCalled id: String) -> [Entity] {
    indices.targets(alsoCalled: id.folded)
  }

  /// Returns the session with the given identifier, or nil if no session has it.
  ///
  /// The identifier may be the identifier in the file, or a result of `id(of:)`, such as "lunch#2".
  /// If several sessions have the same identifier in the file, the first of these sessions is
  /// returned.
  package func session(_ id: String) -> Entity? {
    if let session = indices.sessionsByID.first(id) { return session }
    guard let mark = id.lastIndex(of: "#"), let number = Int(id[id.index(after: mark)...]) else {
      return nil
    }
    let sessions = indices.sessionsByID[String(id[..<mark])]
    // Only the canonical form of the number is valid, so "lunch#02" does not match.
    guard number > 1, number <= sessions.count, self.id(of: sessions[number - 1]) == id else {
      return nil
    }
    return sessions[number - 1]
  }

  /// Returns the sessions whose identifier in the file equals a folded string, ignoring case.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of sessions.
  package func sessions(sharing folded: String) -> [Entity] {
    sessions.filter { $0[SessionID.self]?.text.isFolded(as: folded) ?? false }
  }

  /// Returns the first session whose folded identifier equals a folded string.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of sessions.
  package func session(folded: String) -> Entity? {
    let mark = folded.utf8.lastIndex(of: UInt8(ascii: "#"))
    let own = mark.map { String(folded[..<$0]).trimmed }
    return sessions.first { session in
      guard let text = session[SessionID.self]?.text else { return false }
      // The identifier in the file is compared first, because computing the numbered identifier of
      // every session is slower.
      return (text.isFolded(as: folded) || own.map(text.isFolded(as:)) ?? false)
        && id(of: session).isFolded(as: folded)
    }
  }
}
