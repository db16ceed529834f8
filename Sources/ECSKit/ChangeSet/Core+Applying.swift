// Applies a change set if the context is in the state that the set expects. Each step is checked
// after the previous steps are made, because the set was recorded in that order. The caller,
// `Context.apply`, has opened a transaction. It rolls everything back if a step cannot be made.
extension Core {
  func apply(_ set: ChangeSet) throws(ChangeSetError) {
    guard let entity = set.someEntity else { return }
    guard entity.core === self else { throw .otherContext }
    guard !isFrozen else { throw .frozen }
    let changes = set.changes
    var start = 0
    while start < changes.count {
      let end = changes.endOfStep(from: start)
      try apply(changes, start..<end, of: set)
      start = end
    }
  }

  private func apply(
    _ changes: ChangeSet.Changes, _ step: Range<Int>, of set: ChangeSet
  ) throws(ChangeSetError) {
    let first = changes[step.lowerBound]
    if first.kind == .created { return try revive(changes[step]) }
    guard first.entity.isAlive else {
      throw .existence(entity: first.creationNumber, isExpected: true)
    }
    let last = step.count == 1 ? first.kind : changes[step.upperBound - 1].kind
    guard last == .destroyed else {
      try withoutChanges { () throws(ChangeSetError) in try check(first) }
      return applying { write(first) }
    }
    try check(changes[step])
    try checkNothing(of: first.entity, isHeldBeside: changes[step])
    if let reservation = set.reservation { keepIndex(first.entity.index, for: reservation) }
    applying { destroy(first.entity.index) }
  }

  /// Makes a change and marks its record as applied.
  func applying(_ change: () -> Void) {
    let wasApplying = isApplying
    isApplying = true
    change()
    isApplying = wasApplying
  }

  private func revive(_ step: ChangeSet.Changes.SubSequence) throws(ChangeSetError) {
    let first = step[step.startIndex]
    let (entity, creation) = (first.entity, first.creationNumber)
    guard entities.generation(of: entity.index) == 0 else {
      throw .existence(entity: creation, isExpected: false)
    }
    try check(step)
    entities.revive(entity.index, generation: entity.generation, creation: creation)
    for change in step { put(change) }
    applying { _ = arrive(entity.index) }
  }

  // MARK: Checking

  /// Throws an error if the changes of a step cannot be made.
  ///
  /// Comparisons run user code, which must not invalidate the result. Therefore, changes are
  /// refused during a comparison.
  private func check(_ step: ChangeSet.Changes.SubSequence) throws(ChangeSetError) {
    try withoutChanges { () throws(ChangeSetError) in
      for change in step { try check(change) }
    }
  }

  /// Throws an error if a change cannot be made.
  ///
  /// The component must have the value that the change expects, and the new value must be allowed.
  private func check(_ change: ChangeSet.Change) throws(ChangeSetError) {
    guard let type = change.component else { return }
    let column = column(of: type)
    switch column.with({ $0.mismatch(column, change, self) }) {
    case nil: return
    case .value: throw .conflict(change, found: change.entity.component(type))
    case .holder:
      let holder = handle(UInt32(column.holder))
      throw .conflict(change, of: holder.creationNumber, found: holder.component(type))
    case .key(let taken):
      throw .duplicateKey(entity: change.creationNumber, component: column.name, key: taken.text)
    }
  }

  /// Returns the reason why a change cannot be made, or nil if it can be made.
  @inlinable
  func mismatch<C: Component>(_ column: Column<C>, _ change: ChangeSet.Change) -> Mismatch? {
    let index = change.entity.index
    let isHeld = has(column, index)
    guard isHeld == (change.kind != .added) else { return .value }
    if isHeld, !Column<C>.isFlag, let isEqual = column.isEqual,
      let old = change.old.flatMap(Column<C>.own), !isEqual(old, column.store.value(of: index))
    {
      // A value that is not equal to itself, such as NaN, differs from every value, so the
      // comparison proves nothing.
      if isEqual(old, old) { return .value }
    }
    if !isHeld, column.isUnique, column.holder >= 0 { return .holder }
    guard column.refusesKeys, let new = change.new.flatMap(Column<C>.own) else { return nil }
    return takenKey(of: new, column, index).map(Mismatch.key)
  }

  /// Throws an error if an entity has a component that is not in a step.
  private func checkNothing(
    of entity: Entity, isHeldBeside step: ChangeSet.Changes.SubSequence
  ) throws(ChangeSetError) {
    var others: [AnyColumn] = []
    fillAllDeferred()
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
    guard let type = change.component else { return }
    let column = column(of: type)
    column.with { $0.write(column, change.entity.index, change.new, self) }
  }

  private func put(_ change: ChangeSet.Change) {
    guard let type = change.component else { return }
    let column = column(of: type)
    if let new = change.new { column.with { $0.put(column, change.entity.index, new, self) } }
  }
}

/// A reason why a change cannot be applied.
@usableFromInline
enum Mismatch {
  /// The entity does not have the value that the change expects.
  case value
  /// Another entity has the unique component.
  case holder
  /// Another entity already has a key of the new value in a unique index.
  case key(TakenKey)
}

extension ChangeSetError {
  /// Returns a conflict error for a component.
  ///
  /// Pass `entity` if the component belongs to an entity other than the changed one.
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
