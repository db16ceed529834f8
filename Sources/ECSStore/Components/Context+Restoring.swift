import ECSKit

// Restores entities from the entries of a log or snapshot.
//
// Loading, undo and snapshots call `Context.restore`. Entities are created in the order of the
// file. A value is read only when its targets exist or are recorded as missing.

extension Context {
  /// Creates stored entities, or sets their values on existing entities with the same ids.
  ///
  /// - Parameters:
  ///   - stored: The stored entities to restore.
  ///   - components: The known components.
  ///   - haveIDs: True if the log identifies all entities by ids. A snapshot may identify entities
  ///     by numbers.
  ///   - remapping: The new ids, by stored id.
  ///   - references: The registry of missing entities. If nil, values that refer to missing
  ///     entities are not read.
  ///   - unreadValues: Values that must not be read, because another entity has one of their unique
  ///     keys.
  /// - Returns: The entities, in the same order. The result contains nil for an entity that has no
  ///   values and to which no value refers.
  func restore(
    _ stored: [StoredEntity], _ components: StoredComponents, haveIDs: Bool = false,
    remapping: [DurableID: DurableID] = [:], references: References? = nil,
    refusing unreadValues: Set<ValueName> = []
  ) -> [Entity?] {
    let stored = references.map { references in stored.map(references.withExistence) } ?? stored
    let restored = RestoredEntities(
      stored, in: self, haveIDs: haveIDs, remapping: remapping, references)
    let resolver = EntityResolver { restored.entity(named: $0) }
    var reader = EntityReader(
      entities: restored, unreadValues: unreadValues,
      context: StoredReading(remapping, resolver, references?.subjectsInLog ?? [:]),
      names: ComponentNames(components))
    for position in stored.indices where restored.isNeeded(position) { reader.read(position) }
    if let references { restored.resolveMissing(in: references, components, resolver) }
    return restored.entities
  }
}

/// The entities of a restoration, found or created on demand.
///
/// The resolver of references retains this object. A reference from the object to the resolver
/// would be a cycle.
private final class RestoredEntities {
  let context: Context
  let stored: [StoredEntity]
  let references: References?
  let unresolved = UnresolvedReferences()
  /// The entities found or created so far, by position in `stored`.
  var entities: [Entity?]
  private let haveIDs: Bool
  private let remapping: [DurableID: DurableID]
  /// False if no entity of the context has an id.
  ///
  /// In this case, no index of ids is created.
  private let hasIDs: Bool
  private let referredTargets: Set<String>
  private var lastNumber: UInt64 = 0
  private var positions: [String: Int]?

  init(
    _ stored: [StoredEntity], in context: Context, haveIDs: Bool,
    remapping: [DurableID: DurableID], _ references: References?
  ) {
    self.context = context
    self.stored = stored
    self.references = references
    self.haveIDs = haveIDs
    self.remapping = remapping
    hasIDs = context.hasValues(of: DurableID.self)
    entities = [Entity?](repeating: nil, count: stored.count)
    referredTargets = StoredEntity.referredBareTargets(in: stored)
  }

  /// Returns true if an entity has values or is the target of a reference.
  func isNeeded(_ position: Int) -> Bool {
    !stored[position].isBare || referredTargets.contains(stored[position].target)
      || references?.isMissed(DurableID(stored[position].target)) ?? false
  }

  func id(_ position: Int) -> DurableID? {
    guard haveIDs || stored[position].hasID else { return nil }
    let id = DurableID(stored[position].target)
    return remapping[id] ?? id
  }

  func find(_ position: Int) -> Entity? {
    entities[position] ?? references?.named(stored[position].target)
      ?? (hasIDs ? id(position).flatMap { context.entity($0) } : nil)
  }

