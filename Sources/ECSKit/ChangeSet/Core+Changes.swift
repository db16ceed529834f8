/// The one write path: every change of a context goes through the functions of this file.
///
/// A change is applied and settled here and, if somebody wants to know, recorded; the record is
/// told, read or taken back elsewhere. While nobody does, nothing is recorded.
extension Core {
  // MARK: Set

  @inlinable
  @inline(__always)
  func set<C: Component>(_ value: C, _ index: UInt32) {
    withColumn(C.self) { column in
      guard has(column, index) else {
        insert(value, column, index)
        return
      }
      if Column<C>.isFlag { return }
      if let isEqual = column.isEqual {
        replace(value, column, index, unless: isEqual)
      } else {
        replace(value, column, index, column.position(of: index))
      }
    }
  }

  @inlinable
  @inline(__always)
  func set<C: Component & Equatable>(_ value: C, _ index: UInt32) {
    withColumn(C.self) { column in
      guard has(column, index) else {
        insert(value, column, index)
        return
      }
      if Column<C>.isFlag { return }
      replace(value, column, index, unless: ==)
    }
  }

  /// Replaces a value by one that differs.
  ///
  /// The comparison is foreign code. It is given a copy, as it may move or end the value in its
  /// place; then it is looked at again where that is, and whether there is anything left to change.
  @inlinable
  @inline(__always)
  func replace<C: Component>(
    _ value: C, _ column: Column<C>, _ index: UInt32, unless isEqual: (C, C) -> Bool
  ) {
    let lifetime = slots.epoch
    let generation = slots.generations[Int(index)]
    let position = column.position(of: index)
    let old = column.values[position]
    if isEqual(old, value) { return }
    guard isIn(lifetime) else { return }
    if slots.generations[Int(index)] == generation, column.position(of: index) == position {
      replace(value, column, index, position)
    } else {
      setAnew(value, column, index, generation)
    }
  }

  /// Sets a value on an entity that has changed meanwhile.
  @inlinable
  @inline(never)
  func setAnew<C: Component>(
    _ value: C, _ column: Column<C>, _ index: UInt32, _ generation: UInt32
  ) {
    guard slots.isAlive(index, generation) else { return reportDead("set \(C.self)") }
    guard has(column, index) else {
      insert(value, column, index)
      return
    }
    replace(value, column, index, column.position(of: index))
  }

  @inlinable
  @inline(__always)
  func replace<C: Component>(
    _ value: C, _ column: Column<C>, _ index: UInt32, _ position: Int
  ) {
    if column.isWatched || isRecording {
      replaceAndTell(value, column, index, position)
    } else {
      let old = column.values.exchange(position, for: value)
      withExtendedLifetime(old) {}
    }
  }

  /// Gives an entity a component that it does not have; false if that is refused.
  @inlinable
  @inline(__always)
  @discardableResult
  func insert<C: Component>(_ value: C, _ column: Column<C>, _ index: UInt32) -> Bool {
    guard column.isPlain, !isRecording else { return insertAndTell(value, column, index) }
    column.insert(value, index)
    slots.mark(column, index)
    if column.hasGroups { settleGain(column, index) }
    return true
  }

  @inlinable
  @inline(never)
  func replaceAndTell<C: Component>(
    _ value: C, _ column: Column<C>, _ index: UInt32, _ position: Int
  ) {
    if !isRecording, let observer = column.observers.only, column.followers.isEmpty {
      let old = column.values.exchange(position, for: value)
      let logged = column.logOnly(old, value, &log)
      tellUpdate(column, index, old: logged, to: observer)
    } else {
      replaceAndRecord(value, column, index, position)
    }
  }

