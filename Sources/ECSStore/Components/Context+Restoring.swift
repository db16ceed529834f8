import ECSKit

/// What a log or a snapshot says of one entity.
struct StoredEntity {
  /// What it is called.
  let target: String
  /// The entries of its values, in the order in which they were stored.
  var entries: [LogEntry]

  /// Puts together what entries say of each entity, in the order of the entries.
  static func all(of entries: [LogEntry]) -> [StoredEntity] {
    var places: [String: Int] = [:]
    var entities: [StoredEntity] = []
    for entry in entries where !entry.change.value.isEmpty {
      if LogSteps.Mark.isKind(entry.change.kind) { continue }
      let target = entry.change.target
      // In a snapshot the values of an entity stand together.
      if let last = entities.last, last.target == target {
        entities[entities.count - 1].entries.append(entry)
        continue
      }
      let place = places[target, default: entities.count]
      if place == entities.count {
        places[target] = place
        entities.append(StoredEntity(target: target, entries: [entry]))
      } else {
        entities[place].entries.append(entry)
      }
    }
    return entities
  }

  /// Whether the target is an id, not only a number inside its snapshot.
  var hasID: Bool { !target.hasPrefix(Self.numberSign) }

  /// What stands before the number of an entity that has no id.
  static let numberSign = "#"
}

extension Context {
  /// Makes entities of what is stored, or sets it on those that have the ids.
  ///
  /// - Parameters:
  ///   - stored: The entities.
  ///   - components: The components that are known.
  ///   - haveIDs: Whether all targets are ids; in a snapshot some are numbers.
  ///   - remapping: The ids that take the place of those that are stored.
  /// - Returns: The entities, in the same order.
  func restore(
    _ stored: [StoredEntity], _ components: StoredComponents, haveIDs: Bool = false,
    remapping: [DurableID: DurableID] = [:]
  ) -> [Entity] {
    // Without ids nothing has to be found, and an index is not yet worth its upkeep.
    let hasIDs = !group(.all(DurableID.self)).isEmpty
    return stored.map { stored in
      var values: [any Component] = []
      var unread = UnreadValues(values: [:])
      for entry in stored.entries {
        guard let value = StoredValue(entry) else { continue }
        let name = entry.change.kind
        do {
          guard let type = components[name] else {
            throw StoredValueError.text(found: name, expected: "the name of a component")
          }
          values.append(try type.init(any: value.remapped(remapping)))
        } catch {
          unread.values[name] = UnreadValues.Value(stored: value, reason: "\(error)")
        }
      }
      if !unread.values.isEmpty { values.append(unread) }
      if haveIDs || stored.hasID {
        let id = DurableID(stored.target)
        values.append(remapping[id] ?? id)
      }
      if hasIDs, let id = values.last as? DurableID, let entity = entity(id) {
        func set<C: Component>(_ value: C) { entity.set(value) }
        for value in values { set(value) }
        return entity
      }
      return createEntity { new in
        for value in values { new.set(value) }
      }
    }
  }
}
