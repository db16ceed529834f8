import ECSDetached
import ECSKit

/// What the words of a file change in a context that has unsaved changes.
struct IncomingEntries {
  /// The values to set, and what is to be removed.
  private(set) var values: [LogEntry] = []
  private var removals: [LogEntry] = []
  /// What the file has by now of values that the context does not take over.
  private var kept: [(Entity, any StoredComponent.Type, (any StoredComponent)?)] = []
  var conflicts: [ComponentStore.Conflict] = []
  /// The values with a unique key that another entity keeps here.
  private(set) var displaced: Set<ValueName> = []
  /// The values that cannot be read here, beside which the context keeps one that is unsaved.
  private var unread: Set<ValueName> = []
  /// The values with a unique key that a later word of the file gives to another entity.
  private var beaten: Set<ValueName> = []
  /// The kinds of the values that the file has of destroyed entities, by their ids.
  private(set) var hidden: [String: Set<String>] = [:]
  /// The values of the context whose unique key one of the file gets.
  private var cleared: [(Entity, any StoredComponent.Type)] = []
  /// The entities that the file calls by ids which they do not have any more.
  private let renamed: [DurableID: Entity]
  private let hasIDs: Bool

  init(_ entries: [LogEntry], of store: ComponentStore, _ policy: SyncPolicy) {
    renamed = store.unsaved.renamed
    hasIDs = !store.context.group(.all(DurableID.self)).isEmpty
    let hasOwn = entries.contains { LogKind.isOwn($0.change.kind) }
    let all = entries
    let entries = withDestroyed(
      hasOwn ? entries.filter { !LogKind.isOwn($0.change.kind) } : entries, of: store)
    // For a unique component the last word counts, whichever entity it is about.
    var holders: [String: String] = [:]
    if store.components.includeUnique {
      for entry in entries where !entry.change.isRemoval {
        if store.components[entry.change.kind]?.isUnique ?? false {
          holders[entry.change.kind] = entry.change.target
        }
      }
    }
    // Where nothing is unsaved, nothing stands against a word.
    let isEmpty = renamed.isEmpty && (!hasIDs || store.unsaved.isEmpty)
    if isEmpty, holders.isEmpty {
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
      let holder = entry.change.isRemoval ? nil : holders[type.storedName]
      if let holder, holder != entry.change.target {
        pass(entry, type, store)
      } else if isEmpty {
        add(entry)
      } else {
        classify(entry, type, store, policy)
      }
    }
    classifyKeys(of: store, policy)
    noteLinks(toDestroyedBy: all, of: store)
  }

  /// Returns words in which nothing is left of what others destroyed.
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
        hidden[entry.change.target, default: []].insert(entry.change.kind)
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

  /// The entity that the file calls by an id.
  func entity(_ id: DurableID, _ context: Context) -> Entity? {
    if !hasIDs { return nil }
    return renamed[id].flatMap { $0.isAlive ? $0 : nil } ?? context.entity(id)
  }

  /// The entity, dead or alive, that is noted for an id of the file.
  private func noted(
    _ id: DurableID, _ type: any StoredComponent.Type, _ store: ComponentStore
  ) -> Entity? {
    if let entity = renamed[id] {
      if store.unsaved.isChanged(entity, type) { return entity }
      let isDestroyed = !entity.isAlive && store.unsaved.isChanged(entity, Existence.self)
      if isDestroyed, store.context.entity(id) == nil { return entity }
    }
    return entity(id, store.context)
  }

  /// Notes a value that another entity has by now.
  private mutating func pass(
    _ entry: LogEntry, _ type: any StoredComponent.Type, _ store: ComponentStore
  ) {
    if let entity = noted(DurableID(entry.change.target), type, store) {
      kept.append((entity, type, store.value(of: entry, type)))
    }
  }

