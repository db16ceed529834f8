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
    var merge: Merge = (changes: [], conflicts: [])
    for part in detached.parts where part.isEdited {
      weigh(part.type, part, detached.index, policy, &merge)
    }
    if policy == .fail && !merge.conflicts.isEmpty {
      return .unchanged(detached, .refused, merge.conflicts)
    }
    // The end of it may be the end of the context, as observers are told.
    let entity = handle(detached.index)
    beginCompound()
    for part in merge.changes { apply(part.type, part, detached.index) }
    endCompound()
    return SyncReport(
      outcome: .synced, applied: merge.changes.map { String(describing: $0.type) },
      conflicts: merge.conflicts, detached: entity.detach())
  }

  private typealias Merge = (changes: [DetachedPart], conflicts: [SyncReport.Conflict])

  /// Adds what an edit means for the entity as it is now.
  private func weigh<C: DetachableComponent>(
    _ type: C.Type, _ part: DetachedPart, _ index: UInt32, _ policy: SyncPolicy,
    _ merge: inout Merge
  ) {
    let column = found(type)
    let base = part.base as? C
    let mine = part.mine as? C
    let theirs = handle(index)[type]
    if areEqual(base, mine, column) == true { return }
    let isTheirsKept =
      areEqual(base, theirs, column) ?? (column?.marks?.mark(of: index) == part.mark)
    if !isTheirsKept, areEqual(mine, theirs, column) != true {
      let name = String(describing: type)
      merge.conflicts.append(.init(component: name, base: base, mine: mine, theirs: theirs))
      if policy == .theirs { return }
    }
    merge.changes.append(part)
  }

  /// Returns whether two values are equal; nil if there is no telling.
  func areEqual<C: Component>(_ first: C?, _ second: C?, _ column: Column<C>?) -> Bool? {
    guard let first, let second else { return first == nil && second == nil }
    return Column<C>.isFlag ? true : column?.isEqual?(first, second)
  }

  private func apply<C: DetachableComponent>(
    _ type: C.Type, _ part: DetachedPart, _ index: UInt32
  ) {
    if let mine = part.mine as? C { set(mine, index) } else { remove(type, index) }
  }
}

extension SyncReport {
  /// The report of a sync that changed nothing.
  static func unchanged(
    _ detached: DetachedEntity, _ outcome: Outcome, _ conflicts: [Conflict] = []
  ) -> SyncReport {
    SyncReport(outcome: outcome, applied: [], conflicts: conflicts, detached: detached)
  }
}
