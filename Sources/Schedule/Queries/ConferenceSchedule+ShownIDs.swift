package import ECSKit

/// Identifiers as people see and type them.
extension ConferenceSchedule {
  /// The identifier of a session or a talk as people see and type it.
  package func shownID(of entity: Entity) -> String {
    entity.has(SessionID.self) ? shown(id(of: entity)) : id(of: entity)
  }

  /// An identifier in short, unless another one is the same in short.
  package func shown(_ id: String) -> String {
    // A session's own identifier, without the number among others with the same one.
    let mark = id.utf8.lastIndex(of: UInt8(ascii: "#"))
    let own = mark.map { Int(id[$0...].dropFirst()) == nil ? id : String(id[..<$0]) } ?? id
    let short = SessionID(text: own).short
    guard short != own else { return id }
    // All sessions with this short form have it as their own identifier.
    let isClear =
      context.index(\SessionID.short).count(short) <= context.index(\SessionID.text).count(own)
    return isClear ? short + id.dropFirst(own.count) : id
  }
}
