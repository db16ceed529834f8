// Steps 2 and 4 of a change, called by Core+Changes.swift and Core+Rollback.swift. Staging runs
// before the change is settled. It stores the affected observers, and whether the entity is a
// member of their groups. Recording runs afterwards and writes the events for these observers.
extension Core {
  /// Returns true if a change to an entity must be recorded even for a component without observers.
  @inlinable @inline(__always)
  func isRecording(_ index: UInt32) -> Bool {
    recording != .nothing && (recording != .ofObserved || isObserved(index))
  }

  @inlinable @inline(__always)
  func isObserved(_ index: UInt32) -> Bool {
    unsafe Int(index) < observedSlots.count && observedSlots[Int(index)]
  }

  @inlinable @inline(__always)
  func isRecorded(_ column: AnyColumn, _ index: UInt32) -> Bool {
    isRecording(index) || !column.observers.isEmpty
  }

  func isRecorded(aboutAllOf index: UInt32) -> Bool {
    var isRecorded = isRecording(index) || !observersOfEmpty.isEmpty
    forEachColumn(of: index) { column in
      if !column.observers.isEmpty { isRecorded = true }
    }
    return isRecorded
  }

  // MARK: Staging

  /// Collects the observers to notify of a change to one component.
  ///
  /// The journal stores them as staged observers until the change is recorded.
  @usableFromInline
  func stage(_ column: AnyColumn, _ index: UInt32) {
    journal.staged.removeAll()
    column.observers.visit { addToStage($0, index) }
    if hasGeneralObservers { stageGeneral(index) }
  }

  @inline(__always)
  private func addToStage(_ observer: Observer, _ index: UInt32) {
    journal.staged.append(
      StagedObserver(observer: Unretained(observer), wasMember: observer.has(index)))
  }

  /// Collects the observers to notify of the creation or destruction of an entity.
  func stageAll(of index: UInt32) {
    journal.staged.removeAll()
    observersOfEmpty.visit { addToStage($0, index) }
    forEachColumn(of: index) { column in
      column.observers.visit { addToStage($0, index) }
    }
    if hasGeneralObservers { stageGeneral(index) } else { orderStage() }
  }

  private func stageGeneral(_ index: UInt32) {
    observersOfAll.visit { addToStage($0, index) }
    if let observers = observersOfEntities[index] {
      let generation = entities.generation(of: index)
      for observer in observers where observer.isOf(index, generation) {
        addToStage(observer, index)
      }
    }
    orderStage()
  }

  private func orderStage() {
    guard journal.staged.count > 1 else { return }
    func number(_ staged: StagedObserver) -> UInt64 { staged.with { $0.number } }
    let staged = journal.staged.copy.sorted { number($0) < number($1) }
    journal.staged.removeAll()
    var last: UInt64 = 0
    for each in staged where number(each) != last {
      last = number(each)
      journal.staged.append(each)
    }
  }

  // MARK: Collecting

  /// Passes the staged change directly to the collectors if nobody else observes it.
  ///
  /// In this case, no user code runs, so the change needs no record.
  ///
  /// - Returns: False if the change must be recorded.
  @usableFromInline
  func collect(_ index: UInt32) -> Bool {
    var number = 0
    while number < journal.staged.count {
      guard journal[staged: number].with({ $0.onlyCollects }) else { return false }
      number &+= 1
    }
    let entity = handle(index)
    number = 0
    while number < journal.staged.count {
      let staged = journal[staged: number]
      staged.with { observer in
        guard let kind = staged.kind(isMember: observer.has(index)), observer.wants(kind) else {
          return
        }
        observer.collect(kind, of: entity)
      }
      number &+= 1
    }
    return true
  }

  /// Passes the replacement of a value directly to collectors if only they observe the column.
  ///
  /// - Returns: False if the change must be recorded.
  @inlinable @inline(__always)
  func collectUpdate(_ column: AnyColumn, _ index: UInt32) -> Bool {
    guard column.observers.hasCollectors else { return false }
    stage(column, index)
    return collect(index)
  }

  // MARK: Recording

  /// Records a change to one component, and delivers it if no other call is in progress.
  @usableFromInline
  func record(_ column: AnyColumn, _ index: UInt32, old: Int32, new: Int32) {
    let edit = journal.append(Edit(column: column.number, old: old, new: new))
    record(.changed, index, entities.generation(of: index), edit..<edit &+ 1)
  }

