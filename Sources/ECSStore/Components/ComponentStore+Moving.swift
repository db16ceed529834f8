import ECSHistory
import ECSKit

/// Functions that undo and redo the steps in the file.
///
/// The undo stack calls `move` for a step that was read from the file. A step is applied completely
/// or not at all. A step is refused if one of its values was changed later.
extension ComponentStore {
  func undoStep(_ step: LogStep) -> UndoStep {
    var changes = step
    changes.isUndone = false
    return UndoStep(
      number: step.number,
      .stored(label: step.label) { [weak self] (isUndo) throws(ChangeSetError) in
        try self?.move(changes, isUndo ? .undo : .redo)
      })
  }

  /// Undoes or redoes a step of the file in the context.
  ///
  /// The step is applied as one change to the context, because a value may refer to an entity that
  /// the same step restores.
  private func move(_ step: LogStep, _ mark: LogSteps.Mark) throws(ChangeSetError) {
    let (entries, restorings) = try states(of: step, after: mark)
    // Lists retain the links that the step does not change.
    let states = entries.withLists { presentLinks($0) }
    let destroyed = states.filter { $0.change.kind == Existence.storedName && $0.change.isRemoval }
      .compactMap { context.entity(DurableID($0.change.target)) }
    for entity in destroyed { try requireNoOther(than: states.map(\.change), of: entity) }
    let restored = StoredEntity.all(of: states).compactMap { stored -> StoredEntity? in
      if context.entity(DurableID(stored.target)) == nil { return references.withExistence(stored) }
      return stored.withoutExistence
    }
    // If the step changed a value of an entity that was destroyed later, this is a conflict.
    if restored.contains(where: { $0.order == nil && context.entity(DurableID($0.target)) == nil })
    {
      throw .existence(entity: 0, isExpected: true)
    }
    // Entities with the same position in the creation order are the same entity under different
    // ids.
    let entitiesByOrder = Dictionary(
      destroyed.compactMap { entity in entity[Existence.self].map { ($0.order, entity) } }
    ) { $1 }
    references.entitiesEndedByUndo.merge(entitiesByOrder) { $1 }
    let movedEntities = noteSavedValues(step)
    defer {
      noteRestoredValues(states, restorings, movedEntities)
      noteRestoredLinks(entries, restorings, movedEntities)
    }
    context.replaying {
      create(restored, entitiesByOrder)
      _ = context.restore(
        restored.map { $0.withoutExistence ?? $0 }, components, haveIDs: true,
        references: references)
      removeValues(states.filter(\.change.isRemoval))
    }
  }

  /// Returns the links of a list in the context, or the saved links if the context has no such
  /// list.
  private func presentLinks(_ subject: LogSubject) -> StoredLinks? {
    guard let type = components[subject.kind], type.isWrittenInParts,
      let entity = context.entity(DurableID(subject.target)),
      entity[UnreadValues.self]?.values[subject.kind] == nil
    else { return savedLinks(subject) }
    // Encoding cannot fail for values that were already read or written.
    do { return try unsaved.presentLinks(entity, type) } catch { return nil }
  }

  private func create(_ restored: [StoredEntity], _ entitiesByOrder: [UInt64: Entity]) {
    for stored in restored where context.entity(DurableID(stored.target)) == nil {
      let id = DurableID(stored.target)
      if let entity = stored.order.flatMap({ entitiesByOrder[$0] }) {
        entity.set(id)
        continue
      }
      let former =
        references.former(id) ?? stored.order.flatMap { references.entitiesEndedByUndo[$0] }
      context.createEntity(number: stored.order, reviving: former) { new in
        new.set(id)
        // The file retains the creation position, even if the entity gets a different number here.
        if let order = stored.order { new.set(Existence(order: order)) }
      }
    }
  }

  /// Removes the values of a step, and destroys entities that have no other values.
  private func removeValues(_ removals: [LogEntry]) {
    var entities: [Entity] = []
    for change in removals.lazy.map(\.change) {
      guard let entity = context.entity(DurableID(change.target)) else { continue }
      if let type = components[change.kind] { entity.remove(type) }
      if entity.has(UnreadValues.self) { entity.setUnread(nil, change.kind) }
      entities.append(entity)
    }
    for entity in entities where ownsEntities && entity.isAlive && isEmpty(entity) {
      entity.destroy()
    }
  }

