import ECSHistory
import ECSKit
import ECSModel

/// Functions that prepare the lines of several calls for a single write.
///
/// `ComponentStore` writes the unsaved changes of several calls together, but each call remains a
/// separate undo step, as on the undo stack. The last value of each subject in all groups must
/// equal the value in the context.
extension UnsavedChanges {
  /// Returns the lines of each call, or a single group for all calls.
  ///
  /// Each group contains the values at the end of its call. The last group also contains the
  /// changed values that belong to no call.
  ///
  /// - Parameters:
  ///   - calls: The calls since the last write.
  ///   - isInsideCall: True if the last call has not ended, so that its changes are incomplete.
  ///   - components: The stored components.
  ///   - references: Collects the targets without ids.
  ///   - naming: The names of entities in the log, or nil for their ids.
  ///   - path: The path of the log, for errors.
  /// - Returns: The groups of lines.
  /// - Throws: ``StoreError`` if a component cannot be stored.
  mutating func lines(
    of calls: [UnwrittenCall], isInsideCall: Bool, _ components: StoredComponents,
    _ references: References, naming: (any EntityNaming)?, path: String
  ) throws(StoreError) -> [[LogChange]] {
    func lines(_ part: inout UnsavedChanges, _ call: UnwrittenCall?) throws(StoreError)
      -> [LogChange]
    {
      let lines = try part.lines(references, naming: naming, path: path)
      guard lines.isEmpty, let call, call.needsEntry else { return lines }
      return try part.repeatedLines(references, naming: naming, path: path)
    }
    // If the id of an entity changed, all its values are written again, in a single group.
    if calls.count < 2 || Self.haveOtherIDs(calls)
      || values.contains(where: { isRenamed($0) || isStale($0) })
    {
      return [try lines(&self, calls.count == 1 ? calls.last : nil)]
    }
    let steps = calls.map { Self.net(of: $0.changes, components) }
    let keysWrittenByOthers = keysWrittenByOthers(steps, isInsideCall: isInsideCall)
    var rest = self
    rest.noteIDs(in: calls)
    var groups: [[LogChange]] = []
    var targetsWithoutID: [Key: Set<Entity>] = [:]
    for (step, call) in zip(steps, calls).dropLast() {
      var part = rest.separated(step.filter { !keysWrittenByOthers.contains($0.key) })
      groups.append(try lines(&part, call))
      for value in part.values { rest.setSavedValue(value.entity, value.type, value.present) }
      part.noteListsWritten()
      rest.lists = part.lists
      for value in part.values {
        targetsWithoutID[value.key] =
          part.targetsWithoutIDInLines[value.key]
          ?? targetsWithoutID[value.key].map { _ in [] }
      }
    }
    rest.targetsWithoutID.merge(targetsWithoutID) { $1 }
    groups.append(try lines(&rest, calls.last))
    targetsWithoutIDInLines = targetsWithoutID.merging(rest.targetsWithoutIDInLines) { $1 }
    (listsBeforeLines, listChanges) = (rest.lists, rest.listChanges)
    return groups
  }

  /// Returns lines that repeat an unchanged value, for a call that needs an entry.
  private func repeatedLines(
    _ references: References, naming: (any EntityNaming)?, path: String
  ) throws(StoreError) -> [LogChange] {
    let isRepeatable = { (value: Value) in value.present != nil && !isList(value) }
    if let value = values.first(where: isRepeatable) {
      var repeated = separated([
        Value(entity: value.entity, type: value.type, base: nil, past: value.present)
      ])
      return try repeated.lines(references, naming: naming, path: path)
    }
    for value in values where isList(value) && value.present != nil {
      if let line = repeatedLine(of: value) { return [line] }
    }
    guard let value = values.first(where: { $0.type != Existence.self }),
      let id = value.entity[DurableID.self] ?? formerIDs[value.entity]
    else { return [] }
    let named = value.base.flatMap { naming?.subject(of: value.entity, with: $0) }
    return [LogChange(Self.removal(of: value.type), of: named ?? subject(value, id))]
  }

  /// Returns the net effect of changes, as the values before and after them.
  private static func net(of changes: [ChangeSet], _ components: StoredComponents) -> [Value] {
    var net: [Value] = []
    var places: [Key: Int] = [:]
    for change in changes.lazy.flatMap(\.changes) {
      guard let type = change.component as? any StoredComponent.Type,
        components[type.storedName] == type
      else { continue }
      let value = Value(
        entity: change.entity, type: type, base: change.old as? any StoredComponent,
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

  /// Returns the keys of the values that other programs have written during or after the calls.
  ///
  /// For such a value, the recorded changes do not begin at the file's value.
  private func keysWrittenByOthers(_ steps: [[Value]], isInsideCall: Bool) -> Set<Key> {
    var lastValues: [Key: Value] = [:]
    var keysWrittenByOthers: Set<Key> = []
    for value in steps.joined() {
      let before = lastValues.updateValue(value, forKey: value.key).map(\.present)
      if !isSame(before ?? savedValue(value.entity, value.type), value.base) {
        keysWrittenByOthers.insert(value.key)
      }
    }
    if isInsideCall { return keysWrittenByOthers }
    for (key, value) in lastValues {
      let present = value.entity.component(value.type) as? any StoredComponent
      if !isSame(value.present, present) { keysWrittenByOthers.insert(key) }
    }
    return keysWrittenByOthers
  }

  private func separated(_ values: [Value]) -> UnsavedChanges {
    var part = self
    (part.positions, part.values, part.renamedTargets, part.targetsWithoutID) = (
      [:], values, [:], [:]
    )
    return part
  }

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

  /// Records the ids that entities lost before the ids were written to the file.
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
  /// True if the call needs an entry even if its net effect is empty.
  ///
  /// For example, typing letters and deleting them must still clear the redo steps.
  fileprivate var needsEntry: Bool {
    if case .step = kind { !changes.isEmpty } else { false }
  }

  /// True if the call is an undo or redo that the log must record.
  var isMove: Bool {
    if case .move(_?, _) = kind { true } else { false }
  }
}