  /// Decides whether the context takes over a word.
  private mutating func classify(
    _ entry: LogEntry, _ type: any StoredComponent.Type, _ store: ComponentStore,
    _ policy: SyncPolicy
  ) {
    let id = DurableID(entry.change.target)
    let living = entity(id, store.context)
    if entry.change.isRemoval, let living, renamed[id] != living, store.unsaved.isRenamed(living) {
      // In the file the entity has another id.
      return
    }
    let noted = noted(id, type, store)
    if type == Existence.self {
      // That an entity exists is no value that two sides could disagree on.
      if let noted, !noted.isAlive || !noted.has(DurableID.self) {
        kept.append((noted, type, store.value(of: entry, type)))
      } else {
        add(entry)
      }
      return
    }
    var (owner, mine) = (id, living?.component(type) as? any StoredComponent)
    if noted.map({ !$0.isAlive || store.unsaved.isChanged($0, type) }) ?? false {
    } else if type.isUnique, !entry.change.isRemoval,
      let holder = store.context.group(.all(type)).first(where: { _ in true }), holder != living,
      store.unsaved.isChanged(holder, type), let holderID = holder[DurableID.self]
    {
      // In the context another entity has it by now.
      (owner, mine) = (holderID, holder.component(type) as? any StoredComponent)
    } else {
      return add(entry)
    }
    let base = noted.flatMap { store.unsaved.kept($0, type) }
    let theirs = store.value(of: entry, type)
    let isUnread = theirs == nil && !entry.change.isRemoval
    if !isUnread, owner == id, isSame(base, theirs) { return }
    if isUnread || owner != id || !isSame(mine, theirs) {
      conflicts.append(
        ComponentStore.Conflict(entity: owner, base: base, mine: mine, theirs: theirs))
      if policy == .theirs {
        if let noted, !noted.isAlive {
          // What is here again is not destroyed, and is where it was in the order of creation.
          if let existence = store.unsaved.kept(noted, Existence.self) as? Existence {
            values.append(
              LogEntry(
                LogChange(
                  scope: "", kind: Existence.storedName, target: entry.change.target,
                  value: "\(existence.order)")))
          }
          kept += [(noted, type, nil), (noted, Existence.self, nil)]
        }
        return add(entry)
      }
    }
    if isUnread, living != nil, owner == id {
      unread.insert(ValueName(entry))
      return add(entry)
    }
    if let noted { kept.append((noted, type, theirs)) }
  }

  /// Makes the changes.
  func apply(to store: ComponentStore) {
    let context = store.context
    store.unsaved.hidden.merge(hidden) { $0.union($1) }
    for (entity, type, value) in kept { store.unsaved.setKept(entity, type, value) }
    for (entity, type) in cleared {
      // The file has the value until its own word is taken in, or until it is saved that it is lost.
      let kept = store.unsaved.kept(entity, type)
      entity.remove(type)
      store.unsaved.setKept(entity, type, kept)
    }
    var stored = StoredEntity.all(of: values)
    if !renamed.isEmpty {
      stored = stored.map { stored in
        let id = DurableID(stored.target)
        guard let entity = entity(id, context) else { return stored }
        if !entity.has(DurableID.self) {
          // It was undone that it got an id, and others have changed it since.
          entity.set(id)
          store.keep(entity)
        }
        return StoredEntity(target: entity.durableID().text, entries: stored.entries)
      }
    }
    let entities = context.restore(
      stored, store.components, haveIDs: true, references: store.references,
      refusing: beaten)
    for (stored, entity) in zip(stored, entities) {
      guard let entity else { continue }
      let unread = entity[UnreadValues.self]?.values
      if unread == nil, store.unsaved.isEmpty { continue }
      for entry in stored.entries {
        guard let type = store.components[entry.change.kind] else { continue }
        if unread?[type.storedName] != nil {
          if self.unread.contains(ValueName(entry)) {
            // It is not in the file, and cannot be saved over what is there.
            store.unsaved.setKept(entity, type, nil)
            continue
          }
          entity.remove(type)
        }
        // What was not unsaved is as the file has it now. A value whose key another entity has is not set,
        // and stays in the file.
        if store.unsaved.has(entity, type) {
          store.unsaved.setKept(entity, type, entity.component(type) as? any StoredComponent)
        }
      }
    }
    var touched: [Entity] = []
    let existence = removals.filter { $0.change.kind == Existence.storedName }
    for entry in removals.filter({ $0.change.kind != Existence.storedName }) + existence {
      let id = DurableID(entry.change.target)
      if entry.change.kind == Existence.storedName { store.references.noteDestroyed(id) }
      guard let entity = entity(id, context) else { continue }
      if entry.change.kind == Existence.storedName {
        entity.remove(UnreadValues.self)
        if store.hasUnsaved(entity) {
          // What is unsaved of it makes it exist again.
          store.unsaved.setKept(entity, Existence.self, nil)
          continue
        }
      }
      var hadValue = entity[UnreadValues.self]?.values[entry.change.kind] != nil
      if hadValue { entity.setUnread(nil, entry.change.kind) }
      if let type = store.components[entry.change.kind] {
        hadValue = hadValue || store.unsaved.kept(entity, type) != nil
        entity.remove(type)
        store.unsaved.setKept(entity, type, nil)
      }
      if hadValue, touched.last != entity { touched.append(entity) }
    }
    for entity in touched where entity.isAlive && store.hasNothing(of: entity) { entity.destroy() }
  }
}