  /// Returns the entries to restore for an undo or redo of a step.
  ///
  /// - Returns: The entries to restore, and the subjects for which the next write withdraws this
  ///   device's entries instead of writing a value.
  /// - Throws: `ChangeSetError` if a value has changed since the step.
  private func states(
    of step: LogStep, after mark: LogSteps.Mark
  ) throws(ChangeSetError) -> (
    states: [LogEntry], restorings: [LogSubject: UnsavedChanges.Restoring]
  ) {
    var positions: [LogSubject: Int] = [:]
    var states: [LogEntry] = []
    for (change, state) in step.states(after: mark) {
      let subject = change.entry.change.subject
      let present = state ?? LogEntry(LogChange(subject: subject, value: ""))
      if let position = positions[subject] {
        states[position] = present
        continue
      }
      try require(
        mark == .undo ? change.entry : change.former, subject,
        of: context.entity(DurableID(subject.target)), or: mark == .redo ? change.entry : nil,
        isMove: change.isMove)
      positions[subject] = states.count
      states.append(present)
    }
    steps.remainingEntries = []
    if mark == .redo { return (states, [:]) }
    var restorings: [LogSubject: UnsavedChanges.Restoring] = [:]
    let ends = step.ends
    for position in states.indices {
      guard let (first, last) = ends[states[position].change.subject] else { continue }
      if let (state, restoring) = withdrawal(of: first, upTo: last) {
        states[position] = state
        restorings[state.change.subject] = restoring
      }
    }
    return (states, restorings)
  }

  /// Returns the value that applies after this device reverts a change, and the way to revert it.
  ///
  /// The result is nil if the next write sets the previous value instead.
  private func withdrawal(
    of change: LogStep.Change, upTo last: LogEntry
  ) -> (state: LogEntry, restoring: UnsavedChanges.Restoring)? {
    let subject = change.entry.change.subject
    let other = steps.other(than: change.entry)
    // A value of another device wins if it is later than the previous value, or if this device had
    // no previous value. A value that this device had removed remains removed.
    var state = change.former
    if let other, state.map({ !$0.covers(other) && $0.precedes(other) }) ?? change.isFirst {
      state = other
    }
    let holds = state ?? LogEntry(LogChange(subject: subject, value: ""))
    if let other, state == other, change.isFirst { steps.remainingEntries.append(other) }
    if change.entry.counter > steps.announced {
      if steps.subjectsKnownElsewhere.contains(subject) {
        return (holds, .withdrawn(.unsaid, .retraction(from: change.entry.counter)))
      }
      return state == nil ? (holds, .withdrawn(.unsaid, .covered)) : nil
    }
    // Entries that this device has covered remain covered unless this device writes the value
    // again. The first change may be the destruction of the entity, which covers nothing here.
    let isUncovered = other.map { state == $0 && !last.covers($0) } ?? false
    return state == nil || isUncovered ? (holds, .withdrawn(.withdrawn, .covered)) : nil
  }

  /// Records the saved value of each subject of a step, and returns the entities of the subjects.
  private func noteSavedValues(_ step: LogStep) -> [LogSubject: Entity] {
    var entities: [LogSubject: Entity] = [:]
    for subject in step.changes.lazy.map(\.entry.change.subject) where entities[subject] == nil {
      guard let type = components[subject.kind], type != Existence.self,
        let entity = context.entity(DurableID(subject.target))
      else { continue }
      entities[subject] = entity
      if !unsaved.has(entity, type) {
        note(entity, type, entity.component(type) as? any StoredComponent)
      }
    }
    return entities
  }

  /// Records how the next write restores each value.
  ///
  /// Either the value is written with its original time, or this device's own entries are
  /// withdrawn.
  private func noteRestoredValues(
    _ states: [LogEntry], _ restorings: [LogSubject: UnsavedChanges.Restoring],
    _ movedEntities: [LogSubject: Entity]
  ) {
    for state in states {
      let subject = state.change.subject
      guard let type = components[subject.kind],
        let entity = movedEntities[subject] ?? context.entity(DurableID(subject.target))
      else { continue }
      if let restoring = restorings[subject] {
        unsaved.noteRestored(entity, type, restoring)
      } else if !state.change.isRemoval {
        unsaved.noteRestored(entity, type, .written(at: state.time))
      }
    }
  }

