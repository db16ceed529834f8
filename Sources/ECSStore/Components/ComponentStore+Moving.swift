import ECSHistory
import ECSKit

/// Undoing and redoing the steps of the file.
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

  /// Takes a step of the file back, or makes it again, in the context.
  ///
  /// All of it is done at once, since a value may refer to an entity that the same step brings back.
  private func move(_ step: LogStep, _ mark: LogSteps.Mark) throws(ChangeSetError) {
    let (states, restorings) = try states(of: step, after: mark)
    let ended = states.filter { $0.change.kind == Existence.storedName && $0.change.isRemoval }
      .compactMap { context.entity(DurableID($0.change.target)) }
    for entity in ended { try requireNoOther(than: states.map(\.change), of: entity) }
    let brought = StoredEntity.all(of: states).compactMap { stored -> StoredEntity? in
      if context.entity(DurableID(stored.target)) == nil { return references.whole(stored) }
      return stored.withoutExistence
    }
    // A value that the step changed is not as it left it if the entity was destroyed since.
    if brought.contains(where: { $0.order == nil && context.entity(DurableID($0.target)) == nil }) {
      throw .existence(entity: 0, isExpected: true)
    }
    // An entity at the same position in the order of creation is the same one under another id.
    let renamed = Dictionary(
      ended.compactMap { entity in entity[Existence.self].map { ($0.order, entity) } }
    ) { $1 }
    references.ended.merge(renamed) { $1 }
    let noted = noteMoved(step)
    defer { noteRestored(states, restorings, noted) }
    var touched: [Entity] = []
    context.replaying {
      for stored in brought where context.entity(DurableID(stored.target)) == nil {
        let id = DurableID(stored.target)
        if let entity = stored.order.flatMap({ renamed[$0] }) {
          entity.set(id)
          continue
        }
        let former = references.former(id) ?? stored.order.flatMap { references.ended[$0] }
        context.createEntity(number: stored.order, reviving: former) { new in
          new.set(id)
          // Its position in the file stays, whatever number it gets here.
          if let order = stored.order { new.set(Existence(order: order)) }
        }
      }
      _ = context.restore(
        brought.map { $0.withoutExistence ?? $0 }, components, haveIDs: true,
        references: references)
      for change in states.lazy.map(\.change) where change.isRemoval {
        guard let entity = context.entity(DurableID(change.target)) else { continue }
        if let type = components[change.kind] { entity.remove(type) }
        if entity.has(UnreadValues.self) { entity.setUnread(nil, change.kind) }
        touched.append(entity)
      }
      for entity in touched where ownsEntities && entity.isAlive && isEmpty(entity) {
        entity.destroy()
      }
    }
  }

  /// Returns what holds of each thing after a step was taken back or made again.
  ///
  /// - Returns: The entries, and how the next write says so of the things that this device takes back.
  /// - Throws: `ChangeSetError` if a value is not as the step left it.
  private func states(
    of step: LogStep, after mark: LogSteps.Mark
  ) throws(ChangeSetError) -> (
    states: [LogEntry], restorings: [LogSubject: UnsavedChanges.Restoring]
  ) {
    var positions: [LogSubject: Int] = [:]
    var states: [LogEntry] = []
    // For each thing the first change of the step, with the value before it.
    var first: [LogSubject: LogStep.Change] = [:]
    for (change, state) in step.states(after: mark) {
      let subject = change.entry.change.subject
      let present = state ?? LogEntry(LogChange(subject: subject, value: ""))
      first[subject] = change
      if let position = positions[subject] {
        states[position] = present
        continue
      }
      try require(
        mark == .undo ? change.entry : change.former, subject.kind,
        of: context.entity(DurableID(subject.target)), or: mark == .redo ? change.entry : nil)
      positions[subject] = states.count
      states.append(present)
    }
    steps.staying = []
    if mark == .redo { return (states, [:]) }
    var restorings: [LogSubject: UnsavedChanges.Restoring] = [:]
    for position in states.indices {
      guard let change = first[states[position].change.subject] else { continue }
      if let (state, restoring) = withdrawal(of: change) {
        states[position] = state
        restorings[state.change.subject] = restoring
      }
    }
    return (states, restorings)
  }

  /// Returns what holds after this device takes back a change, and how it says so; nil if the value before
  /// is written again.
  private func withdrawal(
    of change: LogStep.Change
  ) -> (state: LogEntry, restoring: UnsavedChanges.Restoring)? {
    let subject = change.entry.change.subject
    let other = steps.other(than: change.entry)
    // A value of another device holds if it is later than the former value, or if this device had none. A
    // value that this device had removed before stays removed.
    var state = change.former
    if let other, state.map({ !$0.covers(other) && $0.precedes(other) }) ?? change.isFirst {
      state = other
    }
    let holds = state ?? LogEntry(LogChange(subject: subject, value: ""))
    if let other, state == other, change.isFirst { steps.staying.append(other) }
    if change.entry.counter > steps.announced {
      if steps.knownElsewhere.contains(subject) {
        return (holds, .withdrawn(.unsaid, .retraction(from: change.entry.counter)))
      }
      return state == nil ? (holds, .withdrawn(.unsaid, .covered)) : nil
    }
    // Entries that this device covered stay covered, unless it writes the value again.
    let isUncovered = other.map { state == $0 && !change.entry.covers($0) } ?? false
    return state == nil || isUncovered ? (holds, .withdrawn(.withdrawn, .covered)) : nil
  }

  /// Notes what the file has of the things of a step, in their order.
  private func noteMoved(_ step: LogStep) -> [LogSubject: Entity] {
    var noted: [LogSubject: Entity] = [:]
    for subject in step.changes.lazy.map(\.entry.change.subject) where noted[subject] == nil {
      guard let type = components[subject.kind], type != Existence.self,
        let entity = context.entity(DurableID(subject.target))
      else { continue }
      noted[subject] = entity
      if !unsaved.has(entity, type) {
        note(entity, type, entity.component(type) as? any StoredComponent)
      }
    }
    return noted
  }

  /// Has the next write say when restored values were first said, and withdraw those that have none.
  private func noteRestored(
    _ states: [LogEntry], _ restorings: [LogSubject: UnsavedChanges.Restoring],
    _ noted: [LogSubject: Entity]
  ) {
    for state in states {
      let subject = state.change.subject
      guard let type = components[subject.kind],
        let entity = noted[subject] ?? context.entity(DurableID(subject.target))
      else { continue }
      if let restoring = restorings[subject] {
        unsaved.noteRestored(entity, type, restoring)
      } else if !state.change.isRemoval {
        unsaved.noteRestored(entity, type, .said(at: state.time))
      }
    }
  }

  /// Refuses a step that ends an entity which has got values that are not of the step.
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

  /// Whether an entity has no value that is kept.
  func isEmpty(_ entity: Entity) -> Bool {
    !entity.has(UnreadValues.self) && components.types.allSatisfy { entity.component($0) == nil }
  }

  /// Returns the value that an entry has, with the entities that it refers to.
  func value(
    of entry: LogEntry, _ type: any StoredComponent.Type
  ) -> (any StoredComponent)? {
    guard let stored = entry.stored() else { return nil }
    let resolver = EntityResolver { [context, references] name in
      if name.isEmpty { return context.unusedHandle() }
      let id = DurableID(name)
      return context.entity(id) ?? references.handle(of: id)
    }
    do { return try type.init(any: stored.resolved(by: resolver, references.originals)) } catch {
      return nil
    }
  }

  /// Refuses a step if a value is not as the step left it.
  private func require(
    _ entry: LogEntry?, _ kind: String, of entity: Entity?, or other: LogEntry?
  ) throws(ChangeSetError) {
    if let other {
      do throws(ChangeSetError) { return try require(other, kind, of: entity, or: nil) } catch {}
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