  /// Creates an entity with the components that `body` sets.
  func create(_ position: Int, _ body: (borrowing NewEntity) -> Void) -> Entity {
    // The creation positions of the file apply only in the context of the store.
    guard haveIDs else { return context.createEntity(number: nil, with: body) }
    let former = references.flatMap { references in
      id(position).flatMap { references.former($0) }
    }
    // Two programs may have used the same position. The second entity then gets a greater number.
    var number = stored[position].order
    if former == nil { number = number.map { max($0, lastNumber + 1) } }
    let entity = context.createEntity(number: number, reviving: former, with: body)
    lastNumber = max(lastNumber, entity.creationNumber ?? 0)
    return entity
  }

  private func findOrCreate(_ position: Int) -> Entity {
    let entity =
      find(position) ?? create(position) { new in if let id = id(position) { new.set(id) } }
    entities[position] = entity
    return entity
  }

  /// Returns the entity to which a value refers.
  ///
  /// If the entity is missing, it is created or recorded as missing.
  func entity(named name: String) -> Entity {
    if name.isEmpty { return context.unusedHandle() }
    if positions == nil {
      positions = Dictionary(uniqueKeysWithValues: stored.enumerated().map { ($1.target, $0) })
      // A value may refer to any of the entities, so all are created in order.
      for position in stored.indices where isNeeded(position) { _ = findOrCreate(position) }
    }
    if let position = positions?[name] { return findOrCreate(position) }
    let id = DurableID(name)
    if let entity = context.entity(remapping[id] ?? id) { return entity }
    if let entity = references?.former(id), entity.isAlive {
      unresolved.note(renamed: entity)
      return entity
    }
    if let order = references?.bareEntity(id)?.order {
      return context.createEntity(number: order) { new in
        new.set(id)
        new.set(Existence(order: order))
      }
    }
    unresolved.note(missing: id)
    return references?.handle(of: id) ?? context.unusedHandle()
  }

  /// Records the entities that exist only in the file, and rereads the values whose targets now
  /// exist.
  func resolveMissing(
    in references: References, _ components: StoredComponents, _ resolver: EntityResolver
  ) {
    for position in stored.indices where find(position) == nil {
      references.noteBare(stored[position])
    }
    if references.isEmpty { return }
    for position in stored.indices {
      guard let id = id(position), let entity = find(position) else { continue }
      for owner in references.removeMissing(id) { owner.readAgain(resolver) }
      // References to a destroyed entity move to the new entity with the same id.
      if references.hadEntity(id) {
        for (owner, value) in context.values(components, referringTo: id) where owner != entity {
          References.Owner(entity: owner, type: type(of: value)).readAgain(resolver)
        }
      }
    }
  }
}

private struct EntityReader {
  let entities: RestoredEntities
  let unreadValues: Set<ValueName>
  let context: StoredReading
  var names: ComponentNames
  /// The values of the entity that is being read.
  ///
  /// One buffer is sufficient, because reading is not reentrant.
  var values: [any Component] = []

  /// The unread values and unresolved references of an entity.
  private struct Problems {
    var unread: [String: UnreadValues.Value] = [:]
    var missing: [(id: DurableID, type: any StoredComponent.Type)] = []
    var renamed: [(entity: Entity, type: any StoredComponent.Type)] = []
  }

  /// Finds or creates an entity, and reads its values.
  mutating func read(_ position: Int) {
    let problems = readValues(entities.stored[position].entries)
    let entity = setValues(position, problems.unread)
    entities.entities[position] = entity
    for (id, type) in problems.missing {
      entities.references?.note(id, isMissedBy: References.Owner(entity: entity, type: type))
    }
    for (target, type) in problems.renamed {
      entities.references?.note(
        target, isReferredToBy: References.Owner(entity: entity, type: type))
    }
  }

