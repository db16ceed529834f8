// The only write path, and therefore one file. Every change to a context goes through its
// functions. Entity, Context, ChangeSet and the column operations call them. Each function applies
// and settles its change. It records the change if an observer, a reader or a rollback may need the
// record. Other files deliver the records.
extension Core {
  // MARK: Set

  @inlinable @inline(__always)
  func set<C: Component>(_ value: C, _ index: UInt32) {
    withColumn(C.self) { set(value, $0, index) }
  }

  @inlinable @inline(__always)
  func set<C: Component>(_ value: C, _ column: Column<C>, _ index: UInt32) {
    guard has(column, index) else {
      insert(value, column, index)
      return
    }
    if Column<C>.isFlag { return }
    if let isEqual = column.isEqual {
      replace(value, column, index, unless: isEqual)
    } else {
      replace(value, column, index, column.store.position(of: index))
    }
  }

  /// Sets a value for callers that do not know its type at compile time.
  ///
  /// The function is not inlined, because the compiler creates a copy for each component type.
  @inlinable @inline(never)
  func write<C: Component>(_ value: C, _ column: Column<C>, _ index: UInt32) {
    set(value, column, index)
  }

  @inlinable @inline(__always)
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

  /// Replaces a value unless the new value is equal.
  ///
  /// The comparison runs user code, which may move or drop the stored value, so a copy is compared.
  /// After the comparison, the entity and the position are checked again.
  @inlinable @inline(__always)
  func replace<C: Component>(
    _ value: C, _ column: Column<C>, _ index: UInt32, unless isEqual: (C, C) -> Bool
  ) {
    let lifetime = entities.epoch
    let generation = entities.generation(of: index)
    let position = column.store.position(of: index)
    let old = column.store.value(at: position)
    if isEqual(old, value) { return }
    guard isIn(lifetime) else { return }
    if entities.generation(of: index) == generation, column.store.position(of: index) == position {
      replace(value, column, index, position)
    } else {
      setAnew(value, column, index, generation)
    }
  }

  /// Sets a value on an entity that user code may just have changed or destroyed.
  @inlinable @inline(never)
  func setAnew<C: Component>(
    _ value: C, _ column: Column<C>, _ index: UInt32, _ generation: UInt32
  ) {
    guard entities.isAlive(index, generation) else { return reportDead("set \(C.self)") }
    guard has(column, index) else {
      insert(value, column, index)
      return
    }
    replace(value, column, index, column.store.position(of: index))
  }

  @inlinable @inline(__always)
  func replace<C: Component>(
    _ value: C, _ column: Column<C>, _ index: UInt32, _ position: Int
  ) {
    if column.isWatched || isRecording(index) {
      replaceWatched(value, column, index, position)
    } else {
      overwrite(value, column, at: position)
    }
  }

  /// Adds a value to a column.
  ///
  /// No other function adds values.
  @inlinable @inline(__always)
  func fill<C>(_ value: C, _ column: Column<C>, _ index: UInt32) {
    column.store.insert(value, index)
    entities.mark(column.bit, index)
  }

  /// Replaces a value without recording the change, and then drops the old value.
  @inlinable @inline(__always)
  func overwrite<C>(_ value: C, _ column: Column<C>, at position: Int) {
    let old = column.store.exchange(at: position, for: value)
    withExtendedLifetime(old) {}
  }

  /// Adds a component to an entity that does not have it.
  ///
  /// - Returns: False if the value is refused.
  @inlinable @inline(__always)
  @discardableResult
  func insert<C: Component>(_ value: C, _ column: Column<C>, _ index: UInt32) -> Bool {
    guard column.isPlain, !isRecording(index) else { return insertWatched(value, column, index) }
    fill(value, column, index)
    if column.hasGroups { settleGain(column, index) }
    return true
  }

  /// Replaces a value that is observed, followed or recorded.
  ///
  /// If one observer watches the value and nothing else needs it, the change is delivered directly.
  @inlinable @inline(never)
  func replaceWatched<C: Component>(
    _ value: C, _ column: Column<C>, _ index: UInt32, _ position: Int
  ) {
    if !isRecording(index), let observer = column.observers.only, column.followers.isEmpty {
      let old = column.store.exchange(at: position, for: value)
      let logged = column.logOnly(old, value, &journal)
      deliverUpdate(column, index, old: logged, to: observer)
    } else {
      replaceRecorded(value, column, index, position)
    }
  }

