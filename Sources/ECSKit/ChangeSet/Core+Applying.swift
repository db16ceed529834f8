/// Applies a change set if everything is as it was.
///
/// Each step is checked after the steps before it were made, because the set was recorded in that
/// order. The caller has a transaction open, which rolls everything back if a step does not fit.
///
/// To take a set back is to apply its inverse, which is not made for that: the steps are gone through from
/// the last to the first, and each value is the other one of its change.
extension Core {
  /// Whether the changes of a set are made, or their opposites.
  enum Direction {
    case forward
    case back

    func old(_ change: ChangeSet.Change) -> (any Component)? {
      self == .forward ? change.old : change.new
    }

    func new(_ change: ChangeSet.Change) -> (any Component)? {
      self == .forward ? change.new : change.old
    }
  }

  func apply(_ set: ChangeSet, _ direction: Direction = .forward) throws(ChangeSetError) {
    guard let first = set.changes.first else { return }
    guard first.entity.core === self else { throw .otherContext }
    guard !isFrozen else { throw .frozen }
    if direction == .back {
      var end = set.changes.count
      while end > 0 {
        let start = set.startOfStep(before: end)
        try apply(set.changes[start..<end], of: set, .back)
        end = start
      }
      return
    }
    var start = 0
    while start < set.changes.count {
      let end = set.endOfStep(from: start)
      try apply(set.changes[start..<end], of: set, .forward)
      start = end
    }
  }

  private func apply(
    _ step: ArraySlice<ChangeSet.Change>, of set: ChangeSet, _ direction: Direction
  ) throws(ChangeSetError) {
    guard let first = step.first, let last = step.last else { return }
    let entity = first.entity
    let (isCreated, isDestroyed) = (first.kind == .created, last.kind == .destroyed)
    if direction == .forward ? isCreated : isDestroyed { return try revive(step, direction) }
    guard entity.isAlive else { throw .existence(entity: first.creationNumber, isExpected: true) }
    try check(step, direction)
    guard isCreated || isDestroyed else { return applying { write(first, direction) } }
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
  private func revive(
    _ step: ArraySlice<ChangeSet.Change>, _ direction: Direction
  ) throws(ChangeSetError) {
    let entity = step[step.startIndex].entity
    let creation = step[step.startIndex].creationNumber
    guard entities.generation(of: entity.index) == 0 else {
      throw .existence(entity: creation, isExpected: false)
    }
    try check(step, direction)
    entities.revive(entity.index, generation: entity.generation, creation: creation)
    for change in step { put(change, direction) }
    applying { _ = arrive(entity.index) }
  }

  // MARK: Looking

  /// Checks that a step can be made.
  ///
  /// Comparisons are foreign code, which must not invalidate the answer.
  private func check(
    _ step: ArraySlice<ChangeSet.Change>, _ direction: Direction
  ) throws(ChangeSetError) {
    try withoutChanges { () throws(ChangeSetError) in
      for change in step { try check(change, direction) }
    }
  }

  /// Checks that a component is as it was before a change, and that nothing prevents the change.
  private func check(
    _ change: ChangeSet.Change, _ direction: Direction
  ) throws(ChangeSetError) {
    guard let type = change.component else { return }
    let column = column(of: type)
    let (old, new) = (direction.old(change), direction.new(change))
    switch column.with({ $0.misfit(column, change.entity.index, old, new, self) }) {
    case nil: return
    case .value: throw .conflict(change, expected: old, found: change.entity.component(type))
    case .holder:
      let holder = handle(UInt32(column.holder))
      throw .conflict(
        change, of: holder.creationNumber, expected: old, found: holder.component(type))
    case .key(let taken):
      throw .duplicateKey(entity: change.creationNumber, component: column.name, key: taken.text)
    }
  }

  /// Returns what prevents an entity's value from changing from an old one to a new one.
  @inlinable
  func misfit<C: Component>(_ column: Column<C>, _ index: UInt32, old: C?, new: C?) -> Misfit? {
    guard has(column, index) == (old != nil) else { return .value }
    if let old, !Column<C>.isFlag, let isEqual = column.isEqual,
      !isEqual(old, column.store.value(of: index))
    {
      // A value that does not equal itself (a not-a-number) cannot be distinguished from the old one.
      if isEqual(old, old) { return .value }
    }
    guard let new else { return nil }
    if old == nil, column.isUnique, column.holder >= 0 { return .holder }
    if column.followers.isEmpty { return nil }
    return takenKey(of: new, column, index).map(Misfit.key)
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

  private func write(_ change: ChangeSet.Change, _ direction: Direction) {
    guard let type = change.component else { return }
    let column = column(of: type)
    column.with { $0.write(column, change.entity.index, direction.new(change), self) }
  }

  private func put(_ change: ChangeSet.Change, _ direction: Direction) {
    guard let type = change.component, let new = direction.new(change) else { return }
    let column = column(of: type)
    column.with { $0.put(column, change.entity.index, new, self) }
  }
}

/// What prevents a change of a component.
@usableFromInline
enum Misfit {
  /// The value is not the one before the change.
  case value
  /// Another entity has the unique component.
  case holder
  /// Another entity has a key of the new value.
  case key(TakenKey)
}

extension ChangeSetError {
  /// Returns the error for a component, of the change's entity or another one, that is not what the
  /// change expects.
  fileprivate static func conflict(
    _ change: ChangeSet.Change, of entity: UInt64? = nil, expected: (any Component)?,
    found: (any Component)?
  ) -> ChangeSetError {
    .conflict(
      entity: entity ?? change.creationNumber,
      component: change.component.map { String(describing: $0) } ?? "",
      expected: expected.map { String(describing: $0) },
      found: found.map { String(describing: $0) })
  }
}
