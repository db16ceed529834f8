import ECSKit
import ECSModel

/// Links to what others destroyed.
extension IncomingEntries {
  /// Notes links that are lost with their targets: others destroyed these before they knew of the links.
  mutating func noteLinks(toDestroyedBy entries: [LogEntry], of store: ComponentStore) {
    var ends: [Entity: UInt64] = [:]
    for entry in entries where entry.change.kind == Existence.storedName && entry.change.isRemoval {
      guard let entity = entity(DurableID(entry.change.target), store.context),
        !store.hasUnsaved(entity)
      else { continue }
      ends[entity] = entry.counter
    }
    if ends.isEmpty { return }
    let unsaved = store.unsaved.values.filter(\.isChanged)
    for value in unsaved {
      guard let mine = value.present as? any StoredInParts,
        mine.targets(changedSince: value.kept).contains(where: { ends[$0] != nil })
      else { continue }
      noteLink(of: value.entity, value.type, mine, base: value.kept, ends)
    }
    // What was written later is unsaved no more.
    for entry in values {
      guard let type = store.components[entry.change.kind], type is any StoredInParts.Type,
        let owner = entity(DurableID(entry.change.target), store.context),
        let theirs = store.value(of: entry, type) as? any StoredInParts,
        let mine = owner.component(type) as? any StoredInParts
      else { continue }
      let lost = Set(
        theirs.targets(changedSince: nil).filter { ends[$0].map { $0 < entry.counter } ?? false })
      if lost.isDisjoint(with: mine.targets(changedSince: nil)) { continue }
      noteLink(of: owner, type, mine, base: theirs.removing(lost), ends)
    }
  }

  private mutating func noteLink(
    of owner: Entity, _ type: any StoredComponent.Type, _ mine: any StoredInParts,
    base: (any StoredComponent)?, _ ends: [Entity: UInt64]
  ) {
    guard ends[owner] == nil, let id = fileID(of: owner),
      !conflicts.contains(where: {
        $0.entity == id && $0.mine.map { Swift.type(of: $0) == type } ?? false
      })
    else { return }
    conflicts.append(
      ComponentStore.Conflict(
        entity: id, base: base, mine: mine, theirs: mine.removing(Set(ends.keys))))
  }
}