  /// Replaces a value, settles the followers, and records the change if necessary.
  ///
  /// Observers, readers of change sets and rollbacks may need the record.
  @inlinable @inline(never)
  func replaceRecorded<C: Component>(
    _ value: C, _ column: Column<C>, _ index: UInt32, _ position: Int
  ) {
    if recording == .forReaders, !column.isWatched {
      let old = column.store.exchange(at: position, for: value)
      readUpdate(contents(index, old: old, new: value))
      return withExtendedLifetime(old) {}
    }
    if isFrozen { return refuse("set \(C.self)") }
    beginUse()
    defer { endUse() }
    // The position remains valid, because the admission check and the followers must not change the
    // context.
    guard admits(value, column, index) else { return }
    let old = column.store.exchange(at: position, for: value)
    if !column.followers.isEmpty {
      settleFollowers(of: column, index, new: value)
      if column.hasConditions {
        return settleReplacement(of: old, by: value, column, index)
      }
    }
    guard isRecorded(column, index), isRecording(index) || !collectUpdate(column, index) else {
      return withExtendedLifetime(old) {}
    }
    let logged = column.log(old, &journal)
    recordUpdate(column, index, old: logged, new: column.log(value, &journal))
  }

  @inlinable @inline(never)
  func insertWatched<C: Component>(_ value: C, _ column: Column<C>, _ index: UInt32) -> Bool {
    if isFrozen {
      refuse("set \(C.self)")
      return false
    }
    beginUse()
    defer { endUse() }
    guard admits(value, column, index) else { return false }
    if !column.isSpecialized { column.specialize() }
    // The holder loses the component in a separate change. Both changes are settled before either
    // is delivered.
    let isMove = column.isUnique && column.holder >= 0
    if isMove {
      beginCompound()
      remove(column, UInt32(column.holder))
    }
    let isRecorded = isRecorded(column, index)
    if isRecorded { stage(column, index) }
    put(value, into: column, index)
    if column.hasGroups { settleGain(column, index) }
    if isRecorded, isRecording(index) || !collect(index) {
      record(column, index, old: -1, new: column.log(value, &journal))
    }
    if isMove { endCompound() }
    return true
  }

  // MARK: Remove

  @inlinable @inline(__always)
  func remove<C: Component>(_ type: C.Type, _ index: UInt32) {
    guard let column = find(type) else { return }
    unsafe column.with { column in
      guard has(column, index) else { return }
      if column.isWatched || isRecording(index) || column.isUnique {
        remove(column, index)
      } else {
        let old = column.store.remove(index)
        entities.unmark(column.bit, index)
        if column.hasGroups { settleLoss(column, index) }
        withExtendedLifetime(old) {}
      }
    }
  }

  @usableFromInline
  func remove(_ column: AnyColumn, _ index: UInt32) {
    if isFrozen { return refuse("remove \(column.name)") }
    beginUse()
    defer { endUse() }
    let isRecorded = isRecorded(column, index)
    if isRecorded { stage(column, index) }
    let old = moveToJournal(from: column, index)
    if column.hasGroups { settleLoss(column, index) }
    if isRecorded, isRecording(index) || !collect(index) {
      record(column, index, old: old, new: -1)
    } else {
      column.with { $0.forget(column, old) }
    }
  }

  // MARK: Create

  /// Creates an entity from the components that `fill` puts into their columns.
  @inlinable @inline(__always)
  func create(_ fill: (Core, UInt32) -> Void) -> Entity {
    if isFrozen { return refuseEntity() }
    let index = entities.allocate()
    fill(self, index)
    return arrive(index)
  }

  /// Puts a component of a new entity into its column before the entity joins its groups.
  @inlinable @inline(__always)
  func put<C: Component>(_ value: C, _ index: UInt32) {
    withColumn(C.self) { column in
      if column.isPlain, !has(column, index) {
        fill(value, column, index)
      } else {
        put(value, column, index)
      }
    }
  }

  @inlinable @inline(never)
  func put<C: Component>(_ value: C, _ column: Column<C>, _ index: UInt32) {
    if !column.isSpecialized { column.specialize() }
    if isFilling { return putDeferred(value, column, index) }
    hide(index)
    guard admits(value, column, index) else { return }
    if has(column, index) {
      return overwrite(value, column, at: column.store.position(ofHolder: index))
    }
    fill(value, column, index)
    if column.isUnique { claims.append(column) }
  }

  /// Hides a new entity, and refuses all changes except adding its components.
  @usableFromInline
  func hide(_ index: UInt32) {
    guard hiddenGeneration == 0 else { return }
    hiddenGeneration = entities.generation(of: index)
    entities.kill(index)
    _ = freeze()
  }

