import ECSDetached
import ECSKit

/// A merge of file entries into a context with unsaved changes.
///
/// `ComponentStore.refresh(_:)` creates this value from the latest entries, reads its conflicts,
/// and applies it. Creating the value changes nothing, so a refresh can still be refused. After the
/// value is applied, each value of the context equals the value of the file or is recorded as
/// unsaved.
struct IncomingEntries {
  private(set) var values: [LogEntry] = []
  private var removals: [LogEntry] = []
  /// File values that do not replace the unsaved values in the context.
  private var savedValues: [(Entity, any StoredComponent.Type, (any StoredComponent)?)] = []
  var conflicts: [ComponentStore.Conflict] = []
  /// The values that are not set because another entity of the context has their unique key.
  private(set) var valuesWithKeysHeldHere: Set<ValueName> = []
  /// The unreadable values whose component has an unsaved value in the context.
  private var unreadableValues: Set<ValueName> = []
  /// The values whose unique key a later entry assigns to another entity.
  private var valuesWithKeysGivenAway: Set<ValueName> = []
  /// The kinds of the removed values of destroyed entities, by entity id.
  private(set) var kindsOfDestroyed: [String: Set<String>] = [:]
  /// The context values that lose a unique key to a file value.
  private var valuesLosingKeys: [(Entity, any StoredComponent.Type)] = []
  /// The entities whose ids in the file and in the context differ, by the id in the file.
  private let entitiesByFormerID: [DurableID: Entity]
  private let hasIDs: Bool

  init(_ entries: [LogEntry], of store: ComponentStore, _ policy: SyncPolicy) {
    entitiesByFormerID = store.unsaved.entitiesByFormerID
    hasIDs = !store.context.group(.all(DurableID.self)).isEmpty
    let hasOwn = entries.contains { LogKind.isOwn($0.change.kind) }
    let all = entries
    let entries = withDestroyed(
      hasOwn ? entries.filter { !LogKind.isOwn($0.change.kind) } : entries, of: store)
    // For a unique component, the last entry of all entities wins.
    var targetsOfUnique: [String: String] = [:]
    if store.components.includeUnique {
      for entry in entries where !entry.change.isRemoval {
        if store.components[entry.change.kind]?.isUnique ?? false {
          targetsOfUnique[entry.change.kind] = entry.change.target
        }
      }
    }
    // Without unsaved changes there are no conflicts.
    let isEmpty = entitiesByFormerID.isEmpty && (!hasIDs || store.unsaved.isEmpty)
    if isEmpty, targetsOfUnique.isEmpty {
      removals = entries.filter(\.change.isRemoval)
      values = removals.isEmpty ? entries : entries.filter { !$0.change.isRemoval }
      classifyKeys(of: store, policy)
      if hasIDs { noteLinks(toDestroyedBy: all, of: store) }
      return
    }
    for entry in entries {
      guard let type = store.components[entry.change.kind] else {
        add(entry)
        continue
      }
      let holder = entry.change.isRemoval ? nil : targetsOfUnique[type.storedName]
      if let holder, holder != entry.change.target {
        noteHeldElsewhere(entry, type, store)
      } else if isEmpty {
        add(entry)
      } else {
        classify(entry, type, store, policy)
      }
    }
    classifyKeys(of: store, policy)
    noteLinks(toDestroyedBy: all, of: store)
  }

  /// Records destroyed entities, and returns the entries without their values.
  private mutating func withDestroyed(
    _ entries: [LogEntry], of store: ComponentStore
  ) -> [LogEntry] {
    let destroyed = StoredEntity.destroyed(by: entries)
    if destroyed.isEmpty { return entries }
    var others: [LogEntry] = []
    for entry in entries {
      if !destroyed.contains(entry.change.target) {
        others.append(entry)
      } else if !entry.change.isRemoval {
        kindsOfDestroyed[entry.change.target, default: []].insert(entry.change.kind)
      }
    }
    let types = store.components.types
    return others
      + destroyed.sorted().flatMap { target in
        types.map { LogEntry(LogChange(scope: "", kind: $0.storedName, target: target, value: "")) }
      }
  }

  private mutating func add(_ entry: LogEntry) {
    if entry.change.isRemoval { removals.append(entry) } else { values.append(entry) }
  }

  /// Returns the entity that has an id in the file.
  func entity(_ id: DurableID, _ context: Context) -> Entity? {
    if !hasIDs { return nil }
    return entitiesByFormerID[id].flatMap { $0.isAlive ? $0 : nil } ?? context.entity(id)
  }

