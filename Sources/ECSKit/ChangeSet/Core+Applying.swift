/// Applies a change set if everything is as it was.
///
/// Each step is checked after the steps before it were made, because the set was recorded in that
/// order. The caller has a transaction open, which rolls everything back if a step does not fit.
extension Core {
  func apply(_ set: ChangeSet) throws(ChangeSetError) {
    guard let first = set.changes.first else { return }
    guard first.entity.core === self else { throw .otherContext }
    guard !isFrozen else { throw .frozen }
    for step in set.steps { try apply(step, of: set) }
  }

  private func apply(
    _ step: ArraySlice<ChangeSet.Change>, of set: ChangeSet
  ) throws(ChangeSetError) {
    guard let first = step.first, let last = step.last else { return }
    let entity = first.entity
    if first.kind == .created { return try revive(step) }
    guard entity.isAlive else { throw .existence(entity: first.creationNumber, isExpected: true) }
    try check(step)
    guard last.kind == .destroyed else { return applying { write(first) } }
    try checkNothing(of: entity, isHeldBeside: step)
    if let reservation = set.reservation { keepIndex(entity.index, for: reservation) }
    applying { destroy(entity.index) }
  }

  /// Makes a change of a set, which says so in the journal.
  func applying(_ change: () -> Void) {
    let wasApplying = isApplying
    isApplying = true
    change()
    isApplying = wasApplying
  }

  /// Revives an entity under its handle, with all its components at once.
  private func revive(_ step: ArraySlice<ChangeSet.Change>) throws(ChangeSetError) {
    let entity = step[step.startIndex].entity
    let creation = step[step.startIndex].creationNumber
    guard entities.generation(of: entity.index) == 0 else {
      throw .existence(entity: creation, isExpected: false)
    }
    try check(step)
    entities.revive(entity.index, generation: entity.generation, creation: creation)
    for change in step { put(change) }
    applying { _ = arrive(entity.index) }
  }

  // MARK: Looking

  /// Checks that a step can be made.
  ///
  /// Comparisons are foreign code, which must not invalidate the answer.
  private func check(_ step: ArraySlice<ChangeSet.Change>) throws(ChangeSetError) {
    try withoutChanges { () throws(ChangeSetError) in
      for change in step { try check(change) }
    }
  }

  /// Checks that a component is as it was before a change, and that nothing prevents the change.
  private func check(_ change: ChangeSet.Change) throws(ChangeSetError) {
    func check<C: Component>(_ type: C.Type) throws(ChangeSetError) {
      let column = column(type)
      let expected = change.old as? C
      let found = change.entity[type]
      let isSame = areEqual(expected, found, column) ?? true
      // A value that does not equal itself (a not-a-number) cannot be distinguished from the old
      // one.
      guard isSame || areEqual(expected, expected, column) == false else {
        throw .conflict(change, found: found)
      }
      guard let new = change.new as? C else { return }
      if expected == nil, column.isUnique, column.holder >= 0 {
        let holder = handle(UInt32(column.holder))
        throw .conflict(change, of: holder.creationNumber, found: holder[type])
      }
      if let taken = takenKey(of: new, column, change.entity.index) {
        throw .duplicateKey(
          entity: change.creationNumber, component: column.name, key: taken.text)
      }
    }
    if let type = change.component { try check(type) }
  }

  /// Checks that an entity holds no components except those of a step.
  private func checkNothing(
    of entity: Entity, isHeldBeside step: ArraySlice<ChangeSet.Change>
  ) throws(ChangeSetError) {
    var others: [AnyColumn] = []
    forEachColumn(of: entity.index) { column in
      if !step.contains(where: { $0.component == column.type }) { others.append(column) }
    }
    guard let other = others.first else { return }
    let found = entity.components.first { type(of: $0) == other.type }
    throw .conflict(
      entity: step[step.startIndex].creationNumber, component: other.name, expected: nil,
      found: found.map { String(describing: $0) } ?? other.name)
  }

  // MARK: Writing

  private func write(_ change: ChangeSet.Change) {
    func write<C: Component>(_ type: C.Type) {
      if let new = change.new as? C {
        set(new, change.entity.index)
      } else {
        remove(type, change.entity.index)
      }
    }
    if let type = change.component { write(type) }
  }

  private func put(_ change: ChangeSet.Change) {
    func putNew<C: Component>(_ type: C.Type) {
      if let new = change.new as? C { put(new, change.entity.index) }
    }
    if let type = change.component { putNew(type) }
  }
}

extension ChangeSetError {
  /// Returns the error for a component, of the change's entity or another one, that is not what the
  /// change expects.
  fileprivate static func conflict(
    _ change: ChangeSet.Change, of entity: UInt64? = nil, found: (any Component)?
  ) -> ChangeSetError {
    .conflict(
      entity: entity ?? change.creationNumber,
      component: change.component.map { String(describing: $0) } ?? "",
      expected: change.old.map { String(describing: $0) },
      found: found.map { String(describing: $0) })
  }
}
