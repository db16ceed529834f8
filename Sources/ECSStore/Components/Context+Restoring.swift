import ECSKit

/// The entries of a log or snapshot about one entity.
struct StoredEntity {
  /// The id of the entity, or its number in a snapshot.
  let target: String
  /// The entries of its values in their order, mostly a slice of the read entries.
  private(set) var entries: ArraySlice<LogEntry>
  /// The position in the creation order; nil if it was not stored.
  private(set) var order: UInt64?
  /// True if the entity has no values and exists only as a target of references.
  private(set) var isBare = true

  init(target: String, entries: ArraySlice<LogEntry>) {
    self.target = target
    self.entries = entries
    let span = entries.span
    for place in span.indices {
      if span[place].change.subject.kind == Existence.storedName {
        order = UInt64(span[place].change.value)
      } else {
        isBare = false
      }
    }
  }

  /// Groups entries by entity, in the order of creation.
  ///
  /// Entities without a position come first, in the order of the entries. Destroyed entities are omitted,
  /// regardless of later entries about them.
  ///
  /// - Complexity: O(*n*) expected in the number of entries; O(*n* log *n*) if the entities are in another
  ///   order.
  static func all(of entries: [LogEntry]) -> [StoredEntity] {
    let (targets, owners) = owners(of: entries)
    // The ends of the groups after sorting.
    var ends = [Int](repeating: 0, count: targets.count)
    for owner in owners where owner >= 0 { ends[owner] += 1 }
    for place in ends.indices.dropFirst() { ends[place] += ends[place - 1] }
    var grouped = entries
    // The entries of a snapshot are already grouped.
    if !zip(owners, owners.dropFirst()).allSatisfy({ $0 <= $1 }) || owners.first ?? 0 < 0 {
      var positions = [Int](repeating: 0, count: ends.last ?? 0)
      var next = [0] + ends
      for position in owners.indices where owners[position] >= 0 {
        positions[next[owners[position]]] = position
        next[owners[position]] += 1
      }
      grouped = positions.map { entries[$0] }
    }
    var start = 0
    let entities = targets.indices.map { place in
      defer { start = ends[place] }
      return StoredEntity(target: targets[place], entries: grouped[start..<ends[place]])
    }
    if !entities.contains(where: { $0.order != nil }) { return entities }
    if zip(entities, entities.dropFirst()).allSatisfy({ $0.order ?? 0 < $1.order ?? 0 }) {
      return entities
    }
    return entities.enumerated().sorted { first, second in
      func key(_ place: Int, _ entity: StoredEntity) -> (UInt64, String, Int) {
        entity.order.map { ($0, entity.target, 0) } ?? (0, "", place)
      }
      return key(first.offset, first.element) < key(second.offset, second.element)
    }.map(\.element)
  }

  /// Returns the targets with values in the order of the entries, and the position of the target of each
  /// entry; -1 for an entry without one.
  private static func owners(of entries: [LogEntry]) -> (targets: [String], owners: [Int]) {
    let destroyed = destroyed(by: entries)
    var targets: [String] = []
    var places = [String: Int](minimumCapacity: entries.count)
    var last = -1
    // Successive entries mostly have the same kind.
    var kind = ""
    func owner(of subject: LogSubject, isRemoval: Bool) -> Int {
      if subject.kind != kind, !LogKind.isOwn(subject.kind) { kind = subject.kind }
      if subject.kind != kind || isRemoval { return -1 }
      let target = subject.target
      // In a snapshot the values of an entity are adjacent, and a log lists entities repeatedly.
      if last >= 0, targets[last] == target { return last }
      if last + 1 < targets.count, targets[last + 1] == target {
        last += 1
        return last
      }
      if destroyed.contains(target) { return -1 }
      // Most targets are new, so one search both detects and inserts them.
      if let known = places.updateValue(targets.count, forKey: target) {
        places[target] = known
        last = known
      } else {
        targets.append(target)
        last = targets.count - 1
      }
      return last
    }
    let span = entries.span
    var owners: [Int] = []
    owners.reserveCapacity(span.count)
    for position in span.indices {
      owners.append(
        owner(of: span[position].change.subject, isRemoval: span[position].change.isRemoval))
    }
    return (targets, owners)
  }

