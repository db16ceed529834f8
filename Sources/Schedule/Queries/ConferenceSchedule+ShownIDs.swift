package import ECSKit
import TextBasics

/// Identifiers as people see and type them.
extension ConferenceSchedule {
  /// The identifier of a session or a talk as people see and type it.
  package func shownID(of entity: Entity) -> String { shownID(of: entity, withID: id(of: entity)) }

  /// The same, for a caller that knows its identifier.
  func shownID(of entity: Entity, withID id: String) -> String {
    entity.has(SessionID.self) ? shown(id) : id
  }

  /// An identifier in short, unless another one is the same in short.
  package func shown(_ id: String) -> String {
    let number = numberAmongSame(id)
    // A session's own identifier, without the number among others with the same one.
    let own = number.isEmpty ? id : String(id[..<number.startIndex])
    let short = SessionID(text: own).short
    guard short != own else { return id }
    // All sessions with this short form have it as their own identifier.
    let isClear = indices.sessionsByShortID.count(short) <= indices.sessionsByID.count(own)
    if !isClear { return id }
    return number.isEmpty ? short : short + number
  }

  /// The number of an identifier among others with the same one, such as `#2`; mostly empty.
  private func numberAmongSame(_ id: String) -> Substring {
    guard id.hasByte(where: { $0 == UInt8(ascii: "#") }),
      let mark = id.utf8.lastIndex(of: UInt8(ascii: "#")), Int(id[mark...].dropFirst()) != nil
    else { return "" }
    return id[mark...]
  }

  /// The sessions whose identifiers people see in short, as a text that is folded.
  ///
  /// - Complexity: O(*n*), where *n* is the number of sessions.
  package func sessions(shortenedTo folded: String) -> [Entity] {
    sessions.filter { session in
      guard let id = session[SessionID.self], id.mayBeShort(in: folded) else { return false }
      let short = id.short
      // Only a number can follow it.
      return short.utf8.count < id.text.utf8.count && short.isFolded(asStartOf: folded)
        && shownID(of: session).isFolded(as: folded)
    }
  }
}