  /// Adds a new entity to its groups and records its creation.
  ///
  /// All components must already be in their columns.
  @inlinable @inline(__always)
  func arrive(_ index: UInt32) -> Entity {
    if hiddenGeneration != 0 { return arriveFromHiding(index) }
    let isObserved = settleArrival(index)
    // Observers may destroy the entity before the call returns.
    let entity = handle(index)
    if isObserved || isRecording(index) || !observersOfEmpty.isEmpty {
      beginUse()
      recordArrival(index)
      endUse()
    }
    return entity
  }

  /// Makes a hidden entity visible, adds it to its groups and records its creation.
  ///
  /// The followers receive the entity's values. The entity's unique components are removed from
  /// their previous holders in separate changes.
  @usableFromInline @inline(never)
  func arriveFromHiding(_ index: UInt32) -> Entity {
    beginUse()
    defer { endUse() }
    entities.show(index, generation: hiddenGeneration)
    hiddenGeneration = 0
    forEachColumn(of: index) { column in
      if column.isWatched { column.with { $0.arrive(column, index, self) } }
    }
    // Followers may call user code, so the context remains frozen until they are settled.
    thaw(false)
    settleConditions(of: index)
    guard !claims.isEmpty else { return arrive(index) }
    let claimed = claims
    claims = []
    beginCompound()
    defer { endCompound() }
    for column in claimed {
      if column.holder >= 0 { remove(column, UInt32(column.holder)) }
      column.holder = Int64(index)
    }
    return arrive(index)
  }

  // MARK: Destroy

  @usableFromInline
  func destroy(_ index: UInt32) {
    if !deferred.isEmpty { fillAllDeferred() }
    // While a context is frozen, it records every change. So the check for a frozen context is on
    // the slow path.
    if isRecording(index) || watchedColumns > 0 || !observersOfEmpty.isEmpty {
      destroyWatched(index)
    } else {
      tearDownUnwatched(index)
    }
  }

  @inline(never)
  private func destroyWatched(_ index: UInt32) {
    if isFrozen { return refuse("destroy an entity") }
    tearDown(index, isRecorded: isRecorded(aboutAllOf: index))
  }

  /// Removes an entity from all columns and groups, and frees its slot.
  ///
  /// No column may be observed or followed. The deinit of a value may run code that makes changes.
  /// So the handle is invalidated before the values are dropped, and the slot is freed afterwards.
  @inline(__always)
  private func tearDownUnwatched(_ index: UInt32) {
    beginUse()
    settleDeparture(index)
    entities.kill(index)
    forEachColumn(of: index) { column in
      if column.isUnique { column.holder = -1 }
      column.with { $0.discard(column, index) }
    }
    entities.clearBits(index)
    entities.free(index)
    endUse()
  }

  func tearDown(_ index: UInt32, isRecorded: Bool) {
    beginUse()
    defer { endUse() }
    if isRecorded { stageAll(of: index) }
    settleDeparture(index)
    let firstEdit = journal.nextEdit
    forEachColumn(of: index) { column in
      let old = moveToJournal(from: column, index)
      journal.appendNext(Edit(column: column.number, old: old, new: -1))
    }
    let generation = entities.generation(of: index)
    if changeSets.isRead { keepIndex(index) }
    entities.kill(index)
    entities.free(index)
    if hasGeneralObservers { endObservers(of: index, generation) }
    if isRecorded {
      return record(.destroyed, index, generation, firstEdit..<journal.edits.count)
    }
    forgetEdits(downTo: firstEdit)
  }

  // MARK: Admission

  @usableFromInline @inline(never)
  func reportDead(_ operation: String) {
    report(.deadEntity(operation: operation))
  }

  @usableFromInline @inline(never)
  func refuse(_ operation: String) {
    if let refused = refusedInCascade {
      refusedInCascade = refused + 1
    } else {
      report(.changeWhileFrozen(operation: operation))
    }
  }

  @usableFromInline @inline(never)
  func refuseEntity() -> Entity {
    refuse("create an entity")
    return Entity(CoreReference(self), 0, 0)
  }

  /// Delays events until the matching call of `endCompound`.
  ///
  /// All changes made until then are settled before any of them is delivered.
  @usableFromInline
  func beginCompound() {
    calls &+= Self.compound
    recording = .everything
  }

  @usableFromInline
  func endCompound() {
    calls &+= 1 &- Self.compound
    updateRecording()
    deliverIfOutermost()
    endUse()
  }
}