/// A value of the file, by its entity and its component.
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
  /// A value of the file that has unique keys.
  private struct Claim {
    let name: ValueName
    let type: any StoredComponent.Type
    /// The entity that it is about; nil if the context does not have it yet.
    let entity: Entity?
    let value: any StoredComponent
    let keys: [Context.UniqueKey]

    /// The entities that have a key of it in the context.
    var rivals: [Entity] { keys.compactMap(\.holder).filter { $0 != entity } }
  }

  /// Decides about the values that have a unique key.
  ///
  /// The last word of the file counts. A key of an entity of the context whose own value the
  /// file does not change is a conflict.
  private mutating func classifyKeys(of store: ComponentStore, _ policy: SyncPolicy) {
    let claims = claims(in: store)
    if claims.isEmpty { return }
    var changed = Set((values + removals).map { ValueName($0) })
    var isSettled = false
    while !isSettled {
      isSettled = true
      for claim in claims where changed.contains(claim.name) {
        for rival in claim.rivals {
          guard let id = fileID(of: rival), !changed.contains(ValueName(id, claim.type)) else {
            continue
          }
          conflicts.append(
            ComponentStore.Conflict(
              entity: id, base: claim.entity.flatMap { store.unsaved.kept($0, claim.type) },
              mine: rival.component(claim.type) as? any StoredComponent, theirs: claim.value))
          if policy == .theirs { continue }
          if let entity = claim.entity { kept.append((entity, claim.type, claim.value)) }
          displaced.insert(claim.name)
          changed.remove(claim.name)
          // The value that it would have replaced may be in the way of another one.
          isSettled = false
          break
        }
      }
    }
    values.removeAll { displaced.contains(ValueName($0)) }
    cleared = claims.filter { changed.contains($0.name) }.flatMap { claim in
      claim.rivals.map { ($0, claim.type) }
    }
  }

  /// Returns the values that have unique keys; one whose key a later word gives away is not read.
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
        if let former = last.updateValue(name, forKey: key) { beaten.insert(former) }
      }
      return Claim(
        name: name, type: type,
        entity: entity(DurableID(name.target), store.context), value: value, keys: keys)
    }
    return claims.filter { !beaten.contains($0.name) }
  }

  /// The id under which the file has an entity, or will have it.
  func fileID(of entity: Entity) -> DurableID? {
    renamed.first { $0.value == entity }?.key ?? entity[DurableID.self]
  }
}

extension ComponentStore {
  /// Whether an entity has values that are not saved.
  func hasUnsaved(_ entity: Entity) -> Bool {
    components.types.contains {
      $0 != Existence.self && entity.component($0) != nil && unsaved.isChanged(entity, $0)
    }
  }

  /// Whether neither the file nor the context has a value of an entity.
  fileprivate func hasNothing(of entity: Entity) -> Bool {
    ownsEntities && isEmpty(entity)
      && components.types.allSatisfy { unsaved.kept(entity, $0) == nil }
  }
}
