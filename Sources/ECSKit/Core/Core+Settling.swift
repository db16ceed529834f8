// Step 3 of a change: updates values, bits, groups and followers. Core+Changes.swift and
// Core+Rollback.swift call these functions. The functions notify no observer. Afterwards, every
// read returns the new state.
extension Core {
  // MARK: Columns

  @inlinable @inline(__always)
  func find<C: Component>(_ type: C.Type) -> Unretained<Column<C>>? {
    unsafe find(ObjectIdentifier(type))?.with { Unretained<Column<C>>(.of($0)) }
  }

  /// Returns the column of a type that is known only at run time, or nil if the type has no column.
  @inlinable @inline(__always)
  func find(_ type: ObjectIdentifier) -> Unretained<AnyColumn>? {
    let key = UInt(bitPattern: type)
    let place = columns.near(key)
    return place.key == key ? unsafe place.column.unsafelyUnwrapped : findFar(key)
  }

  /// Returns the column of a type that is not in `near`, or nil if the type has no column.
  ///
  /// The column of a deferred component is filled first.
  ///
  /// This is a function of the core, because an out-of-line call of the table's function would copy
  /// the table.
  @usableFromInline @inline(never)
  func findFar(_ key: UInt) -> Unretained<AnyColumn>? {
    columns.find(key) ?? (deferred.isEmpty ? nil : fillDeferred(key))
  }

  /// Calls the body with the column of a type, and creates the column if needed.
  @inlinable @inline(__always)
  func withColumn<C: Component, Result>(_ type: C.Type, _ body: (Column<C>) -> Result) -> Result {
    let column = find(type) ?? Unretained(makeColumn(type, isSpecialized: true))
    return unsafe column.with(body)
  }

  @inlinable
  func column<C: Component>(_ type: C.Type) -> Column<C> {
    found(type) ?? makeColumn(type, isSpecialized: false)
  }

  @inlinable
  func found<C: Component>(_ type: C.Type) -> Column<C>? {
    unsafe find(type)?.object
  }

  @inlinable @inline(never)
  func makeColumn<C: Component>(_ type: C.Type, isSpecialized: Bool) -> Column<C> {
    let column = Column<C>.make(
      number: columns.list.count, type: type, isSpecialized: isSpecialized)
    add(column)
    return column
  }

  @usableFromInline
  func add(_ column: AnyColumn) {
    columns.add(column)
    entities.widen(to: column.bit.word + 1)
    if allCounts != nil { count(writesTo: column) }
  }

  /// Returns the column of a type that is known only at run time, and creates it if needed.
  func column(of type: any Component.Type) -> AnyColumn {
    func open<C: Component>(_ type: C.Type) -> AnyColumn { column(type) }
    return unsafe find(ObjectIdentifier(type))?.object ?? open(type)
  }

  @inlinable
  func handle(_ index: UInt32) -> Entity {
    Entity(CoreReference(self), index, entities.generation(of: index))
  }

  @inlinable @inline(__always)
  func has<C: Component>(_ column: Column<C>, _ index: UInt32) -> Bool {
    Column<C>.isFlag ? entities.has(column.bit, index) : column.store.position(of: index) >= 0
  }

  @inlinable @inline(__always)
  func value<C: Component>(_ column: Column<C>, of index: UInt32) -> C? {
    if Column<C>.isFlag {
      return entities.has(column.bit, index) ? column.store.value(at: 0) : nil
    }
    let position = column.store.position(of: index)
    return position >= 0 ? column.store.value(at: position) : nil
  }

  /// Returns the value of an entity in a column that is not in `near`.
  ///
  /// The entity must exist. The result is nil if the entity has no value.
  @inlinable @inline(never)
  func farValue<C: Component>(_ type: C.Type, of index: UInt32) -> C? {
    unsafe find(type)?.with { value($0, of: index) } ?? nil
  }

  /// Calls the body with the column of each component of an entity, in the order of first use.
  @inlinable @inline(__always)
  func forEachColumn(of index: UInt32, _ body: (AnyColumn) -> Void) {
    var word = 0
    while word < entities.stride {
      var bits = entities.bits(of: index, word: word)
      while bits != 0 {
        columns.with(word &* 32 &+ bits.trailingZeroBitCount, body)
        bits &= bits &- 1
      }
      word &+= 1
    }
  }

  /// Calls the body with the columns of an entity's components, in the order of first use.
  ///
  /// Components that occur in no group's rule are skipped.
  @inline(__always)
  private func forEachGroupedColumn(of index: UInt32, _ body: (AnyColumn) -> Void) {
    var word = 0
    while word < groupedBits.count {
      var bits = unsafe entities.bits(of: index, word: word) & groupedBits[word]
      while bits != 0 {
        columns.with(word &* 32 &+ bits.trailingZeroBitCount, body)
        bits &= bits &- 1
      }
      word &+= 1
    }
  }

  // MARK: Groups

