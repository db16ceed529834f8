import ECSKit

/// What a log or a snapshot says of one entity.
struct StoredEntity {
  /// What it is called.
  let target: String
  /// The entries of its values, in the order in which they were stored; most often they are a part of
  /// those that were read.
  private(set) var entries: ArraySlice<LogEntry>
  /// Its position in the order of creation; nil if that was not stored.
  private(set) var order: UInt64?
  /// Whether nothing is kept but that the entity exists: it is there only for what refers to it.
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

  /// Collects the entries about each entity, in the order of creation; entities whose order is
  /// unknown come first, in the order of the entries.
  ///
  /// A destroyed entity is left out, regardless of later entries about it.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of entries; O(*n* log *n*) if the entities
  ///   are in another order.
  static func all(of entries: [LogEntry]) -> [StoredEntity] {
    let (targets, owners) = owners(of: entries)
    // Where the entries of each entity end, once they are beside each other.
    var ends = [Int](repeating: 0, count: targets.count)
    for owner in owners where owner >= 0 { ends[owner] += 1 }
    for place in ends.indices.dropFirst() { ends[place] += ends[place - 1] }
    var grouped = entries
    // In a snapshot they are.
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

  /// Returns the targets that have values, in the order in which entries name them, and for each entry
  /// the position of its target; -1 for an entry that says nothing of an entity.
  private static func owners(of entries: [LogEntry]) -> (targets: [String], owners: [Int]) {
    let destroyed = destroyed(by: entries)
    var targets: [String] = []
    var places = [String: Int](minimumCapacity: entries.count)
    var last = -1
    // Most entries are of the kind of the one before.
    var kind = ""
    func owner(of subject: LogSubject, isRemoval: Bool) -> Int {
      if subject.kind != kind, !LogKind.isOwn(subject.kind) { kind = subject.kind }
      if subject.kind != kind || isRemoval { return -1 }
      let target = subject.target
      // In a snapshot the values of an entity are adjacent, and a log goes through entities again.
      if last >= 0, targets[last] == target { return last }
      if last + 1 < targets.count, targets[last + 1] == target {
        last += 1
        return last
      }
      if destroyed.contains(target) { return -1 }
      // Most others are new, and one search finds that out and notes them.
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

  /// The targets that entries say are destroyed.
  static func destroyed(by entries: [LogEntry]) -> Set<String> {
    Set(
      entries.lazy.filter { $0.change.isRemoval && $0.change.kind == Existence.storedName }
        .map(\.change.target))
  }

  /// The same without its position in the order of creation; nil if nothing is left.
  var withoutExistence: StoredEntity? {
    let values = entries.filter { $0.change.kind != Existence.storedName }
    return values.isEmpty ? nil : StoredEntity(target: target, entries: values[...])
  }

  /// Returns the targets without values that values of others have as a text.
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

  /// Whether the target is an id, not only a number inside its snapshot.
  var hasID: Bool { target.utf8.first != Self.numberSign }

  /// The sign before the number of an entity that has no id.
  static let numberSign = UInt8(ascii: "#")
}

extension Context {
  /// Makes entities of what is stored, or sets it on those that have the ids.
  ///
  /// - Parameters:
  ///   - stored: The entities.
  ///   - components: The components that are known.
  ///   - haveIDs: Whether all targets are ids; in a snapshot some are numbers.
  ///   - remapping: The ids that replace those that are stored.
  ///   - references: Notes references to what is not there; if nil, a value with such a one is not read.
  ///   - refused: The values that are not read, since a key of theirs is that of another entity.
  /// - Returns: The entities, in the same order; nil for one without values to which nothing refers.
  func restore(
    _ stored: [StoredEntity], _ components: StoredComponents, haveIDs: Bool = false,
    remapping: [DurableID: DurableID] = [:], references: References? = nil,
    refusing refused: Set<ValueName> = []
  ) -> [Entity?] {
    let stored = references.map { references in stored.map(references.whole) } ?? stored
    // Without ids nothing has to be found, and an index is not yet worth its upkeep.
    let hasIDs = hasValues(of: DurableID.self)
    let made = MadeEntities(count: stored.count)
    let referred = StoredEntity.referredBareTargets(in: stored)
    func isMade(_ position: Int) -> Bool {
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
    // Positions in the order of creation are those of the file, in the context of its store only. Two
    // programs may have given the same one; then the next entities come later, too.
    func create(_ position: Int, _ body: (borrowing NewEntity) -> Void) -> Entity {
      guard haveIDs else { return createEntity(number: nil, with: body) }
      let former = former(position)
      var number = stored[position].order
      if former == nil { number = number.map { max($0, made.lastNumber + 1) } }
      let entity = createEntity(number: number, reviving: former, with: body)
      made.lastNumber = max(made.lastNumber, entity.creationNumber ?? 0)
      return entity
    }
    func find(_ position: Int) -> Entity? {
      made.entities[position] ?? references?.named(stored[position].target)
        ?? (hasIDs ? id(position).flatMap { entity($0) } : nil)
    }
    func make(_ position: Int) -> Entity {
      find(position) ?? create(position) { new in if let id = id(position) { new.set(id) } }
    }
    var positions: [String: Int]?
    let met = MetReferences()
    let resolver = EntityResolver { [unowned self] name in
      if name.isEmpty { return unusedHandle() }
      if positions == nil {
        positions = Dictionary(uniqueKeysWithValues: stored.enumerated().map { ($1.target, $0) })
        // A value may refer to any of them, and all of them are to be created in their order.
        for position in stored.indices where isMade(position) {
          made.entities[position] = make(position)
        }
      }
      if let position = positions?[name] {
        let entity = make(position)
        made.entities[position] = entity
        return entity
      }
      let id = DurableID(name)
      if let entity = entity(remapping[id] ?? id) { return entity }
      if let entity = references?.former(id), entity.isAlive {
        met.note(renamed: entity)
        return entity
      }
      if let order = references?.bareEntity(id)?.order {
        return createEntity(number: order) { new in
          new.set(id)
          new.set(Existence(order: order))
        }
      }
      met.note(missing: id)
      return references?.handle(of: id) ?? unusedHandle()
    }
    let reading = StoredReading(remapping, resolver, references?.originals ?? [:])
    var known = ComponentNames(components)
    // One buffer for all entities: no value is read while another one is.
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
          if !refused.isEmpty, refused.contains(ValueName(span[place])) {
            throw StoredValueError.text(
              found: span[place].change.value, expected: "a key that no other entity uses")
          }
          let component = try type.init(
            any: StoredValue(span[place].change, span[place].time, reading))
          if met.isAny {
            let (missing, renamed) = met.removeAll()
            if let id = missing.first, references == nil {
              throw StoredValueError.text(
                found: id.text, expected: "the id of an existing entity")
            }
            owned += missing.map { ($0, type) }
            referring += renamed.map { ($0, type) }
          }
          fresh.append(component)
        } catch {
          _ = met.removeAll()
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
      made.entities[position] = entity
      for (id, type) in owned {
        references?.note(id, isMissedBy: References.Owner(entity: entity, type: type))
      }
      for (target, type) in referring {
        references?.note(target, isReferredToBy: References.Owner(entity: entity, type: type))
      }
    }
    for position in stored.indices where isMade(position) { read(position, &known, &fresh) }
    guard let references else { return made.entities }
    for position in stored.indices where find(position) == nil {
      references.noteBare(stored[position])
    }
    if references.isEmpty { return made.entities }
    for position in stored.indices {
      guard let id = id(position), let entity = find(position) else { continue }
      for owner in references.found(id) { owner.readAgain(resolver) }
      // What still refers to an entity that was destroyed refers to the one that has its id.
      if references.hadEntity(id) {
        for (owner, value) in values(components, referringTo: id) where owner != entity {
          References.Owner(entity: owner, type: type(of: value)).readAgain(resolver)
        }
      }
    }
    return made.entities
  }
}

/// The entities that were made so far, by their positions.
private final class MadeEntities {
  var entities: [Entity?]
  /// The greatest number in the order of creation.
  var lastNumber: UInt64 = 0

  init(count: Int) { entities = [Entity?](repeating: nil, count: count) }
}

/// What a value refers to that is not there under its id, collected while the value is read.
private final class MetReferences {
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

  /// Returns all of it, and forgets it.
  func removeAll() -> (missing: [DurableID], renamed: [Entity]) {
    defer { (missing, renamed, isAny) = ([], [], false) }
    return (missing, renamed)
  }
}

/// Finds components by their names.
///
/// The values of entities have few names, and most often in the same order for each entity, so the next name
/// is tried first.
private struct ComponentNames {
  private var known: [(name: String, type: any StoredComponent.Type, isPrepared: Bool)]
  private var next = 0

  init(_ components: StoredComponents) {
    known = components.types.map { ($0.storedName, $0, false) }
  }

  /// Returns the component of a name, for which the context is then ready; nil if there is none.
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
    // What was read and written once is read again.
    do {
      let found: any Component = try type.init(any: try value.stored.resolved(by: resolver))
      entity.set(found)
    } catch {}
  }
}

extension Entity {
  /// Sets or removes a value that is not read.
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
