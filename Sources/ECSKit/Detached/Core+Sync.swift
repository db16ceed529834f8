/// Detaching entities and merging them back.
extension Core {
  /// Returns whether a detached value stems from an entity of this core that is alive.
  func isAlive(_ detached: DetachedEntity) -> Bool {
    CoreReference(self).address == detached.core
      && isIn(detached.generation >> SlotTable.countBits)
      && slots.isAlive(detached.index, detached.generation)
  }

  // MARK: Detach

  /// Copies what may leave of a living entity.
  func fill(_ detached: inout DetachedEntity) {
    forEachColumn(of: detached.index) { column in
      if let type = column.type as? any DetachableComponent.Type {
        detached.parts.append(part(type, detached.index))
      } else {
        detached.leftBehind.append(column.name)
      }
    }
  }

  private func part<C: DetachableComponent>(_ type: C.Type, _ index: UInt32) -> DetachedPart {
    let column = column(type)
    let value = column.value(of: index)
    return DetachedPart(
      type: type, base: value, mark: makeMark(of: index, in: column), mine: value,
      isEdited: false)
  }

  private func makeMark<C: Component>(of index: UInt32, in column: Column<C>) -> UInt64 {
    if Column<C>.isFlag || column.isEqual != nil { return 0 }
    if let marks = column.marks { return marks.makeMark(of: index) }
    let marks = WriteMarks<C>()
    column.followers.append(marks)
    watch(column)
    return marks.makeMark(of: index)
  }

  // MARK: Sync

  func sync(_ detached: DetachedEntity, policy: SyncPolicy) -> SyncReport {
    guard isAlive(detached) else { return .unchanged(detached, .gone) }
    if isFrozen {
      refuse("sync an entity")
      return .unchanged(detached, .refused)
    }
    let entity = handle(detached.index)
    var merge = Merge()
    for part in detached.parts where part.isEdited {
      weigh(part.type, part, entity, policy, &merge)
    }
    // Comparisons are foreign code, which may have destroyed the entity.
    guard entity.isAlive else { return .unchanged(detached, .gone) }
    if policy == .fail && merge.isObstructed { return .unchanged(detached, .refused, merge) }
    let mark = log.mark()
    beginCompound()
    for part in merge.changes { apply(part.type, part, entity, &merge) }
    // Only foreign code that runs between the two looks can have given a key away.
    let isRefused = policy == .fail && merge.isObstructed
    if isRefused { takeBack(downTo: mark) }
    endCompound()
    if isRefused { return .unchanged(detached, .refused, merge) }
    return SyncReport(
      outcome: .synced, applied: merge.applied, conflicts: merge.conflicts,
      refusals: merge.refusals, detached: entity.detach())
  }

  /// Adds what an edit means for the entity as it is now.
  private func weigh<C: DetachableComponent>(
    _ type: C.Type, _ part: DetachedPart, _ entity: Entity, _ policy: SyncPolicy,
    _ merge: inout Merge
  ) {
    let column = found(type)
    let base = part.base as? C
    let mine = part.mine as? C
    let theirs = entity[type]
    if areEqual(base, mine, column) == true { return }
    let isTheirsKept =
      areEqual(base, theirs, column) ?? (column?.marks?.mark(of: entity.index) == part.mark)
    if !isTheirsKept, areEqual(mine, theirs, column) != true {
      let name = String(describing: type)
      merge.conflicts.append(.init(component: name, base: base, mine: mine, theirs: theirs))
      if policy == .theirs { return }
    }
    if let mine, noteRefusal(of: mine, on: entity, &merge) { return }
    merge.changes.append(part)
  }

  /// Notes that a unique index does not let an entity have a value, and returns whether it is so.
  private func noteRefusal<C: DetachableComponent>(
    of mine: C, on entity: Entity, _ merge: inout Merge
  ) -> Bool {
    guard entity.isAlive, let column = found(C.self), !column.isUnique,
      let taken = takenKey(of: mine, column, entity.index)
    else { return false }
    merge.refusals.append(
      .init(
        component: String(describing: C.self), key: taken.text,
        holder: slots.creations[Int(taken.holder)], mine: mine))
    return true
  }

  /// Returns whether two values are equal; nil if there is no telling.
  func areEqual<C: Component>(_ first: C?, _ second: C?, _ column: Column<C>?) -> Bool? {
    guard let first, let second else { return first == nil && second == nil }
    return Column<C>.isFlag ? true : column?.isEqual?(first, second)
  }

  /// Makes an edit, and notes it unless foreign code has come in its way.
  private func apply<C: DetachableComponent>(
    _ type: C.Type, _ part: DetachedPart, _ entity: Entity, _ merge: inout Merge
  ) {
    guard entity.isAlive else { return }
    if let mine = part.mine as? C {
      set(mine, entity.index)
      if noteRefusal(of: mine, on: entity, &merge) { return }
    } else {
      remove(type, entity.index)
    }
    if entity.isAlive { merge.applied.append(String(describing: type)) }
  }
}

/// What the edits of a detached entity mean for the entity.
private struct Merge {
  /// The edits to make.
  var changes: [DetachedPart] = []
  var applied: [String] = []
  var conflicts: [SyncReport.Conflict] = []
  var refusals: [SyncReport.Refusal] = []

  var isObstructed: Bool { !conflicts.isEmpty || !refusals.isEmpty }
}

extension SyncReport {
  /// The report of a sync that changed nothing.
  static func unchanged(_ detached: DetachedEntity, _ outcome: Outcome) -> SyncReport {
    unchanged(detached, outcome, Merge())
  }

  fileprivate static func unchanged(
    _ detached: DetachedEntity, _ outcome: Outcome, _ merge: Merge
  ) -> SyncReport {
    SyncReport(
      outcome: outcome, applied: [], conflicts: merge.conflicts, refusals: merge.refusals,
      detached: detached)
  }
}
