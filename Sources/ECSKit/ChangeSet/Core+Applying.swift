/// Applies a change set if everything is as it was.
///
/// Each step is checked after the steps before it were made, because the set was recorded in that
/// order. The caller has a transaction open, which rolls everything back if a step does not fit.
///
/// To take a set back is to apply its inverse, which is not made for that: the steps are gone through from
/// the last to the first, and each value is the other one of its change.
extension Core {
  /// Whether the changes of a set are made, or their opposites.
  @usableFromInline
  enum Direction {
    case forward
    case back

    // Each case is by itself, so that no value is copied to be looked at.
    @inlinable @inline(__always)
    func old<Result>(
      _ change: ChangeSet.Change, _ body: ((any Component)?) -> Result
    ) -> Result {
      switch self {
      case .forward: body(change.old)
      case .back: body(change.new)
      }
    }

    @inlinable @inline(__always)
    func new<Result>(
      _ change: ChangeSet.Change, _ body: ((any Component)?) -> Result
    ) -> Result {
      switch self {
      case .forward: body(change.new)
      case .back: body(change.old)
      }
    }
  }

  func apply(_ set: ChangeSet, _ direction: Direction = .forward) throws(ChangeSetError) {
    if set.isEmpty { return }
    let changes = set.changes
    guard changes[0].entity.core === self else { throw .otherContext }
    guard !isFrozen else { throw .frozen }
    var (start, end) = (0, changes.count)
    while start < end {
      let step =
        direction == .forward
        ? start..<set.endOfStep(from: start) : set.startOfStep(before: end)..<end
      try apply(changes, step, of: set, direction)
      if direction == .forward { start = step.upperBound } else { end = step.lowerBound }
    }
  }

  private func apply(
    _ changes: ChangeSet.Changes, _ step: Range<Int>, of set: ChangeSet, _ direction: Direction
  ) throws(ChangeSetError) {
    let first = changes[step.lowerBound]
    let isCreated = first.kind == .created
    let isDestroyed =
      (step.count == 1 ? first.kind : changes[step.upperBound - 1].kind) == .destroyed
    if direction == .forward ? isCreated : isDestroyed {
      return try revive(first.entity, changes[step], direction)
    }
    guard first.entity.isAlive else {
      throw .existence(entity: first.creationNumber, isExpected: true)
    }
    guard isCreated || isDestroyed else {
      try withoutChanges { () throws(ChangeSetError) in try check(first, direction) }
      return applying { write(first, direction) }
    }
    try check(changes[step], direction)
    try checkNothing(of: first.entity, isHeldBeside: changes[step])
    if let reservation = set.reservation { keepIndex(first.entity.index, for: reservation) }
    applying { destroy(first.entity.index) }
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
    _ entity: Entity, _ step: ChangeSet.Changes.SubSequence, _ direction: Direction
  ) throws(ChangeSetError) {
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
    _ step: ChangeSet.Changes.SubSequence, _ direction: Direction
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
    switch column.with({ $0.misfit(column, change, direction, self) }) {
    case nil: return
    case .value:
      throw .conflict(
        change, expected: direction.old(change) { $0 }, found: change.entity.component(type))
    case .holder:
      let holder = handle(UInt32(column.holder))
      throw .conflict(
        change, of: holder.creationNumber, expected: direction.old(change) { $0 },
        found: holder.component(type))
    case .key(let taken):
      throw .duplicateKey(entity: change.creationNumber, component: column.name, key: taken.text)
    }
  }

  /// Returns what prevents a change.
  @inlinable
  func misfit<C: Component>(
    _ column: Column<C>, _ change: ChangeSet.Change, _ direction: Direction
  ) -> Misfit? {
    let index = change.entity.index
    let isHeld = has(column, index)
    guard isHeld == direction.old(change, { $0 != nil }) else { return .value }
    if isHeld, !Column<C>.isFlag, let isEqual = column.isEqual,
      let old = direction.old(change, { Column<C>.own($0) }),
      !isEqual(old, column.store.value(of: index))
    {
      // A value that does not equal itself (a not-a-number) cannot be distinguished from the old one.
      if isEqual(old, old) { return .value }
    }
    if !isHeld, column.isUnique, column.holder >= 0, direction.new(change, { $0 != nil }) {
      return .holder
    }
    if column.followers.isEmpty { return nil }
    guard let new = direction.new(change, { Column<C>.own($0) }) else { return nil }
    return takenKey(of: new, column, index).map(Misfit.key)
  }

  /// Checks that an entity holds no components except those of a step.
  private func checkNothing(
    of entity: Entity, isHeldBeside step: ChangeSet.Changes.SubSequence
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
    direction.new(change) { new in
      column.with { $0.write(column, change.entity.index, new, self) }
    }
  }

  private func put(_ change: ChangeSet.Change, _ direction: Direction) {
    guard let type = change.component else { return }
    let column = column(of: type)
    direction.new(change) { new in
      column.with { $0.put(column, change.entity.index, new, self) }
    }
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
