import ECSKit

/// What a context has of the components that are kept, and its file does not have.
struct UnsavedChanges {
  /// A component of an entity, in the order in which they were first touched.
  struct Key: Hashable {
    let entity: Entity
    let type: ObjectIdentifier
  }

  struct Value {
    let entity: Entity
    let type: any StoredComponent.Type
    /// What the file has.
    var kept: (any StoredComponent)?
    /// The value after an earlier call; nil for that of the context.
    var past: (any StoredComponent)??

    var key: Key { Key(entity: entity, type: ObjectIdentifier(type)) }
    var present: (any StoredComponent)? { past ?? entity.component(type) as? any StoredComponent }

    var isChanged: Bool { !isSame(kept, present) }
  }

  /// How a value came back.
  enum Restoring {
    /// It was first said at a time.
    case said(at: Int64)
    /// The device takes back what it wrote, and what others wrote holds.
    case withdrawn(LogChange.Removal, LogChange.Basis)
  }

  var positions: [Key: Int] = [:]
  var values: [Value] = []
  /// Under which ids the file has entities that lost theirs.
  var formerIDs: [Entity: DurableID] = [:]
  /// The values that refer to entities which may have other ids in the file, with these.
  var targets: [Key: Set<Entity>] = [:]
  /// The entities that had no name when the values which refer to them were written: they were gone.
  var nameless: [Key: Set<Entity>] = [:]
  /// The same for the values that are about to be written.
  var namelessInLines: [Key: Set<Entity>] = [:]
  /// The kinds of the values that the file has of destroyed entities, by their ids.
  var hidden: [String: Set<String>] = [:]
  /// How a step that was undone or redone left values.
  private var restored: [Key: (value: (any StoredComponent)?, restoring: Restoring)] = [:]
  /// The components whose values are written in parts.
  private let inParts: Set<ObjectIdentifier>

  init(of components: StoredComponents) {
    inParts = Set(
      components.types.filter { $0.isWrittenInParts }.map { ObjectIdentifier($0) })
  }

  /// True if values may be written in parts.
  var hasLists: Bool { !inParts.isEmpty }

  /// Whether nothing was noted that changes.
  var isEmpty: Bool { values.isEmpty }

  /// Whether it was noted that a component changes.
  func has(_ entity: Entity, _ type: any StoredComponent.Type) -> Bool {
    positions[Key(entity: entity, type: ObjectIdentifier(type))] != nil
  }

  /// Notes that a component changes, with what the file has of it if it was not noted before.
  mutating func note(
    _ entity: Entity, _ type: any StoredComponent.Type, _ kept: (any StoredComponent)?
  ) {
    let key = Key(entity: entity, type: ObjectIdentifier(type))
    if positions[key] != nil { return }
    positions[key] = values.count
    values.append(Value(entity: entity, type: type, kept: kept))
  }

  /// Notes how a step that was undone or redone has left a component.
  mutating func noteRestored(
    _ entity: Entity, _ type: any StoredComponent.Type, _ restoring: Restoring
  ) {
    let value = entity.component(type) as? any StoredComponent
    restored[Key(entity: entity, type: ObjectIdentifier(type))] = (value, restoring)
  }

  /// How a value came back, if it has not changed since.
  private func restoring(_ value: Value) -> Restoring? {
    if restored.isEmpty { return nil }
    return restored[value.key].flatMap { isSame($0.value, value.present) ? $0.restoring : nil }
  }

  /// True if a value is taken back without a say about others.
  private func isWithdrawn(_ value: Value) -> Bool {
    if case .withdrawn? = restoring(value) { true } else { false }
  }

  /// Notes that a value refers to an entity whose id changes.
  mutating func note(
    _ entity: Entity, _ type: any StoredComponent.Type, refersTo target: Entity
  ) {
    targets[Key(entity: entity, type: ObjectIdentifier(type)), default: []].insert(target)
  }

  /// Whether the file calls an entity that a value refers to by another id, or by none and it is here
  /// again.
  func isStale(_ value: Value) -> Bool {
    if let nameless = nameless[value.key], nameless.contains(where: \.isAlive) {
      return value.present != nil
    }
    if targets.isEmpty { return false }
    let targets = targets[value.key] ?? []
    return value.present != nil
      && targets.contains { target in
        guard let former = formerIDs[target] else { return target.isAlive }
        // What refers to an entity that is gone keeps the last of its ids, which it may have again.
        return former != (target[DurableID.self] ?? target.writtenName.map { DurableID($0) })
      }
  }

