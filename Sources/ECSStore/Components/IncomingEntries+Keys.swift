import ECSDetached
import ECSKit

/// Functions for values with unique keys.
extension IncomingEntries {
  /// A file value that has unique keys.
  private struct Claim {
    let name: ValueName
    let type: any StoredComponent.Type
    /// The entity, or nil if the context does not contain the entity yet.
    let entity: Entity?
    let value: any StoredComponent
    let keys: [Context.UniqueKey]

    /// The other entities of the context that have one of the claimed keys.
    var rivals: [Entity] { keys.compactMap(\.holder).filter { $0 != entity } }
  }

  /// Resolves conflicts over unique keys: the last entry of the file wins.
  ///
  /// A conflict occurs if an entity of the context has the key of a file value, and the file has no
  /// new value for that entity.
  mutating func classifyKeys(of store: ComponentStore, _ policy: SyncPolicy) {
    let claims = claims(in: store)
    if claims.isEmpty { return }
    var changedValues = Set((values + removals).map { ValueName($0) })
    var isSettled = false
    while !isSettled {
      isSettled = true
      for claim in claims where changedValues.contains(claim.name) {
        for rival in claim.rivals {
          guard let id = fileID(of: rival), !changedValues.contains(ValueName(id, claim.type))
          else {
            continue
          }
          conflicts.append(
            ComponentStore.Conflict(
              entity: id, component: claim.type.storedName,
              base: claim.entity.flatMap { store.unsaved.savedValue($0, claim.type) },
              mine: rival.component(claim.type) as? any StoredComponent, theirs: claim.value))
          if policy == .theirs { continue }
          if let entity = claim.entity { savedValues.append((entity, claim.type, claim.value)) }
          valuesWithKeysHeldHere.insert(claim.name)
          changedValues.remove(claim.name)
          // The current value of the entity may have a key that another value needs.
          isSettled = false
          break
        }
      }
    }
    values.removeAll { valuesWithKeysHeldHere.contains(ValueName($0)) }
    valuesLosingKeys = claims.filter { changedValues.contains($0.name) }.flatMap { claim in
      claim.rivals.map { ($0, claim.type) }
    }
  }

  /// Returns the file values with unique keys, except values whose key was later given to another
  /// entity.
  private mutating func claims(in store: ComponentStore) -> [Claim] {
    let kinds = Set(
      store.components.types.filter { store.context.hasUniqueKeys($0) }.map { $0.storedName })
    if kinds.isEmpty { return [] }
    var last: [Context.UniqueKey: ValueName] = [:]
    let claims = values.compactMap { entry -> Claim? in
      guard kinds.contains(entry.change.kind), let type = store.components[entry.change.kind],
        let value = store.value(of: entry, type)
      else { return nil }
      let keys = store.context.uniqueKeys(of: value)
      let name = ValueName(entry)
      for key in keys {
        if let former = last.updateValue(name, forKey: key) {
          valuesWithKeysGivenAway.insert(former)
        }
      }
      return Claim(
        name: name, type: type,
        entity: entity(DurableID(name.target), store.context), value: value, keys: keys)
    }
    return claims.filter { !valuesWithKeysGivenAway.contains($0.name) }
  }

  /// Returns the id that an entity has or will get in the file.
  func fileID(of entity: Entity) -> DurableID? {
    entitiesByFormerID.first { $0.value == entity }?.key ?? entity[DurableID.self]
  }
}
