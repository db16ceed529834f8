import ECSKit

/// The differences between a context and its file.
///
/// Before a stored component changes, `ComponentStore` creates a record with the value in the file.
/// The context has the new value. A component without a record equals the value in the file. Saving
/// writes the lines of all records and removes the records.
struct UnsavedChanges {
  struct Key: Hashable {
    let entity: Entity
    let type: ObjectIdentifier
  }

  struct Value {
    let entity: Entity
    let type: any StoredComponent.Type
    /// The value in the file, or nil if the file has none.
    var base: (any StoredComponent)?
    /// The value at the end of an earlier call, or nil for the value in the context.
    var past: (any StoredComponent)??

    var key: Key { Key(entity: entity, type: ObjectIdentifier(type)) }
    var present: (any StoredComponent)? { past ?? entity.component(type) as? any StoredComponent }

    var isChanged: Bool { !isSame(base, present) }
  }

  /// The ways to write a value that an undo restored.
  enum Restoring {
    /// Writes the value with its original time.
    case written(at: Int64)
    /// Withdraws the entries of this device, so that the entries of other devices win.
    case withdrawn(LogChange.Removal, LogChange.Basis)

    /// The removal that withdraws the entries, or nil if a value is written.
    var withdrawal: (LogChange.Removal, LogChange.Basis)? {
      if case .withdrawn(let removal, let basis) = self { (removal, basis) } else { nil }
    }

    /// The original time of a value to write, or nil for a withdrawal.
    var time: Int64? {
      if case .written(let time) = self { time } else { nil }
    }
  }

  var positions: [Key: Int] = [:]
  var values: [Value] = []
  /// The ids that entities with new ids still have in the file.
  var formerIDs: [Entity: DurableID] = [:]
  /// The targets whose ids may differ between the file and the context, by the key of the value
  /// that refers to them.
  var renamedTargets: [Key: Set<Entity>] = [:]
  /// The targets that had no id when a value that refers to them was written, by the key of the
  /// value.
  var targetsWithoutID: [Key: Set<Entity>] = [:]
  /// The changes to ``targetsWithoutID`` when the prepared lines are written.
  ///
  /// An empty set removes its key.
  var targetsWithoutIDInLines: [Key: Set<Entity>] = [:]
  /// The components of the values that the file contains for destroyed entities, by entity id.
  var kindsOfDestroyed: [String: Set<String>] = [:]
  /// The links that the file contains for destroyed entities, by entity id.
  var linksOfDestroyed: [String: Set<LogSubject>] = [:]
  /// The values that undo and redo restored since the last write.
  private var restoredValues: [Key: (value: (any StoredComponent)?, restoring: Restoring)] = [:]
  /// The identities and positions of links, for each list that the file contains link by link.
  ///
  /// The file contains all other lists as one value.
  var lists: [Key: ListPlaces] = [:]
  /// The effects that the lines to write have on ``lists``.
  var listChanges: [Key: ListPlaces.Changes] = [:]
  /// The value of ``lists`` before the last call if several calls are written together, or nil.
  ///
  /// If the value is not nil, ``listChanges`` contains only the effects of the last call.
  var listsBeforeLines: [Key: ListPlaces]?
  /// The links that undo and redo restored since the last write, in chronological order.
  var restoredLinks: [Key: [RestoredLinks]] = [:]
  let writer = ListWriter()
  private let listTypes: Set<ObjectIdentifier>
  private let hasOneSource: Bool

  init(of components: StoredComponents) {
    listTypes = Set(
      components.types.filter { $0.isWrittenInParts }.map { ObjectIdentifier($0) })
    hasOneSource = components.types.contains { $0.hasOneSource }
  }

  var hasLists: Bool { !listTypes.isEmpty }

  var isEmpty: Bool { values.isEmpty }

  func has(_ entity: Entity, _ type: any StoredComponent.Type) -> Bool {
    positions[Key(entity: entity, type: ObjectIdentifier(type))] != nil
  }

  /// Records that a component changed, together with its value in the file.
  ///
  /// If a change is already recorded, the call has no effect.
  mutating func note(
    _ entity: Entity, _ type: any StoredComponent.Type, _ base: (any StoredComponent)?
  ) {
    let key = Key(entity: entity, type: ObjectIdentifier(type))
    if positions[key] != nil { return }
    positions[key] = values.count
    values.append(Value(entity: entity, type: type, base: base))
  }

  mutating func noteRestored(
    _ entity: Entity, _ type: any StoredComponent.Type, _ restoring: Restoring
  ) {
    let value = entity.component(type) as? any StoredComponent
    restoredValues[Key(entity: entity, type: ObjectIdentifier(type))] = (value, restoring)
  }

  /// Returns the way to write a restored value, or nil if the value was changed after the
  /// restoration.
  private func restoring(_ value: Value) -> Restoring? {
    if restoredValues.isEmpty { return nil }
    return restoredValues[value.key].flatMap {
      isSame($0.value, value.present) ? $0.restoring : nil
    }
  }