  /// Records the restored links of each list, and how the next write restores them.
  private func noteRestoredLinks(
    _ entries: [LogEntry], _ restorings: [LogSubject: UnsavedChanges.Restoring],
    _ movedEntities: [LogSubject: Entity]
  ) {
    let links = Dictionary(
      grouping: entries.filter { $0.change.subject.isLink }, by: \.change.subject.list)
    for (list, entries) in links {
      guard let type = components[list.kind],
        let entity = entries.lazy.compactMap({ movedEntities[$0.change.subject] }).first
          ?? context.entity(DurableID(list.target))
      else { continue }
      let restored = entries.map { entry in
        let restoring = restorings[entry.change.subject]
        let time = entry.change.isRemoval ? nil : UnsavedChanges.Restoring.written(at: entry.time)
        return (
          entry.change.subject.linkID,
          UnsavedChanges.RestoredLinks.Link(
            link: StoredLinks.Link(entry.change.value), restoring: restoring ?? time)
        )
      }
      unsaved.noteRestored(entity, type, Dictionary(restored) { $1 })
    }
  }

  /// Throws an error if a step destroys an entity that has values from outside the step.
  private func requireNoOther(
    than states: [LogChange], of entity: Entity
  ) throws(ChangeSetError) {
    let id = entity[DurableID.self]?.text
    let kinds = Set(states.lazy.filter { $0.target == id }.map(\.kind))
    for type in components.types where !kinds.contains(type.storedName) {
      guard let found = entity.component(type) else { continue }
      throw .conflict(
        entity: entity.creationNumber ?? 0, component: "\(type)", expected: nil, found: "\(found)")
    }
  }

  /// Returns true if an entity has no stored values.
  func isEmpty(_ entity: Entity) -> Bool {
    !entity.has(UnreadValues.self) && components.types.allSatisfy { entity.component($0) == nil }
  }

  /// Returns the value of an entry, with its references resolved to entities.
  func value(
    of entry: LogEntry, _ type: any StoredComponent.Type
  ) -> (any StoredComponent)? {
    guard let stored = entry.stored() else { return nil }
    let resolver = EntityResolver { [context, references] name in
      if name.isEmpty { return context.unusedHandle() }
      let id = DurableID(name)
      return context.entity(id) ?? references.handle(of: id)
    }
    do { return try type.init(any: stored.resolved(by: resolver, references.subjectsInLog)) } catch
    {
      return nil
    }
  }

  /// Throws an error if a value was changed after the step.
  private func require(
    _ entry: LogEntry?, _ subject: LogSubject, of entity: Entity?, or other: LogEntry?,
    isMove: Bool = true
  ) throws(ChangeSetError) {
    if let other {
      do throws(ChangeSetError) {
        return try require(other, subject, of: entity, or: nil, isMove: isMove)
      } catch {}
    }
    let kind = subject.kind
    if subject.isLink {
      let found = presentLinks(subject.list)?[subject.linkID]
      let expected = entry.flatMap { StoredLinks.Link($0.change.value) }
      // The position matters only to a step that moved the link.
      if isMove ? found == expected : found?.text == expected?.text { return }
      throw .conflict(
        entity: entity?.creationNumber ?? 0, component: kind, expected: expected?.text,
        found: found?.text)
    }
    let type = components[kind]
    if type == Existence.self,
      (entry?.change.isRemoval ?? true) != (entity?.has(Existence.self) ?? false)
    {
      return
    }
    let expected = entry.flatMap { entry in type.flatMap { value(of: entry, $0) } }
    let found = type.flatMap { entity?.component($0) as? any StoredComponent }
    let unread = entity?[UnreadValues.self]?.values[kind]?.stored
    let text = expected == nil ? entry?.stored() : nil
    if isSame(expected, found), unread?.text == text?.text, unread?.version == text?.version {
      return
    }
    throw .conflict(
      entity: entity?.creationNumber ?? 0, component: type.map { "\($0)" } ?? kind,
      expected: expected.map { "\($0)" } ?? text?.text,
      found: found.map { "\($0)" } ?? unread?.text)
  }
}

extension LogStep.Change {
  /// True if the change only moved a link and left its data unchanged.
  fileprivate var isMove: Bool {
    guard entry.change.subject.isLink, let former = former?.change.value else { return false }
    let (old, new) = (StoredLinks.Link(former), StoredLinks.Link(entry.change.value))
    return old?.text == new?.text
  }
}