  @inlinable
  @inline(never)
  func replaceAndRecord<C: Component>(
    _ value: C, _ column: Column<C>, _ index: UInt32, _ position: Int
  ) {
    if isFrozen { return refuse("set \(C.self)") }
    hold()
    defer { letGo() }
    // The position stays: what asks for admission and what follows must not change the context.
    guard admits(value, column, index) else { return }
    let old = column.values.exchange(position, for: value)
    if !column.followers.isEmpty { tellFollowers(of: column, index, old: old, new: value) }
    guard isTold(column), isRecording || !collectUpdate(column, index) else {
      return withExtendedLifetime(old) {}
    }
    let logged = column.log(old, &log)
    recordUpdate(column, index, old: logged, new: column.log(value, &log))
  }

  @inlinable
  @inline(never)
  func insertAndTell<C: Component>(_ value: C, _ column: Column<C>, _ index: UInt32) -> Bool {
    if isFrozen {
      refuse("set \(C.self)")
      return false
    }
    hold()
    defer { letGo() }
    guard admits(value, column, index) else { return false }
    if !column.isSpecialized { column.specialize() }
    // The holder loses its component in a change of its own; the two are told one after the other.
    let isMove = column.isUnique && column.holder >= 0
    if isMove {
      beginCompound()
      remove(column, UInt32(column.holder))
    }
    let isTold = isTold(column)
    if isTold { stage(column, index) }
    put(value, into: column, index)
    if column.hasGroups { settleGain(column, index) }
    if isTold, isRecording || !collect(index) {
      record(column, index, old: -1, new: column.log(value, &log))
    }
    if isMove { endCompound() }
    return true
  }

  // MARK: Remove

  @inlinable
  @inline(__always)
  func remove<C: Component>(_ type: C.Type, _ index: UInt32) {
    guard let column = types.find(type) else { return }
    column.with { column in
      guard has(column, index) else { return }
      if column.isWatched || isRecording || column.isUnique {
        remove(column, index)
      } else {
        let old = column.take(index)
        slots.unmark(column, index)
        if column.hasGroups { settleLoss(column, index) }
        withExtendedLifetime(old) {}
      }
    }
  }

  @usableFromInline
  func remove(_ column: AnyColumn, _ index: UInt32) {
    if isFrozen { return refuse("remove \(column.name)") }
    hold()
    defer { letGo() }
    let isTold = isTold(column)
    if isTold { stage(column, index) }
    let old = take(from: column, index)
    if column.hasGroups { settleLoss(column, index) }
    if isTold, isRecording || !collect(index) {
      record(column, index, old: old, new: -1)
    } else {
      column.with { $0.forget(column, old) }
    }
  }

  // MARK: Create

  /// Creates an entity whose components the body puts into their columns.
  @inlinable
  @inline(__always)
  func create(_ fill: (Core, UInt32) -> Void) -> Entity {
    if isFrozen { return refuseEntity() }
    let outer = calls
    let index = slots.allocate()
    fill(self, index)
    let isObserved = settleArrival(index)
    // Its observers may destroy it before the call returns.
    let entity = handle(index)
    if isObserved || isRecording || !observersOfEmpty.isEmpty {
      holdOnce(within: outer)
      recordArrival(index)
    }
    if calls != outer { endCreation(within: outer) }
    return entity
  }

  /// Keeps the core whole until a creation ends, unless it is kept already.
  ///
  /// - Parameter outer: The calls that were under way when the creation began; -1 if one of them is
  ///   to keep the core.
  @inlinable
  @inline(__always)
  func holdOnce(within outer: Int) {
    if calls == outer { hold() }
  }

  /// Ends what a creation began: a hold, and a compound if it took a unique component.
  @usableFromInline
  @inline(never)
  func endCreation(within outer: Int) {
    if calls &- outer >= Self.compound { endCompound() }
    letGo()
  }

  /// Puts a component of a new entity into its column.
  @inlinable
  @inline(__always)
  func put<C: Component>(_ value: C, _ index: UInt32, within outer: Int) {
    withColumn(C.self) { column in
      if column.isPlain, !has(column, index) {
        column.insert(value, index)
        slots.mark(column, index)
      } else {
        if !column.isSpecialized { column.specialize() }
        put(value, column, index, within: outer)
      }
    }
  }