  /// Returns true if writing a value withdraws the entries of this device.
  private func isWithdrawn(_ value: Value) -> Bool {
    if restored(value).values.contains(where: { $0.restoring?.withdrawal != nil }) { return true }
    return restoring(value)?.withdrawal != nil
  }

  /// Records that a value refers to an entity whose id changes.
  mutating func note(
    _ entity: Entity, _ type: any StoredComponent.Type, refersTo target: Entity
  ) {
    renamedTargets[Key(entity: entity, type: ObjectIdentifier(type)), default: []].insert(target)
  }

  /// Returns true if a target of a value has a different id in the file, or no id.
  func isStale(_ value: Value) -> Bool {
    if let targetsWithoutID = targetsWithoutID[value.key],
      targetsWithoutID.contains(where: \.isAlive)
    {
      return value.present != nil
    }
    if renamedTargets.isEmpty { return false }
    let targets = renamedTargets[value.key] ?? []
    return value.present != nil
      && targets.contains { target in
        guard let former = formerIDs[target] else { return target.isAlive }
        // A reference to a missing entity has the last id of the entity. The entity may get this id
        // again.
        return former != (target[DurableID.self] ?? target.writtenName.map { DurableID($0) })
      }
  }

  func savedValue(_ entity: Entity, _ type: any StoredComponent.Type) -> (any StoredComponent)? {
    guard let position = positions[Key(entity: entity, type: ObjectIdentifier(type))] else {
      return entity.component(type) as? any StoredComponent
    }
    return values[position].base
  }

  func isChanged(_ entity: Entity, _ type: any StoredComponent.Type) -> Bool {
    positions[Key(entity: entity, type: ObjectIdentifier(type))].map {
      values[$0].isChanged || isRenamed(values[$0]) || isStale(values[$0])
    } ?? false
  }

  mutating func setSavedValue(
    _ entity: Entity, _ type: any StoredComponent.Type, _ base: (any StoredComponent)?
  ) {
    let key = Key(entity: entity, type: ObjectIdentifier(type))
    guard let position = positions[key] else { return note(entity, type, base) }
    values[position] = Value(entity: entity, type: type, base: base)
  }

