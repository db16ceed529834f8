import Basics
package import ECSKit

extension ConferenceSchedule {
  /// Returns the identifier of a session or talk in the form that users see and type.
  package func shownID(of entity: Entity) -> String {
    guard let id = entity[SessionID.self] else {
      return shownID(of: entity, withID: self.id(of: entity))
    }
    let short = id.short
    // Most files have either short identifiers, or identifiers whose short forms all differ.
    if short.utf8.count == id.text.utf8.count { return self.id(of: entity) }
    let isAlone = indices.sessionsByShortKey.count(id.shortKey) == 1
    return isAlone && numberAmongSame(id.text).isEmpty ? short : shown(self.id(of: entity))
  }

  func shownID(of entity: Entity, withID id: String) -> String {
    if entity.has(SessionID.self) { return shown(id) }
    // Another cancelled talk may have the same short form.
    guard entity.has(CancelledTalk.self), numberAmongSame(id).isEmpty,
      indices.cancelledByShortKey.count(SessionID(text: id).shortKey) == 1
    else { return id }
    return shown(id)
  }

  /// Returns the short form of an identifier.
  ///
  /// If the short form is ambiguous, the result is the last digits of a UUID. If these are
  /// ambiguous, too, the result is the full identifier.
  package func shown(_ id: String) -> String {
    let number = numberAmongSame(id)
    // The identifier in the file, without the number that makes the identifier unique.
    let own = SessionID(text: number.isEmpty ? id : String(id[..<number.startIndex]))
    let short = own.short
    guard short != own.text else { return id }
    // The short form is unambiguous if all sessions with this short form have the same identifier.
    let isClear =
      indices.sessionsByShortKey.count(own.shortKey) <= indices.sessionsByID.count(own.text)
    if isClear { return number.isEmpty ? short : short + number }
    return ending(of: own).map { $0 + number } ?? id
  }

  /// Returns the last digits of a session's UUID, or nil if they are ambiguous.
  private func ending(of id: SessionID) -> String? {
    let count = indices.sessionsByID.count(id.text)
    guard count > 0, let ending = id.ending, indices.sessionsByEnding.count(ending) == count,
      indices.sessionsByShortKey.count(SessionID(text: ending).shortKey) == 0
    else { return nil }
    return ending
  }

  /// Returns the suffix that distinguishes equal identifiers, such as `#2`.
  ///
  /// The suffix is usually empty.
  private func numberAmongSame(_ id: String) -> Substring {
    guard id.hasByte(where: { $0 == UInt8(ascii: "#") }),
      let mark = id.utf8.lastIndex(of: UInt8(ascii: "#")), Int(id[mark...].dropFirst()) != nil
    else { return "" }
    return id[mark...]
  }

  /// Returns the sessions whose short identifier, as shown to users, equals a folded string.
  ///
  /// - Complexity: O(*n*), where *n* is the number of sessions.
  package func sessions(shortenedTo folded: String) -> [Entity] {
    sessions.filter { session in
      guard let id = session[SessionID.self], id.mayBeShort(in: folded) else { return false }
      // The displayed identifier is one of the short forms, optionally followed by a number.
      return [id.short, id.ending].contains { short in
        short.map { $0.utf8.count < id.text.utf8.count && $0.isFolded(asStartOf: folded) } ?? false
      } && shownID(of: session).isFolded(as: folded)
    }
  }
}