  private mutating func readValues(_ entries: ArraySlice<LogEntry>) -> Problems {
    while !values.isEmpty { values.removeLast() }
    var problems = Problems()
    let span = entries.span
    for place in span.indices {
      if span[place].change.isRemoval { continue }
      let name = span[place].change.subject.kind
      let type = names.type(name, in: entities.context)
      if type == nil, name == Existence.storedName { continue }
      do {
        guard let type else {
          throw StoredValueError.text(found: name, expected: "the name of a component")
        }
        if !unreadValues.isEmpty, unreadValues.contains(ValueName(span[place])) {
          throw StoredValueError.text(
            found: span[place].change.value, expected: "a key that no other entity uses")
        }
        let component = try type.init(
          any: StoredValue(span[place].change, span[place].time, context))
        if entities.unresolved.isAny {
          let (missing, renamed) = entities.unresolved.removeAll()
          if let id = missing.first, entities.references == nil {
            throw StoredValueError.text(found: id.text, expected: "the id of an existing entity")
          }
          problems.missing += missing.map { ($0, type) }
          problems.renamed += renamed.map { ($0, type) }
        }
        values.append(component)
      } catch {
        _ = entities.unresolved.removeAll()
        problems.unread[name] = UnreadValues.Value(
          stored: StoredValue(span[place].change, span[place].time), reason: "\(error)")
      }
    }
    return problems
  }

  private func setValues(_ position: Int, _ unread: [String: UnreadValues.Value]) -> Entity {
    guard let entity = entities.find(position) else {
      return entities.create(position) { new in
        for value in values { new.set(value, of: type(of: value)) }
        if !unread.isEmpty { new.set(UnreadValues(values: unread)) }
        if let id = entities.id(position) { new.set(id) }
      }
    }
    for value in values { entity.set(value) }
    for entry in entities.stored[position].entries {
      entity.setUnread(unread[entry.change.kind], entry.change.kind)
    }
    return entity
  }
}

/// The unresolved references of the value being read.
private final class UnresolvedReferences {
  private var missing: [DurableID] = []
  private var renamed: [Entity] = []
  private(set) var isAny = false

  func note(missing id: DurableID) {
    missing.append(id)
    isAny = true
  }

  func note(renamed entity: Entity) {
    renamed.append(entity)
    isAny = true
  }

  func removeAll() -> (missing: [DurableID], renamed: [Entity]) {
    defer { (missing, renamed, isAny) = ([], [], false) }
    return (missing, renamed)
  }
}

/// A lookup of components by stored name.
///
/// Most entities have the same components in the same order. The search therefore starts after the
/// component that was found last.
private struct ComponentNames {
  private var known: [(name: String, type: any StoredComponent.Type, isPrepared: Bool)]
  private var next = 0

  init(_ components: StoredComponents) {
    known = components.types.map { ($0.storedName, $0, false) }
  }

  /// Returns the component with a name, and prepares the context for the component.
  mutating func type(_ name: String, in context: Context) -> (any StoredComponent.Type)? {
    if next == known.count || known[next].name != name {
      guard let found = known.firstIndex(where: { $0.name == name }) else { return nil }
      next = found
    }
    let place = next
    next = place + 1 == known.count ? 0 : place + 1
    if !known[place].isPrepared {
      known[place].isPrepared = true
      known[place].type.prepareColumn(in: context)
    }
    return known[place].type
  }
}

extension References.Owner {
  /// Reads the owner's value again, to resolve references to entities that exist in the meantime.
  fileprivate func readAgain(_ resolver: EntityResolver) {
    guard let value = entity.component(type) as? any StoredComponent else { return }
    // Encoding and decoding cannot fail for a value that was already read.
    do {
      let found: any Component = try type.init(any: try value.stored.resolved(by: resolver))
      entity.set(found)
    } catch {}
  }
}

extension Entity {
  /// Sets or removes the unread value of a component.
  func setUnread(_ value: UnreadValues.Value?, _ name: String) {
    var values = self[UnreadValues.self]?.values ?? [:]
    values[name] = value
    if values.isEmpty {
      remove(UnreadValues.self)
    } else {
      set(UnreadValues(values: values))
    }
  }
}