  @inlinable
  @inline(never)
  func put<C: Component>(_ value: C, _ column: Column<C>, _ index: UInt32, within outer: Int) {
    holdOnce(within: outer)
    guard admits(value, column, index) else { return }
    if column.isUnique { vacate(column, index, within: outer) }
    if has(column, index) {
      // The entity is half-made: the end of the former value must not change the context.
      withoutChanges { putAgain(value, column, index) }
    } else {
      put(value, into: column, index)
    }
  }

  @inlinable
  @inline(never)
  func putAgain<C: Component>(_ value: C, _ column: Column<C>, _ index: UInt32) {
    let old = column.value(of: index)
    column.replace(value, index)
    column.tellFollowers(index, old: old, new: value)
  }

  /// Takes a unique component of a new entity from its holder, and has both told together.
  @usableFromInline
  @inline(never)
  func vacate(_ column: AnyColumn, _ index: UInt32, within outer: Int) {
    guard column.holder >= 0, column.holder != Int64(index) else { return }
    if outer >= 0, calls &- outer < Self.compound { beginCompound() }
    remove(column, UInt32(column.holder))
  }

  // MARK: Destroy

  @usableFromInline
  func destroy(_ index: UInt32) {
    if isFrozen { return refuse("destroy an entity") }
    if isRecording || watchedColumns > 0 || !observersOfEmpty.isEmpty {
      takeApart(index, isTold: isTold(aboutAllOf: index))
    } else {
      takeApartUnwatched(index)
    }
  }

  /// Takes an entity out of everything, if nobody watches any component.
  ///
  /// The handle is dead before the values go, and the place is free after: the end of a value may run
  /// code that makes changes.
  private func takeApartUnwatched(_ index: UInt32) {
    hold()
    settleDeparture(index)
    slots.kill(index)
    forEachColumn(of: index) { column in
      if column.isUnique { column.holder = -1 }
      column.with { $0.discard(column, index) }
    }
    slots.clearBits(index)
    slots.free(index)
    letGo()
  }

  /// Drops the values of cells that nobody is told of.
  ///
  /// The cells go first: the end of a value may run code that makes changes, which leave the cells
  /// as they found them.
  func forgetCells(downTo first: Int) {
    while log.cells.count > first {
      let cell = log.cells.removeLast()
      guard cell.first >= 0 else { continue }
      types.withNumbered(Int(cell.column)) { column in
        column.with { $0.forget(column, cell.first) }
      }
    }
  }

  /// Takes an entity out of everything and makes its handle dead.
  func takeApart(_ index: UInt32, isTold: Bool) {
    hold()
    defer { letGo() }
    if isTold { stageAll(of: index) }
    settleDeparture(index)
    let firstCell = log.cells.count
    forEachColumn(of: index) { column in
      let old = take(from: column, index)
      log.cells.append(Cell(column: column.number, old: old, new: -1))
    }
    let generation = slots.generations[Int(index)]
    if reading.isRead { keepPlace(index) }
    slots.kill(index)
    slots.free(index)
    if hasGeneralObservers { endObservers(of: index, generation) }
    if isTold { return recordDeparture(index, generation, firstCell..<log.cells.count) }
    forgetCells(downTo: firstCell)
  }

  // MARK: Admission

  @usableFromInline
  @inline(never)
  func reportDead(_ operation: String) {
    report(.deadEntity(operation: operation))
  }

  @usableFromInline
  @inline(never)
  func refuse(_ operation: String) {
    report(.changeWhileFrozen(operation: operation))
  }

  @usableFromInline
  @inline(never)
  func refuseEntity() -> Entity {
    refuse("create an entity")
    return Entity(CoreReference(self), 0, 0)
  }

  /// Keeps events back until the matching end, so that changes that belong together are told after
  /// all of them are settled.
  @usableFromInline
  func beginCompound() {
    calls &+= Self.compound
    isRecording = true
  }

  @usableFromInline
  func endCompound() {
    calls &+= 1 &- Self.compound
    updateRecording()
    deliverIfOutermost()
    letGo()
  }
}
