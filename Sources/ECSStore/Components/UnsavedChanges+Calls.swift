import ECSHistory
import ECSKit
import ECSModel

/// The lines of several calls that are written together.
extension UnsavedChanges {
  /// Returns the lines of each of several calls, or those of all together.
  ///
  /// Each call has lines for the values that it left, so that the file has the same steps as the undo
  /// stack. The last one has, in addition, all that no other call explains.
  ///
  /// - Parameters:
  ///   - calls: The calls since the last write.
  ///   - isUnderWay: Whether the last call has not ended, so that its changes are not known.
  ///   - components: The components that are kept.
  ///   - references: Notes the entities without a name that the values refer to.
  ///   - naming: The names of entities in the log; nil for their IDs.
  ///   - path: The path of the log, for errors.
  /// - Returns: The lines.
  /// - Throws: ``StoreError`` if a component cannot be stored.
  mutating func lines(
    of calls: [UnwrittenCall], isUnderWay: Bool, _ components: StoredComponents,
    _ references: References, naming: (any EntityNaming)?, path: String
  ) throws(StoreError) -> [[LogChange]] {
    func lines(_ part: inout UnsavedChanges, _ call: UnwrittenCall?) throws(StoreError)
      -> [LogChange]
    {
      let lines = try part.lines(references, naming: naming, path: path)
      guard lines.isEmpty, let call, call.needsEntry else { return lines }
      return try part.repeatedLines(references, naming: naming, path: path)
    }
    // Under another id everything of an entity is written again.
    if calls.count < 2 || Self.haveOtherIDs(calls)
      || values.contains(where: { isRenamed($0) || isStale($0) })
    {
      return [try lines(&self, calls.count == 1 ? calls.last : nil)]
    }
    let steps = calls.map { Self.net(of: $0.changes, components) }
    let passedOver = passedOver(steps, isUnderWay: isUnderWay)
    var rest = self
    rest.noteIDs(in: calls)
    var groups: [[LogChange]] = []
    var nameless: [Key: Set<Entity>] = [:]
    for (step, call) in zip(steps, calls).dropLast() {
      var part = rest.separated(step.filter { !passedOver.contains($0.key) })
      for value in part.values { rest.setKept(value.entity, value.type, value.present) }
      groups.append(try lines(&part, call))
      for value in part.values {
        nameless[value.key] = part.namelessInLines[value.key] ?? nameless[value.key].map { _ in [] }
      }
    }
    rest.nameless.merge(nameless) { $1 }
    groups.append(try lines(&rest, calls.last))
    namelessInLines = nameless.merging(rest.namelessInLines) { $1 }
    return groups
  }

  /// Returns a value that is as before once more, for a call that needs an entry.
  private func repeatedLines(
    _ references: References, naming: (any EntityNaming)?, path: String
  ) throws(StoreError) -> [LogChange] {
    if let value = values.first(where: { $0.present != nil }) {
      var repeated = separated([
        Value(entity: value.entity, type: value.type, kept: nil, past: value.present)
      ])
      return try repeated.lines(references, naming: naming, path: path)
    }
    guard let value = values.first(where: { $0.type != Existence.self }),
      let id = value.entity[DurableID.self] ?? formerIDs[value.entity]
    else { return [] }
    let named = value.kept.flatMap { naming?.subject(of: value.entity, with: $0) }
    return [LogChange(Self.removal(of: value.type), of: named ?? subject(value, id))]
  }

  /// Returns the values that changes left, with those before.
  private static func net(of changes: [ChangeSet], _ components: StoredComponents) -> [Value] {
    var net: [Value] = []
    var places: [Key: Int] = [:]
    for change in changes.lazy.flatMap(\.changes) {
      guard let type = change.component as? any StoredComponent.Type,
        components[type.storedName] == type
      else { continue }
      let value = Value(
        entity: change.entity, type: type, kept: change.old as? any StoredComponent,
        past: .some(change.new as? any StoredComponent))
      if let place = places[value.key] {
        net[place].past = value.past
      } else {
        places[value.key] = net.count
        net.append(value)
      }
    }
    return net
  }

  /// Returns the values that do not lead from the file to the context, since others wrote them
  /// meanwhile.
  private func passedOver(_ steps: [[Value]], isUnderWay: Bool) -> Set<Key> {
    var ends: [Key: Value] = [:]
    var passedOver: Set<Key> = []
    for value in steps.joined() {
      let before = ends.updateValue(value, forKey: value.key).map(\.present)
      if !isSame(before ?? kept(value.entity, value.type), value.kept) {
        passedOver.insert(value.key)
      }
    }
    if isUnderWay { return passedOver }
    for (key, value) in ends {
      let present = value.entity.component(value.type) as? any StoredComponent
      if !isSame(value.present, present) { passedOver.insert(key) }
    }
    return passedOver
  }

  /// Returns changes of some values alone.
  private func separated(_ values: [Value]) -> UnsavedChanges {
    var part = self
    (part.positions, part.values, part.targets, part.nameless) = ([:], values, [:], [:])
    return part
  }

  /// Returns true if an entity had different ids.
  private static func haveOtherIDs(_ calls: [UnwrittenCall]) -> Bool {
    var ids: [Entity: DurableID] = [:]
    for change in calls.lazy.flatMap(\.changes).flatMap(\.changes)
    where change.component == DurableID.self {
      let entity = change.entity
      for id in [change.old, change.new, entity[DurableID.self]] {
        guard let id = id as? DurableID else { continue }
        if ids.updateValue(id, forKey: entity) ?? id != id { return true }
      }
    }
    return false
  }

  /// Notes the ids that entities had which were taken from them before they were written.
  private mutating func noteIDs(in calls: [UnwrittenCall]) {
    for change in calls.lazy.flatMap(\.changes).flatMap(\.changes)
    where change.component == DurableID.self && formerIDs[change.entity] == nil
      && !change.entity.has(DurableID.self)
    {
      formerIDs[change.entity] = (change.old ?? change.new) as? DurableID
    }
  }
}

extension UnwrittenCall {
  /// True if the file must have an entry of the call even if it leaves everything as it was: letters
  /// that were deleted again after the first one ended what could be redone.
  fileprivate var needsEntry: Bool {
    if case .step = kind { !changes.isEmpty } else { false }
  }

  /// True for an undo or a redo, which is marked even if it leaves everything as it was.
  var isMove: Bool {
    if case .move(_?, _) = kind { true } else { false }
  }
}