  /// The entities whose ids differ between the file and the context, by the id in the file.
  var entitiesByFormerID: [DurableID: Entity] {
    Dictionary(formerIDs.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the id that an entity still has in the file but no longer in the context.
  func formerID(_ entity: Entity) -> DurableID? { formerIDs[entity] }

  /// Records that an entity loses its id.
  mutating func note(_ entity: Entity, _ id: DurableID) {
    if formerIDs[entity] == nil { formerIDs[entity] = id }
  }

  var hasChanges: Bool {
    values.contains { $0.isChanged || isRenamed($0) || isStale($0) || isWithdrawn($0) }
  }

  /// Removes the records of values that equal the values of the file.
  mutating func removeUnchanged() {
    let changed = values.filter {
      $0.isChanged || isRenamed($0) || isStale($0) || isWithdrawn($0)
        || targetsWithoutID[$0.key] != nil
    }
    relabelLists()
    (positions, values) = ([:], [])
    for value in changed { note(value.entity, value.type, value.base) }
    let entities = Set(changed.map(\.entity)).union(renamedTargets.values.joined())
    formerIDs = formerIDs.filter { entities.contains($0.key) }
  }

  /// Records that the lines of ``lines(_:naming:path:)`` were written.
  mutating func noteWritten() {
    relabelLists()
    noteListsWritten()
    for (key, entities) in targetsWithoutIDInLines {
      targetsWithoutID[key] = entities.isEmpty ? nil : entities
    }
    targetsWithoutIDInLines = [:]
    // An undo may restore targets that have no id.
    let lacking = targetsWithoutID.isEmpty ? [] : values.filter { targetsWithoutID[$0.key] != nil }
    (positions, values, formerIDs, renamedTargets, restoredValues) = ([:], [], [:], [:], [:])
    restoredLinks = [:]
    for value in lacking { note(value.entity, value.type, value.present) }
  }

  func isList(_ value: Value) -> Bool {
    !listTypes.isEmpty && listTypes.contains(ObjectIdentifier(value.type))
  }

  /// Returns true if a value is saved under an id that differs from the current id of its entity.
  func isRenamed(_ value: Value) -> Bool { value.base != nil && isRenamed(value.entity) }

  /// Returns true if the id of an entity in the file differs from its current id.
  func isRenamed(_ entity: Entity) -> Bool {
    guard let former = formerIDs[entity] else { return false }
    return entity.isAlive && entity[DurableID.self] != former
  }

  /// Returns the lines to append.
  ///
  /// - Parameters:
  ///   - references: Collects the targets without ids.
  ///   - naming: The names of entities in the log, or nil for their ids.
  ///   - path: The path of the log, for errors.
  /// - Returns: A line for each value and each link that differs from the file.
  /// - Throws: ``StoreError`` if a component cannot be stored.
  mutating func lines(
    _ references: References, naming: (any EntityNaming)?, path: String
  ) throws(StoreError) -> [LogChange] {
    var lines: [LogChange] = []
    targetsWithoutIDInLines = [:]
    (listChanges, listsBeforeLines) = ([:], nil)
    // Entities precede their values.
    let entities = values.filter { $0.type == Existence.self }
    for value in entities + values.filter({ $0.type != Existence.self }) {
      if isRenamed(value), let former = formerIDs[value.entity], value.entity.has(DurableID.self) {
        lines += removals(of: value, subject(value, former))
      } else if !value.isChanged, !isRenamed(value), !isStale(value), !isWithdrawn(value) {
        continue
      }
      let present = value.present
      guard let named = present ?? value.base else { continue }
      let id = value.entity[DurableID.self] ?? formerIDs[value.entity]
      let subject = naming?.subject(of: value.entity, with: named) ?? subject(value, id)
      do {
        if present != nil { try requireRead(value) }
        lines += try self.lines(of: value, subject, references)
      } catch {
        throw StoreError(
          path: path, reason: .notStorable(component: "\(value.type)", "\(error)"))
      }
      if value.type == Existence.self, isRenamed(value) {
        lines += unreadLines(of: value.entity, subject.target)
      }
    }
    return hasOneSource ? Self.namingFormerSources(lines) : lines
  }

  /// Returns the lines of a value, and records its targets without ids.
  private mutating func lines(
    of value: Value, _ subject: LogSubject, _ references: References
  ) throws -> [LogChange] {
    references.entitiesWithoutID = []
    let lines = try isList(value) ? listLines(of: value, subject) : [line(of: value, subject)]
    let before = targetsWithoutID[value.key]
    if before != nil || !references.entitiesWithoutID.isEmpty {
      let left = isList(value) && !isStale(value) ? before ?? [] : []
      targetsWithoutIDInLines[value.key] = references.entitiesWithoutID.union(left)
    }
    return lines
  }

  /// Throws an error if the file contains an unread value of the component.
  private func requireRead(_ value: Value) throws {
    if let unread = value.entity[UnreadValues.self]?.values[value.type.storedName] {
      throw UnreadValueError(reason: unread.reason)
    }
  }

  /// Returns the lines that move the unread values of an entity to its new id.
  private func unreadLines(of entity: Entity, _ target: String) -> [LogChange] {
    let unread = entity[UnreadValues.self]?.values ?? [:]
    return unread.sorted { $0.key < $1.key }.flatMap { name, value in
      let subject = subject(name, target)
      guard let links = value.stored.links else { return [Self.line(of: value.stored, subject)] }
      return links.changes(of: subject)
    }
  }

  private func line(of value: Value, _ subject: LogSubject) throws -> LogChange {
    let restoring = restoring(value)
    if let (removal, basis) = restoring?.withdrawal {
      return LogChange(removal, of: subject, basis)
    }
    guard let present = value.present else {
      return LogChange(Self.removal(of: value.type), of: subject)
    }
    return Self.line(of: try present.stored, subject, at: restoring?.time)
  }

  private static func line(
    of stored: StoredValue, _ subject: LogSubject, at time: Int64? = nil
  ) -> LogChange {
    LogChange(
      subject: subject, version: stored.version, value: stored.text, comment: stored.comment,
      time: time)
  }

  /// Returns the kind of removal that a component uses.
  static func removal(of type: any StoredComponent.Type) -> LogChange.Removal {
    // The removal of an existence covers all preceding entries.
    if type == Existence.self { return .plain }
    return type.removalPrevails ? .prevailing : .removed
  }

  /// The living entities whose existence was saved and later removed.
  var entitiesWithoutExistence: [Entity] {
    values.filter {
      $0.type == Existence.self && $0.base != nil && $0.present == nil && $0.entity.isAlive
    }.map(\.entity)
  }

  /// Encodes the changed values in order to collect their targets.
  func visitReferences() {
    for value in values where value.isChanged || isStale(value) {
      if isList(value) {
        visitTargets(of: value)
      } else {
        // Encoding errors are reported when the value is written.
        do { _ = try value.present?.stored } catch {}
      }
    }
  }

  func subject(_ value: Value, _ id: DurableID?) -> LogSubject {
    subject(value.type.storedName, id?.text ?? "")
  }

  private func subject(_ kind: String, _ target: String) -> LogSubject {
    LogSubject(scope: "", kind: kind, target: target)
  }
}

/// The error of an attempt to overwrite a value that was not read.
private struct UnreadValueError: Error, CustomStringConvertible {
  let reason: String

  var description: String { "found a value in the file that could not be read: \(reason)" }
}

func isSame(_ first: (any StoredComponent)?, _ second: (any StoredComponent)?) -> Bool {
  func isEqual<C: StoredComponent>(_ first: C) -> Bool { (second as? C) == first }
  return first.map { isEqual($0) } ?? (second == nil)
}
