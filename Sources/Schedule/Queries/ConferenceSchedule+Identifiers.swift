package import ECSKit
import TextBasics

/// What sessions and talks are known by.
extension ConferenceSchedule {
  /// The identifier of the session a talk belongs to, even if there is no such session.
  package func sessionID(of talk: Entity) -> String? {
    session(of: talk).map(id(of:)) ?? talk[PartOf.self]?.session
  }

  /// The identifier of a session, a talk or an appointment, which no other has.
  ///
  /// A session, and an event that is session and talk in one, has its own identifier, followed by a
  /// number if others with that one came before, such as "lunch#2". The identifier of any other
  /// talk consists of its session and its number there, such as "session1Day1/2"; see
  /// `TalkNumbering`.
  ///
  /// - Parameter entity: A session, a talk or an appointment.
  /// - Returns: The identifier.
  /// - Complexity: O(log *k*) expected, where *k* is the number of sessions that call themselves so; for
  ///   the first talk of a session O(*k* log *k*), where *k* is the number of its talks.
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

  /// The talk or the session with an identifier.
  ///
  /// - Parameter id: What `id(of:)` returns.
  /// - Returns: The talk or the session, or nil if there is none.
  /// - Complexity: As that of `id(of:)`; O(*k*) for one of *k* sessions that call themselves so.
  package func target(_ id: String) -> Entity? {
    if let session = session(id) { return session }
    guard let slash = id.lastIndex(of: "/"), let number = Int(id[id.index(after: slash)...]),
      // The number is compared as it is written: "session1Day1/02" is none.
      id[id.index(after: slash)...] == "\(number)"
    else { return nil }
    return numbering.talk(number, in: String(id[..<slash]))
  }

  /// Returns the talks and sessions that a file also calls by a code or a number.
  ///
  /// - Parameter id: The code or the number, in any case.
  /// - Returns: All that have it, in creation order.
  /// - Complexity: O(*n*) expected the first two times, where *n* is the number of talks and sessions.
  package func targets(alsoCalled id: String) -> [Entity] {
    indices.targets(alsoCalled: id.folded)
  }

  /// Returns the session with an identifier.
  ///
  /// - Parameter id: The own identifier of a session, which means the first one of that name, or
  ///   the one of
  ///   `id(of:)`, such as "lunch#2" for the second.
  /// - Returns: The session, or nil if there is none.
  package func session(_ id: String) -> Entity? {
    if let session = indices.sessionsByID.first(id) { return session }
    guard let mark = id.lastIndex(of: "#"), let number = Int(id[id.index(after: mark)...]) else {
      return nil
    }
    let sessions = indices.sessionsByID[String(id[..<mark])]
    // The number is compared as it is written: "lunch#02" is none.
    guard number > 1, number <= sessions.count, self.id(of: sessions[number - 1]) == id else {
      return nil
    }
    return sessions[number - 1]
  }

  /// Returns the first session whose identifier is a text that is folded already, once it is folded.
  ///
  /// - Parameter folded: A folded identifier.
  /// - Returns: The session, or nil if there is none.
  /// - Complexity: O(*n*) expected, where *n* is the number of sessions.
  package func session(folded: String) -> Entity? {
    let mark = folded.utf8.lastIndex(of: UInt8(ascii: "#"))
    let own = mark.map { String(folded[..<$0]).trimmed }
    return sessions.first { session in
      guard let text = session[SessionID.self]?.text else { return false }
      // Most are not it, whatever number an identifier that several have may get.
      return (text.isFolded(as: folded) || own.map(text.isFolded(as:)) ?? false)
        && id(of: session).isFolded(as: folded)
    }
  }
}
