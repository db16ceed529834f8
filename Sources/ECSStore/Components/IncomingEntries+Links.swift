import ECSKit
import ECSModel

/// Handles links to entities that other programs have destroyed.
extension IncomingEntries {
  /// Adds conflicts for links that are lost because their targets were destroyed.
  ///
  /// The programs that destroyed the targets did not know about these links.
  mutating func noteLinks(toDestroyedBy entries: [LogEntry], of store: ComponentStore) {
    var destructionCounters: [Entity: UInt64] = [:]
    for entry in entries where entry.change.kind == Existence.storedName && entry.change.isRemoval {
      guard let entity = entity(DurableID(entry.change.target), store.context),
        !store.hasUnsaved(entity)
      else { continue }
      destructionCounters[entity] = entry.counter
    }
    if destructionCounters.isEmpty { return }
    let unsaved = store.unsaved.values.filter(\.isChanged)
    for value in unsaved {
      guard let mine = value.present as? any StoredInParts,
        mine.targets(changedSince: value.base).contains(where: { destructionCounters[$0] != nil })
      else { continue }
      noteLink(of: value.entity, value.type, mine, base: value.base, destructionCounters)
    }
    // Links that this device has written since then are no longer unsaved.
    for entry in values {
      guard let type = store.components[entry.change.kind], type is any StoredInParts.Type,
        let owner = entity(DurableID(entry.change.target), store.context),
        let theirs = store.value(of: entry, type) as? any StoredInParts,
        let mine = owner.component(type) as? any StoredInParts
      else { continue }
      let lostTargets = Set(
        theirs.targets(changedSince: nil).filter {
          destructionCounters[$0].map { $0 < entry.counter } ?? false
        })
      if lostTargets.isDisjoint(with: mine.targets(changedSince: nil)) { continue }
      noteLink(of: owner, type, mine, base: theirs.removing(lostTargets), destructionCounters)
    }
  }

  private mutating func noteLink(
    of owner: Entity, _ type: any StoredComponent.Type, _ mine: any StoredInParts,
    base: (any StoredComponent)?, _ destructionCounters: [Entity: UInt64]
  ) {
    guard destructionCounters[owner] == nil, let id = fileID(of: owner),
      !conflicts.contains(where: {
        $0.entity == id && $0.mine.map { Swift.type(of: $0) == type } ?? false
      })
    else { return }
    conflicts.append(
      ComponentStore.Conflict(
        entity: id, base: base, mine: mine, theirs: mine.removing(Set(destructionCounters.keys))))
  }
}