  @inlinable
  func settleGain(_ column: AnyColumn, _ index: UInt32) {
    column.setsRequiring.visit { set in
      if set.mask.matches(entities, index) { set.insert(index) }
    }
    column.setsExcluding.visit { set in
      if set.contains(index) { set.erase(index) }
    }
    column.setsOffering.visit { set in
      if !set.contains(index), set.mask.matches(entities, index) { set.insert(index) }
    }
  }

  @inlinable
  func settleLoss(_ column: AnyColumn, _ index: UInt32) {
    column.setsRequiring.visit { set in
      if set.contains(index) { set.erase(index) }
    }
    column.setsExcluding.visit { set in
      if set.mask.matches(entities, index) { set.insert(index) }
    }
    column.setsOffering.visit { set in
      if set.contains(index), !set.mask.matches(entities, index) { set.erase(index) }
    }
  }

  /// Adds a complete new entity to the groups that it matches.
  ///
  /// - Returns: True if one of the entity's components is observed.
  @usableFromInline
  func settleArrival(_ index: UInt32) -> Bool {
    if groupedBits.isEmpty, groupsOfEmpty.isEmpty { return false }
    let kind = kind(of: index)
    kinds.visitSets(of: kind) { set in
      if !set.contains(index) { set.insert(index) }
    }
    return watchedColumns > 0 && hasObservedColumn(index)
  }

  private func hasObservedColumn(_ index: UInt32) -> Bool {
    var isObserved = false
    forEachGroupedColumn(of: index) { column in
      if !column.observers.isEmpty { isObserved = true }
    }
    return isObserved
  }

  @usableFromInline
  func settleDeparture(_ index: UInt32) {
    forEachGroupedColumn(of: index) { column in
      leave(column.setsRequiring, index)
      leave(column.setsOffering, index)
    }
    leave(groupsOfEmpty, index)
  }

  @inline(__always)
  private func leave(_ sets: borrowing ObjectList<MemberSet>, _ index: UInt32) {
    sets.visit { set in
      if set.contains(index) { set.erase(index) }
    }
  }

  /// Returns the position of an entity's kind in the cache of kinds, and caches a missing kind.
  @inline(__always)
  private func kind(of index: UInt32) -> Int {
    var word = 0
    var hash: UInt32 = 0
    while word < groupedBits.count {
      hash = unsafe hash &* 31 &+ entities.bits(of: index, word: word) & groupedBits[word]
      word &+= 1
    }
    let kind = EntityKinds.place(of: hash)
    return isKnown(kind, index) ? kind : findSets(of: kind, index)
  }

  @inline(__always)
  private func isKnown(_ kind: Int, _ index: UInt32) -> Bool {
    guard kinds.isValid(kind) else { return false }
    var word = 0
    while word < groupedBits.count {
      let bits = unsafe entities.bits(of: index, word: word) & groupedBits[word]
      if kinds.bits(of: kind, word: word) != bits { return false }
      word &+= 1
    }
    return true
  }

  /// Caches the groups of an entity for later entities with the same components.
  ///
  /// The result is the given position in the cache.
  @inline(never)
  private func findSets(of kind: Int, _ index: UInt32) -> Int {
    kinds.begin(kind)
    for word in 0..<groupedBits.count {
      unsafe kinds.append(entities.bits(of: index, word: word) & groupedBits[word], to: kind)
    }
    forEachGroupedColumn(of: index) { column in
      find(column.setsRequiring, of: kind, index)
      find(column.setsOffering, of: kind, index)
    }
    find(groupsOfEmpty, of: kind, index)
    return kind
  }

  @inline(__always)
  private func find(_ sets: borrowing ObjectList<MemberSet>, of kind: Int, _ index: UInt32) {
    sets.visit { set in
      // Entities of one kind may differ in the conditions of a group.
      if set.mask.conditions == nil, set.mask.matches(entities, index) {
        kinds.append(set, to: kind)
      }
    }
  }

  // MARK: Values

  /// Puts a value into a column that has no value for the entity.
  @inlinable @inline(__always)
  func put<C>(_ value: C, into column: Column<C>, _ index: UInt32) {
    fill(value, column, index)
    if column.isUnique { column.holder = Int64(index) }
    if column.isWatched, !column.followers.isEmpty {
      settleFollowers(of: column, index, new: value)
    }
  }

  @inlinable @inline(__always)
  func moveToJournal(from column: AnyColumn, _ index: UInt32) -> Int32 {
    let logged = column.with { $0.moveToJournal(column, index, &journal) }
    entities.unmark(column.bit, index)
    if column.isUnique { column.holder = -1 }
    if column.isWatched { column.with { $0.leave(column, index, self) } }
    return logged
  }

  /// Restores a value from the history into a column.
  ///
  /// Any current value is replaced.
  func restore(_ logged: Int32, into column: AnyColumn, _ index: UInt32) {
    column.with { $0.restore(column, index, logged, self) }
  }
}