  /// Returns the targets that entries destroy.
  static func destroyed(by entries: [LogEntry]) -> Set<String> {
    Set(
      entries.lazy.filter { $0.change.isRemoval && $0.change.kind == Existence.storedName }
        .map(\.change.target))
  }

  /// The entity without its position in the creation order; nil if it has no values.
  var withoutExistence: StoredEntity? {
    let values = entries.filter { $0.change.kind != Existence.storedName }
    return values.isEmpty ? nil : StoredEntity(target: target, entries: values[...])
  }

  /// Returns the targets without values to which other values refer.
  static func referredBareTargets(in stored: [StoredEntity]) -> Set<String> {
    let bare = Set(stored.lazy.filter(\.isBare).map(\.target))
    if bare.isEmpty { return [] }
    var referred: Set<String> = []
    for entry in stored.lazy.flatMap(\.entries) {
      for text in entry.change.value.split(separator: "\"") where bare.contains(String(text)) {
        referred.insert(String(text))
      }
    }
    return referred
  }

  /// True if the target is an id and not only a number inside a snapshot.
  var hasID: Bool { target.utf8.first != Self.numberSign }

  /// The first character of the number of an entity without an id.
  static let numberSign = UInt8(ascii: "#")
}

extension Context {
  /// Creates stored entities, or sets their values on existing entities with the same ids.
  ///
  /// - Parameters:
  ///   - stored: The entities.
  ///   - components: The known components.
  ///   - haveIDs: True if all targets are ids; in a snapshot some are numbers.
  ///   - remapping: New ids for stored ones.
  ///   - references: The registry of missing entities; if nil, values that refer to them are unread.
  ///   - unreadValues: Values that must not be read because another entity has one of their keys.
  /// - Returns: The entities, in the same order; nil for one without values and references.
  func restore(
    _ stored: [StoredEntity], _ components: StoredComponents, haveIDs: Bool = false,
    remapping: [DurableID: DurableID] = [:], references: References? = nil,
    refusing unreadValues: Set<ValueName> = []
  ) -> [Entity?] {
    let stored = references.map { references in stored.map(references.withExistence) } ?? stored
    // Without ids there is nothing to find, so no index is created.
    let hasIDs = hasValues(of: DurableID.self)
    let created = CreatedEntities(count: stored.count)
    let referred = StoredEntity.referredBareTargets(in: stored)
    func isNeeded(_ position: Int) -> Bool {
      !stored[position].isBare || referred.contains(stored[position].target)
        || references?.isMissed(DurableID(stored[position].target)) ?? false
    }
    func id(_ position: Int) -> DurableID? {
      guard haveIDs || stored[position].hasID else { return nil }
      let id = DurableID(stored[position].target)
      return remapping[id] ?? id
    }
    func former(_ position: Int) -> Entity? {
      references.flatMap { references in id(position).flatMap { references.former($0) } }
    }
    // Only in the context of its store, creation positions are those of the file. Two programs may have used
    // the same position; the later entity then gets a later number.
    func create(_ position: Int, _ body: (borrowing NewEntity) -> Void) -> Entity {
      guard haveIDs else { return createEntity(number: nil, with: body) }
      let former = former(position)
      var number = stored[position].order
      if former == nil { number = number.map { max($0, created.lastNumber + 1) } }
      let entity = createEntity(number: number, reviving: former, with: body)
      created.lastNumber = max(created.lastNumber, entity.creationNumber ?? 0)
      return entity
    }
    func find(_ position: Int) -> Entity? {
      created.entities[position] ?? references?.named(stored[position].target)
        ?? (hasIDs ? id(position).flatMap { entity($0) } : nil)
    }
    func make(_ position: Int) -> Entity {
      find(position) ?? create(position) { new in if let id = id(position) { new.set(id) } }
    }
    var positions: [String: Int]?
    let unresolved = UnresolvedReferences()
    let resolver = EntityResolver { [unowned self] name in
      if name.isEmpty { return unusedHandle() }
      if positions == nil {
        positions = Dictionary(uniqueKeysWithValues: stored.enumerated().map { ($1.target, $0) })
        // A value may refer to any of the entities, and all are created in their order.
        for position in stored.indices where isNeeded(position) {
          created.entities[position] = make(position)
        }
      }
      if let position = positions?[name] {
        let entity = make(position)
        created.entities[position] = entity
        return entity
      }
      let id = DurableID(name)
      if let entity = entity(remapping[id] ?? id) { return entity }
      if let entity = references?.former(id), entity.isAlive {
        unresolved.note(renamed: entity)
        return entity
      }
      if let order = references?.bareEntity(id)?.order {
        return createEntity(number: order) { new in
          new.set(id)
          new.set(Existence(order: order))
        }
      }
      unresolved.note(missing: id)
      return references?.handle(of: id) ?? unusedHandle()
    }
    let reading = StoredReading(remapping, resolver, references?.subjectsInLog ?? [:])
    var known = ComponentNames(components)
    // One buffer serves all entities, because reading values is not reentrant.
    var fresh: [any Component] = []
    func read(
      _ position: Int, _ known: inout ComponentNames,
      _ fresh: inout [any Component]
    ) {
      while !fresh.isEmpty { fresh.removeLast() }
      let entries = stored[position].entries
      var unread: [String: UnreadValues.Value] = [:]
      var owned: [(id: DurableID, type: any StoredComponent.Type)] = []
      var referring: [(entity: Entity, type: any StoredComponent.Type)] = []
      let span = entries.span
      for place in span.indices {
        if span[place].change.isRemoval { continue }
        let name = span[place].change.subject.kind
        let type = known.type(name, in: self)
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
            any: StoredValue(span[place].change, span[place].time, reading))
          if unresolved.isAny {
            let (missing, renamed) = unresolved.removeAll()
            if let id = missing.first, references == nil {
              throw StoredValueError.text(
                found: id.text, expected: "the id of an existing entity")
            }
            owned += missing.map { ($0, type) }
            referring += renamed.map { ($0, type) }
          }
          fresh.append(component)
        } catch {
          _ = unresolved.removeAll()
          unread[name] = UnreadValues.Value(
            stored: StoredValue(span[place].change, span[place].time), reason: "\(error)")
        }
      }
      let entity: Entity
      if let found = find(position) {
        entity = found
        for value in fresh { entity.set(value) }
        for entry in entries { entity.setUnread(unread[entry.change.kind], entry.change.kind) }
      } else {
        entity = create(position) { new in
          for value in fresh { new.set(value, of: type(of: value)) }
          if !unread.isEmpty { new.set(UnreadValues(values: unread)) }
          if let id = id(position) { new.set(id) }
        }
      }
      created.entities[position] = entity
      for (id, type) in owned {
        references?.note(id, isMissedBy: References.Owner(entity: entity, type: type))
      }
      for (target, type) in referring {
        references?.note(target, isReferredToBy: References.Owner(entity: entity, type: type))
      }
    }
    for position in stored.indices where isNeeded(position) { read(position, &known, &fresh) }
    guard let references else { return created.entities }
    for position in stored.indices where find(position) == nil {
      references.noteBare(stored[position])
    }
    if references.isEmpty { return created.entities }
    for position in stored.indices {
      guard let id = id(position), let entity = find(position) else { continue }
      for owner in references.removeMissing(id) { owner.readAgain(resolver) }
      // References to a destroyed entity move to the new entity with its id.
      if references.hadEntity(id) {
        for (owner, value) in values(components, referringTo: id) where owner != entity {
          References.Owner(entity: owner, type: type(of: value)).readAgain(resolver)
        }
      }
    }
    return created.entities
  }
}

/// The entities created so far, by their positions.
private final class CreatedEntities {
  var entities: [Entity?]
  /// The greatest creation number.
  var lastNumber: UInt64 = 0

  init(count: Int) { entities = [Entity?](repeating: nil, count: count) }
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

  /// Removes and returns all references.
  func removeAll() -> (missing: [DurableID], renamed: [Entity]) {
    defer { (missing, renamed, isAny) = ([], [], false) }
    return (missing, renamed)
  }
}

/// A lookup of components by stored name.
///
/// Most entities have the same names in the same order, so the next name is tried first.
private struct ComponentNames {
  private var known: [(name: String, type: any StoredComponent.Type, isPrepared: Bool)]
  private var next = 0

  init(_ components: StoredComponents) {
    known = components.types.map { ($0.storedName, $0, false) }
  }

  /// Returns the component with a name, and prepares the context for it.
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
  /// Reads a value again if one of its references can now be resolved.
  fileprivate func readAgain(_ resolver: EntityResolver) {
    guard let value = entity.component(type) as? any StoredComponent else { return }
    // A value that was read before can be encoded and decoded.
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
