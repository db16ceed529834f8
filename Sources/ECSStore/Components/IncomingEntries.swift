import ECSDetached
import ECSKit

/// A merge of file entries into a context with unsaved changes.
///
/// `ComponentStore.refresh(_:)` creates this value from the latest entries, reads its conflicts,
/// and applies it. Creating the value changes nothing, so a refresh can still be refused. After the
/// value is applied, each value of the context equals the value of the file or is recorded as
/// unsaved.
struct IncomingEntries {
  var values: [LogEntry] = []
  var removals: [LogEntry] = []
  /// The file values of components whose value in the context is unsaved and remains.
  var savedValues: [(Entity, any StoredComponent.Type, (any StoredComponent)?)] = []
  /// Lists that were merged with unsaved links, each with the list in the file.
  var mergedLists: [(entity: Entity, type: any StoredComponent.Type, theirs: LogEntry)] = []
  var conflicts: [ComponentStore.Conflict] = []
  /// The entries with the file values of conflicts, by position in ``conflicts``.
  var entriesOfConflicts: [Int: (entry: LogEntry, type: any StoredComponent.Type)] = [:]
  var lostLinks: [LogSubject: LostLinks] = [:]
  /// The file values that are not set because another entity of the context has their unique keys.
  var valuesWithKeysHeldHere: Set<ValueName> = []
  /// The unreadable values whose component has an unsaved value in the context.
  private var unreadableValues: Set<ValueName> = []
  /// The file values whose unique key a later entry gives to another entity.
  var valuesWithKeysGivenAway: Set<ValueName> = []
  /// The components of the values that destroyed entities have lost, by entity id.
  private(set) var kindsOfDestroyed: [String: Set<String>] = [:]
  private var linksOfDestroyed: [String: Set<LogSubject>] = [:]
  /// The context values that lose a unique key to a file value.
  var valuesLosingKeys: [(Entity, any StoredComponent.Type)] = []
  /// The entities whose ids differ between the file and the context, by the id in the file.
  let entitiesByFormerID: [DurableID: Entity]
  private let hasIDs: Bool

  /// Creates a merge of file entries, without changing the context.
  ///
  /// `entries` and `links` contain the latest entries. In `entries`, each list has a single entry.
  /// In `links`, each link has a separate entry. `all` contains all entries that were read.
  init(
    _ entries: [LogEntry], of store: ComponentStore, _ policy: SyncPolicy, links: [LogEntry],
    all: [LogEntry]
  ) {
    entitiesByFormerID = store.unsaved.entitiesByFormerID
    hasIDs = !store.context.group(.all(DurableID.self)).isEmpty
    let hasOwn = entries.contains { LogKind.isOwn($0.change.kind) }
    let entries = withDestroyed(
      hasOwn ? entries.filter { !LogKind.isOwn($0.change.kind) } : entries, of: store)
    // For a unique component, the last entry about any entity wins.
    var targetsOfUnique: [String: String] = [:]
    if store.components.includeUnique {
      for entry in entries where !entry.change.isRemoval {
        if store.components[entry.change.kind]?.isUnique ?? false {
          targetsOfUnique[entry.change.kind] = entry.change.target
        }
      }
    }
    // Without unsaved changes, there are no conflicts.
    let isEmpty = entitiesByFormerID.isEmpty && (!hasIDs || store.unsaved.isEmpty)
    if isEmpty, targetsOfUnique.isEmpty {
      removals = entries.filter(\.change.isRemoval)
      values = removals.isEmpty ? entries : entries.filter { !$0.change.isRemoval }
      classifyKeys(of: store, policy)
      // A store that has written nothing and has no entities cannot lose a link.
      if hasIDs || !store.steps.ownCounters.isEmpty { noteLinks(toDestroyedBy: links, all, store) }
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
    noteLinks(toDestroyedBy: links, all, store)
  }

  /// Records destroyed entities, and returns the entries without the values of these entities.
  private mutating func withDestroyed(
    _ entries: [LogEntry], of store: ComponentStore
  ) -> [LogEntry] {
    let destroyed = StoredEntity.destroyed(by: entries)
    if destroyed.isEmpty { return entries }
    var others: [LogEntry] = []
    for entry in entries {
      if !destroyed.contains(entry.change.target) {
        others.append(entry)
        continue
      }
      let links = entry.change.links
      for id in (links ?? StoredLinks()).links.keys {
        linksOfDestroyed[entry.change.target, default: []].insert(entry.change.subject.link(id))
      }
      if links?.isWhole ?? !entry.change.isRemoval {
        kindsOfDestroyed[entry.change.target, default: []].insert(entry.change.kind)
      }
    }
    let types = store.components.types
    return others
      + destroyed.sorted().flatMap { target in
        types.map { LogEntry(LogChange(scope: "", kind: $0.storedName, target: target, value: "")) }
      }
  }

  mutating func add(_ entry: LogEntry) {
    if entry.change.isRemoval { removals.append(entry) } else { values.append(entry) }
  }

  /// Returns the entity that has an id in the file.
  func entity(_ id: DurableID, _ context: Context) -> Entity? {
    if !hasIDs { return nil }
    return entitiesByFormerID[id].flatMap { $0.isAlive ? $0 : nil } ?? context.entity(id)
  }

  /// Returns the entity that has an id in the file, even if it is destroyed in the context.
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

  /// Records a file value whose unique key belongs to another entity of the context.
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
      // The entity has a different id in the file.
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
    if type.isWrittenInParts, let living, living == recorded,
      merge(entry, living, type, store, policy)
    {
      return
    }
    let owner = holder?.id ?? id
    let mine = (holder?.entity ?? living)?.component(type) as? any StoredComponent
    let base = recorded.flatMap { store.unsaved.savedValue($0, type) }
    let theirs = store.value(of: entry, type)
    let isUnread = theirs == nil && !entry.change.isRemoval
    if !isUnread, owner == id, isSame(base, theirs) { return }
    if isUnread || owner != id || !isSame(mine, theirs) {
      entriesOfConflicts[conflicts.count] = (entry, type)
      conflicts.append(
        ComponentStore.Conflict(
          entity: owner, component: type.storedName, base: base, mine: mine, theirs: theirs))
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
    store.unsaved.linksOfDestroyed.merge(linksOfDestroyed) { $0.union($1) }
    for (entity, type, value) in savedValues { store.unsaved.setSavedValue(entity, type, value) }
    for (entity, type) in valuesLosingKeys {
      // The value remains in the file until an entry removes it or the loss is saved.
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
    for (entity, type, theirs) in mergedLists {
      let value = store.value(of: theirs, type)
      store.unsaved.setSavedValue(entity, type, value)
      store.unsaved.setPlaces(entity, type, theirs.change.links, in: value)
    }
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
    for entry in entries where entry.change.links != nil || !store.unsaved.lists.isEmpty {
      guard let type = store.components[entry.change.kind], type.isWrittenInParts else { continue }
      store.unsaved.setPlaces(
        entity, type, entry.change.links, in: entity.component(type) as? any StoredComponent)
    }
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
      // If another entity has the key of a value, the value is not set and remains in the file.
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
