import ECSKit
import Schedule

/// Identifiers as people see and type them.
extension Programme {
  /// The identifier of a slot or a talk as people see and type it.
  func shownID(of entity: Entity) -> String {
    entity.has(SlotID.self) ? shown(id(of: entity)) : id(of: entity)
  }

  /// An identifier in short, unless another one is the same in short.
  func shown(_ id: String) -> String {
    let mark = id.lastIndex(of: "#") ?? id.endIndex
    // What a slot calls itself, without the number that tells it from others of that name.
    let own = Int(id[mark...].dropFirst()) == nil ? id : String(id[..<mark])
    let short = SlotID(text: own).short
    guard short != own else { return id }
    // All slots that are the same in short are those that call themselves so.
    let isClear =
      context.index(\SlotID.short).count(short) <= context.index(\SlotID.text).count(own)
    return isClear ? short + id.dropFirst(own.count) : id
  }
}