  /// What the file has of a component.
  func kept(_ entity: Entity, _ type: any StoredComponent.Type) -> (any StoredComponent)? {
    guard let position = positions[Key(entity: entity, type: ObjectIdentifier(type))] else {
      return entity.component(type) as? any StoredComponent
    }
    return values[position].kept
  }

  /// Whether a component is not as the file has it.
  func isChanged(_ entity: Entity, _ type: any StoredComponent.Type) -> Bool {
    positions[Key(entity: entity, type: ObjectIdentifier(type))].map {
      values[$0].isChanged || isRenamed(values[$0]) || isStale(values[$0])
    } ?? false
  }

  /// Notes what the file has of a component by now.
  mutating func setKept(
    _ entity: Entity, _ type: any StoredComponent.Type, _ kept: (any StoredComponent)?
  ) {
    let key = Key(entity: entity, type: ObjectIdentifier(type))
    guard let position = positions[key] else { return note(entity, type, kept) }
    values[position] = Value(entity: entity, type: type, kept: kept)
  }

  /// The entities that the file knows by ids which they do not have any more.
  var renamed: [DurableID: Entity] {
    Dictionary(formerIDs.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Under which id the file has an entity that lost it.
  func formerID(_ entity: Entity) -> DurableID? { formerIDs[entity] }

  /// Notes that an entity loses its id.
  mutating func note(_ entity: Entity, _ id: DurableID) {
    if formerIDs[entity] == nil { formerIDs[entity] = id }
  }

  /// Whether anything is not as the file has it.
  var hasChanges: Bool {
    values.contains { $0.isChanged || isRenamed($0) || isStale($0) || isWithdrawn($0) }
  }

  /// Forgets what is as the file has it.
  mutating func removeUnchanged() {
    let changed = values.filter {
      $0.isChanged || isRenamed($0) || isStale($0) || hasOtherLabels($0) || isWithdrawn($0)
        || nameless[$0.key] != nil
    }
    (positions, values) = ([:], [])
    for value in changed { note(value.entity, value.type, value.kept) }
    let entities = Set(changed.map(\.entity)).union(targets.values.joined())
    formerIDs = formerIDs.filter { entities.contains($0.key) }
  }

  /// Notes that the file has what ``lines(_:naming:path:inParts:)`` returns.
  mutating func noteWritten() {
    let equal = inParts.isEmpty ? [] : values.filter { !$0.isChanged && hasOtherLabels($0) }
    for (key, entities) in namelessInLines { nameless[key] = entities.isEmpty ? nil : entities }
    namelessInLines = [:]
    // Undo may bring back what had no name.
    let lacking = nameless.isEmpty ? [] : values.filter { nameless[$0.key] != nil }
    (positions, values, formerIDs, targets, restored) = ([:], [], [:], [:], [:])
    for value in equal { note(value.entity, value.type, value.kept) }
    for value in lacking { note(value.entity, value.type, value.present) }
  }

  private func isInParts(_ value: Value) -> Bool {
    !inParts.isEmpty && inParts.contains(ObjectIdentifier(value.type))
  }

  /// Whether a value equals that of the file, and has other labels: lines about parts have those of the
  /// file.
  private func hasOtherLabels(_ value: Value) -> Bool {
    guard isInParts(value), let kept = value.kept as? any StoredInParts, let present = value.present
    else { return false }
    return !kept.hasLabels(of: present)
  }

  /// Whether the entity of a value, which is in the file, has another id now.
  func isRenamed(_ value: Value) -> Bool { value.kept != nil && isRenamed(value.entity) }

  /// Whether an entity has another id than in the file.
  func isRenamed(_ entity: Entity) -> Bool {
    guard let former = formerIDs[entity] else { return false }
    return entity.isAlive && entity[DurableID.self] != former
  }

  /// Returns what to append.
  ///
  /// - Parameters:
  ///   - references: Notes the entities without a name that the values refer to.
  ///   - naming: The names of entities in the log; nil for their IDs.
  ///   - path: The path of the log, for errors.
  ///   - inParts: Whether a list is written in parts if little of it changed; otherwise what others have
  ///     written of it counts no more.
  /// - Returns: A line for each value that is not as the file has it.
  /// - Throws: ``StoreError`` if a component cannot be stored.
  mutating func lines(
    _ references: References, naming: (any EntityNaming)?, path: String, inParts: Bool = true
  ) throws(StoreError) -> [LogChange] {
    var lines: [LogChange] = []
    namelessInLines = [:]
    // Entities come first, and then what they have.
    let entities = values.filter { $0.type == Existence.self }
    for value in entities + values.filter({ $0.type != Existence.self }) {
      let present = value.present
      if isRenamed(value), let former = formerIDs[value.entity], value.entity.has(DurableID.self) {
        lines.append(LogChange(subject: subject(value, former), value: ""))
      } else if !value.isChanged, !isRenamed(value), !isStale(value), !isWithdrawn(value) {
        continue
      }
      guard let named = present ?? value.kept else { continue }
      let id = value.entity[DurableID.self] ?? formerIDs[value.entity]
      let subject = naming?.subject(of: value.entity, with: named) ?? subject(value, id)
      let unread = value.entity[UnreadValues.self]?.values ?? [:]
      if present != nil, let unread = unread[value.type.storedName] {
        throw StoreError(
          path: path,
          reason: .notStorable(
            component: "\(value.type)",
            "found a value in the file that could not be read: \(unread.reason)"))
      }
      do {
        references.nameless = []
        lines += try self.lines(of: value, inParts: inParts, subject)
        let before = nameless[value.key]
        if before != nil || !references.nameless.isEmpty {
          let left = isInParts(value) && !isStale(value) ? before ?? [] : []
          namelessInLines[value.key] = references.nameless.union(left)
        }
      } catch {
        throw StoreError(
          path: path, reason: .notStorable(component: "\(value.type)", "\(error)"))
      }
      // What the program does not know goes with its entity.
      guard value.type == Existence.self, isRenamed(value) else { continue }
      for (name, value) in unread.sorted(by: { $0.key < $1.key }) {
        lines += Self.lines(
          of: value.stored, value.stored.parts, self.subject(name, subject.target))
      }
    }
    return lines
  }

  private func lines(
    of value: Value, inParts: Bool, _ subject: LogSubject
  ) throws -> [LogChange] {
    if case .withdrawn(let removal, let basis)? = restoring(value) {
      return [LogChange(removal, of: subject, basis)]
    }
    guard let present = value.present else {
      return [LogChange(Self.removal(of: value.type), of: subject)]
    }
    guard isInParts(value), let list = present as? any StoredInParts else {
      var time: Int64?
      if case .said(let first)? = restoring(value) { time = first }
      return Self.lines(of: try present.stored, nil, subject, at: time)
    }
    if inParts, let parts = try changedParts(value) {
      return parts.map { StoredParts.line($0.label, $0.text, of: subject) }
    }
    return Self.lines(of: try list.stored, list.hasLabelsOfWhole ? nil : try list.parts, subject)
  }

  /// Returns how a value of a component is removed.
  static func removal(of type: any StoredComponent.Type) -> LogChange.Removal {
    // What is destroyed, and a list, is not merged value by value.
    if type == Existence.self || type.isWrittenInParts { return .plain }
    return type.removalPrevails ? .prevailing : .removed
  }

  /// Returns the parts that changed of a value that is written in parts; nil if it is written whole.
  private func changedParts(_ value: Value) throws -> [(label: Int, text: String?)]? {
    guard isInParts(value), let kept = value.kept,
      let present = value.present as? any StoredInParts,
      !isRenamed(value), !isStale(value)
    else { return nil }
    return try present.parts(changedSince: kept)
  }

  /// Returns the lines of a value, one by one for a list whose elements have labels of their own.
  private static func lines(
    of stored: StoredValue, _ parts: StoredParts?, _ subject: LogSubject, at time: Int64? = nil
  ) -> [LogChange] {
    let whole = LogChange(
      subject: subject, version: stored.version, value: parts == nil ? stored.text : "[]",
      comment: stored.comment, time: time)
    return [whole]
      + (parts?.elements.map { StoredParts.line($0.label, $0.text, of: subject) } ?? [])
  }

  /// The living entities that the file has as kept ones, and the context does not.
  var ended: [Entity] {
    values.filter {
      $0.type == Existence.self && $0.kept != nil && $0.present == nil && $0.entity.isAlive
    }.map(\.entity)
  }

  /// Has the values that changed name the entities that they refer to.
  func visitReferences() {
    for value in values where value.isChanged || isStale(value) {
      // What cannot be stored is an error when it is written.
      do { if try changedParts(value) == nil { _ = try value.present?.stored } } catch {}
    }
  }

  func subject(_ value: Value, _ id: DurableID?) -> LogSubject {
    subject(value.type.storedName, id?.text ?? "")
  }

  private func subject(_ kind: String, _ target: String) -> LogSubject {
    LogSubject(scope: "", kind: kind, target: target)
  }
}

/// Whether two values of a component are the same.
func isSame(_ first: (any StoredComponent)?, _ second: (any StoredComponent)?) -> Bool {
  func isEqual<C: StoredComponent>(_ first: C) -> Bool { (second as? C) == first }
  return first.map { isEqual($0) } ?? (second == nil)
}