  /// Returns the recorded entity with an id in the file, alive or destroyed.
  private func recordedEntity(
    _ id: DurableID, _ type: any StoredComponent.Type, _ store: ComponentStore
  ) -> Entity? {
    if let entity = entitiesByFormerID[id] {
      if store.unsaved.isChanged(entity, type) { return entity }
      let isDestroyed = !entity.isAlive && store.unsaved.isChanged(entity, Existence.self)
      if isDestroyed, store.context.entity(id) == nil { return entity }
    }
    return entity(id, store.context)
  }

  /// Records a value whose unique key another entity of the context has.
  private mutating func noteHeldElsewhere(
    _ entry: LogEntry, _ type: any StoredComponent.Type, _ store: ComponentStore
  ) {
    if let entity = recordedEntity(DurableID(entry.change.target), type, store) {
      savedValues.append((entity, type, store.value(of: entry, type)))
    }
  }

  /// Decides whether an entry changes the context.
  private mutating func classify(
    _ entry: LogEntry, _ type: any StoredComponent.Type, _ store: ComponentStore,
    _ policy: SyncPolicy
  ) {
    let id = DurableID(entry.change.target)
    let living = entity(id, store.context)
    if entry.change.isRemoval, let living, entitiesByFormerID[id] != living,
      store.unsaved.isRenamed(living)
    {
      // The entity has another id in the file.
      return
    }
    let recorded = recordedEntity(id, type, store)
    if type == Existence.self {
      // Existence has no value, so there is no conflict.
      if let recorded, !recorded.isAlive || !recorded.has(DurableID.self) {
        savedValues.append((recorded, type, store.value(of: entry, type)))
      } else {
        add(entry)
      }
      return
    }
    let isUnsaved = recorded.map { !$0.isAlive || store.unsaved.isChanged($0, type) } ?? false
    let holder = isUnsaved ? nil : unsavedHolder(of: entry, type, otherThan: living, store)
    if !isUnsaved, holder == nil { return add(entry) }
    let owner = holder?.id ?? id
    let mine = (holder?.entity ?? living)?.component(type) as? any StoredComponent
    let base = recorded.flatMap { store.unsaved.savedValue($0, type) }
    let theirs = store.value(of: entry, type)
    let isUnread = theirs == nil && !entry.change.isRemoval
    if !isUnread, owner == id, isSame(base, theirs) { return }
    if isUnread || owner != id || !isSame(mine, theirs) {
      conflicts.append(
        ComponentStore.Conflict(entity: owner, base: base, mine: mine, theirs: theirs))
      if policy == .theirs {
        if let recorded, !recorded.isAlive { revive(recorded, entry, type, store) }
        return add(entry)
      }
    }
    if isUnread, living != nil, owner == id {
      unreadableValues.insert(ValueName(entry))
      return add(entry)
    }
    if let recorded { savedValues.append((recorded, type, theirs)) }
  }

  /// Returns another entity of the context that has an unsaved value of a unique component.
  private func unsavedHolder(
    of entry: LogEntry, _ type: any StoredComponent.Type, otherThan living: Entity?,
    _ store: ComponentStore
  ) -> (entity: Entity, id: DurableID)? {
    guard type.isUnique, !entry.change.isRemoval,
      let holder = store.context.group(.all(type)).first(where: { _ in true }), holder != living,
      store.unsaved.isChanged(holder, type), let id = holder[DurableID.self]
    else { return nil }
    return (holder, id)
  }

  /// Restores a destroyed entity, at its position in the creation order.
  private mutating func revive(
    _ entity: Entity, _ entry: LogEntry, _ type: any StoredComponent.Type, _ store: ComponentStore
  ) {
    if let existence = store.unsaved.savedValue(entity, Existence.self) as? Existence {
      values.append(
        LogEntry(
          LogChange(
            scope: "", kind: Existence.storedName, target: entry.change.target,
            value: "\(existence.order)")))
    }
    savedValues += [(entity, type, nil), (entity, Existence.self, nil)]
  }
}

// MARK: Applying

extension IncomingEntries {
  func apply(to store: ComponentStore) {
    store.unsaved.kindsOfDestroyed.merge(kindsOfDestroyed) { $0.union($1) }
    for (entity, type, value) in savedValues { store.unsaved.setSavedValue(entity, type, value) }
    for (entity, type) in valuesLosingKeys {
      // The file contains the value until its entry is applied or its loss is saved.
      let saved = store.unsaved.savedValue(entity, type)
      entity.remove(type)
      store.unsaved.setSavedValue(entity, type, saved)
    }
    let stored = withPresentIDs(StoredEntity.all(of: values), store)
    let entities = store.context.restore(
      stored, store.components, haveIDs: true, references: store.references,
      refusing: valuesWithKeysGivenAway)
    for (stored, entity) in zip(stored, entities) {
      if let entity { noteSavedValues(of: entity, stored.entries, store) }
    }
    for entity in removeValues(from: store)
    where entity.isAlive && store.hasNothing(of: entity) { entity.destroy() }
  }