  /// Records the replacement of a component's value.
  ///
  /// The replacement must not change group membership. Otherwise, call `settleReplacement`.
  @usableFromInline
  func recordUpdate(_ column: AnyColumn, _ index: UInt32, old: Int32, new: Int32) {
    if hasGeneralObservers {
      stage(column, index)
      return record(column, index, old: old, new: new)
    }
    let firstDelivery = journal.deliveries.count
    column.observers.visit { observer in
      if observer.has(index), observer.wants(.updated) {
        journal.deliveries.append(
          Delivery(observer: Unretained(observer), kind: .updated, edit: -1))
      }
    }
    let edit = journal.append(Edit(column: column.number, old: old, new: new))
    append(
      .changed, index, entities.generation(of: index), edit..<edit &+ 1, from: firstDelivery)
  }

  @usableFromInline
  func recordArrival(_ index: UInt32) {
    let generation = entities.generation(of: index)
    if !hasWatchers,
      journal.extendCreation(
        to: index, generation: generation, creation: entities.creation(of: index))
    {
      return
    }
    stageAll(of: index)
    let firstEdit = journal.nextEdit
    // Only observers and readers of change sets need the values; a rollback does not.
    if !journal.staged.isEmpty || changeSets.isRead {
      forEachColumn(of: index) { column in
        let new = column.with { $0.log(column, index, &journal) }
        journal.appendNext(Edit(column: column.number, old: -1, new: new))
      }
    }
    record(.created, index, generation, firstEdit..<journal.edits.count)
  }

  private var hasWatchers: Bool {
    watchedColumns > 0 || hasGeneralObservers || changeSets.isRead || !observersOfEmpty.isEmpty
  }

  func record(
    _ kind: Record.Kind, _ index: UInt32, _ generation: UInt32, _ edits: Range<Int>
  ) {
    let firstDelivery = journal.deliveries.count
    var number = 0
    while number < journal.staged.count {
      var staged = journal[staged: number]
      // A created entity was in no group before. A destroyed entity is in no group afterwards.
      if kind == .created { staged.wasMember = false }
      staged.with { observer in
        if observer.isOfGroup {
          let isMember = kind != .destroyed && observer.has(index)
          if let kind = staged.kind(isMember: isMember) { add(kind, for: observer, edit: -1) }
          return
        }
        if kind == .created { add(.created, for: observer, edit: -1) }
        for edit in edits { add(journal[edit: edit].kind, for: observer, edit: edit) }
        if kind == .destroyed { add(.destroyed, for: observer, edit: -1) }
      }
      number &+= 1
    }
    append(kind, index, generation, edits, from: firstDelivery)
  }

  @inline(__always)
  private func add(_ kind: Event.Kind, for observer: Observer, edit: Int) {
    guard observer.wants(kind) else { return }
    journal.deliveries.append(
      Delivery(
        observer: Unretained(observer), kind: kind, edit: Int32(truncatingIfNeeded: edit)))
  }

  /// Appends a record to the journal, and delivers it if no other call is in progress.
  @inline(__always)
  private func append(
    _ kind: Record.Kind, _ index: UInt32, _ generation: UInt32, _ edits: Range<Int>,
    from firstDelivery: Int
  ) {
    let current = journal.current
    let depth = current < 0 ? 0 : journal[record: current].depth &+ 1
    journal.append(
      Record(
        kind: kind, isApplied: isApplying,
        // A change made by an observer belongs to the system that triggered the observer.
        system: depth == 0 ? changeSets.system : journal[record: current].system, index: index,
        generation: generation,
        creation: entities.creation(of: index), cause: Int32(truncatingIfNeeded: current),
        depth: depth, edits: edits, deliveries: firstDelivery..<journal.deliveries.count))
    if depth == 0 {
      journal.originCount &+= 1
    } else if cascade == nil,
      Int(depth) > cascadeLimit || journal.records.count > journal.recordLimit
    {
      cascade = journal.records.count - 1
    }
    deliverIfOutermost()
  }
}

/// Determines which changes must be recorded.
@usableFromInline
enum Recording: UInt8 {
  case nothing
  /// Only the changes to individually observed entities.
  case ofObserved
  /// All changes, because change sets are read.
  ///
  /// This value is used only while no call is in progress.
  case forReaders
  case everything
}