  /// Returns stored entities with their current ids, and restores ids that an undo has removed.
  private func withPresentIDs(
    _ stored: [StoredEntity], _ store: ComponentStore
  ) -> [StoredEntity] {
    if entitiesByFormerID.isEmpty { return stored }
    return stored.map { stored in
      let id = DurableID(stored.target)
      guard let entity = entity(id, store.context) else { return stored }
      if !entity.has(DurableID.self) {
        entity.set(id)
        store.makeDurable(entity)
      }
      return StoredEntity(target: entity.durableID().text, entries: stored.entries)
    }
  }

  /// Records the values of a restored entity as saved.
  private func noteSavedValues(
    of entity: Entity, _ entries: ArraySlice<LogEntry>, _ store: ComponentStore
  ) {
    let unread = entity[UnreadValues.self]?.values
    if unread == nil, store.unsaved.isEmpty { return }
    for entry in entries {
      guard let type = store.components[entry.change.kind] else { continue }
      if unread?[type.storedName] != nil {
        if unreadableValues.contains(ValueName(entry)) {
          // The unsaved value cannot be saved over the unreadable one.
          store.unsaved.setSavedValue(entity, type, nil)
          continue
        }
        entity.remove(type)
      }
      // If another entity has the key of a value, the value is not set and stays in the file.
      if store.unsaved.has(entity, type) {
        store.unsaved.setSavedValue(entity, type, entity.component(type) as? any StoredComponent)
      }
    }
  }

  /// Removes values, and the existence of each entity last.
  ///
  /// - Returns: The entities that had any of the values.
  private func removeValues(from store: ComponentStore) -> [Entity] {
    var entities: [Entity] = []
    let existence = removals.filter { $0.change.kind == Existence.storedName }
    for entry in removals.filter({ $0.change.kind != Existence.storedName }) + existence {
      let id = DurableID(entry.change.target)
      if entry.change.kind == Existence.storedName { store.references.noteDestroyed(id) }
      guard let entity = entity(id, store.context) else { continue }
      if entry.change.kind == Existence.storedName {
        entity.remove(UnreadValues.self)
        if store.hasUnsaved(entity) {
          // Unsaved values make the entity exist again.
          store.unsaved.setSavedValue(entity, Existence.self, nil)
          continue
        }
      }
      var hadValue = entity[UnreadValues.self]?.values[entry.change.kind] != nil
      if hadValue { entity.setUnread(nil, entry.change.kind) }
      if let type = store.components[entry.change.kind] {
        hadValue = hadValue || store.unsaved.savedValue(entity, type) != nil
        entity.remove(type)
        store.unsaved.setSavedValue(entity, type, nil)
      }
      if hadValue, entities.last != entity { entities.append(entity) }
    }
    return entities
  }
}

/// The key of a value in the file: its entity and component.
struct ValueName: Hashable {
  let target: String
  let kind: String

  init(_ entry: LogEntry) { (target, kind) = (entry.change.target, entry.change.kind) }

  init(_ id: DurableID, _ type: any StoredComponent.Type) {
    (target, kind) = (id.text, type.storedName)
  }
}

// MARK: Unique keys

extension IncomingEntries {
  /// A value of the file with unique keys.
  private struct Claim {
    let name: ValueName
    let type: any StoredComponent.Type
    /// The entity, or nil if the context does not have it yet.
    let entity: Entity?
    let value: any StoredComponent
    let keys: [Context.UniqueKey]

    /// The other entities of the context that have one of the keys.
    var rivals: [Entity] { keys.compactMap(\.holder).filter { $0 != entity } }
  }

  /// Resolves conflicts over unique keys.
  ///
  /// The last entry of the file wins. A conflict occurs if an entity of the context has the key,
  /// and the file has no new value for that entity.
  private mutating func classifyKeys(of store: ComponentStore, _ policy: SyncPolicy) {
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
              entity: id, base: claim.entity.flatMap { store.unsaved.savedValue($0, claim.type) },
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

  /// Returns the values with unique keys, except values whose key a later entry assigns to another
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

  /// Returns the id of an entity in the file, or the id that it will get.
  func fileID(of entity: Entity) -> DurableID? {
    entitiesByFormerID.first { $0.value == entity }?.key ?? entity[DurableID.self]
  }
}

extension ComponentStore {
  func hasUnsaved(_ entity: Entity) -> Bool {
    components.types.contains {
      $0 != Existence.self && entity.component($0) != nil && unsaved.isChanged(entity, $0)
    }
  }

  /// Returns true if neither the file nor the context has a value for an entity.
  fileprivate func hasNothing(of entity: Entity) -> Bool {
    ownsEntities && isEmpty(entity)
      && components.types.allSatisfy { unsaved.savedValue(entity, $0) == nil }
  }
}
