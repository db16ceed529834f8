/// Who is concerned by a change, and the record they are told from.
///
/// A change is recorded in two steps around its settling: staging notes whom it concerns and who of
/// them had the entity as a member; recording adds what has become of it.
extension Core {
  @inlinable
  @inline(__always)
  func isTold(_ column: AnyColumn) -> Bool {
    isRecording || !column.observers.isEmpty
  }

  func isTold(aboutAllOf index: UInt32) -> Bool {
    var isTold = isRecording || !observersOfEmpty.isEmpty
    forEachColumn(of: index) { column in
      if !column.observers.isEmpty { isTold = true }
    }
    return isTold
  }

  // MARK: Staging

  /// Notes whom a change of one component concerns.
  @usableFromInline
  func stage(_ column: AnyColumn, _ index: UInt32) {
    log.staged.removeAll()
    column.observers.visit { addToStage($0, index) }
    if hasGeneralObservers { stageGeneral(index) }
  }

  @inline(__always)
  private func addToStage(_ observer: Unretained<Observer>, _ index: UInt32) {
    let wasMember = observer.with { $0.has(index) }
    log.staged.append(StagedObserver(observer: observer, wasMember: wasMember))
  }

  /// Notes whom a change of a whole entity concerns.
  func stageAll(of index: UInt32) {
    log.staged.removeAll()
    observersOfEmpty.visit { addToStage($0, index) }
    forEachColumn(of: index) { column in
      column.observers.visit { addToStage($0, index) }
    }
    if hasGeneralObservers { stageGeneral(index) } else { orderStage() }
  }

  /// Adds the observers of the context and of the entity.
  func stageGeneral(_ index: UInt32) {
    observersOfAll.visit { addToStage($0, index) }
    if let observers = observersOfEntities[index] {
      let generation = slots.generations[Int(index)]
      for observer in observers where observer.isOf(index, generation) {
        addToStage(Unretained(observer), index)
      }
    }
    orderStage()
  }

  /// Puts who is staged into the order of registration, each once.
  private func orderStage() {
    guard log.staged.count > 1 else { return }
    var staged = (0..<log.staged.count).map { log.staged[$0] }
    func number(_ staged: StagedObserver) -> UInt64 {
      staged.observer.with { $0.number }
    }
    staged.sort { number($0) < number($1) }
    log.staged.removeAll()
    var last: UInt64 = 0
    for each in staged where number(each) != last {
      last = number(each)
      log.staged.append(each)
    }
  }

  // MARK: Collecting

  /// Has collectors take note of the staged change, if nobody else is told of it.
  ///
  /// They run no foreign code, so the change needs no record: nothing comes between it and them.
  ///
  /// - Returns: False if the change has to be recorded.
  @usableFromInline
  func collect(_ index: UInt32) -> Bool {
    var place = 0
    while place < log.staged.count {
      guard log.staged[place].observer.with({ $0.onlyCollects }) else {
        return false
      }
      place &+= 1
    }
    let entity = handle(index)
    place = 0
    while place < log.staged.count {
      let staged = log.staged[place]
      staged.observer.with { observer in
        let isMember = observer.has(index)
        guard staged.wasMember || isMember else { return }
        let kind: Event.Kind = !staged.wasMember ? .added : isMember ? .updated : .removed
        if observer.wants(kind) { observer.collect(kind, of: entity) }
      }
      place &+= 1
    }
    return true
  }

  /// Has collectors take note of another value, if nobody else is told of it.
  @inlinable
  @inline(__always)
  func collectUpdate(_ column: AnyColumn, _ index: UInt32) -> Bool {
    guard column.observers.hasCollectors else { return false }
    stage(column, index)
    return collect(index)
  }

  // MARK: Recording

  /// Records the change of one component, and tells it if no other call is under way.
  @usableFromInline
  func record(_ column: AnyColumn, _ index: UInt32, old: Int32, new: Int32) {
    let cell = log.cells.count
    log.cells.append(Cell(column: column.number, old: old, new: new))
    let firstDelivery = log.deliveries.count
    let kind: Event.Kind = old < 0 ? .added : (new < 0 ? .removed : .updated)
    var place = 0
    while place < log.staged.count {
      let staged = log.staged[place]
      staged.observer.with { observer in
        if observer.isOfGroup {
          deliverMembership(staged, isMember: observer.has(index))
        } else {
          deliver(kind, to: staged.observer, cell: cell)
        }
      }
      place &+= 1
    }
    record(
      .changed, index, slots.generations[Int(index)], cell..<cell &+ 1, from: firstDelivery)
  }

  /// Records another value of a component, which changes no membership.
  @usableFromInline
  func recordUpdate(_ column: AnyColumn, _ index: UInt32, old: Int32, new: Int32) {
    if hasGeneralObservers {
      stage(column, index)
      return record(column, index, old: old, new: new)
    }
    let firstDelivery = log.deliveries.count
    column.observers.visit { pointer in
      pointer.with { observer in
        if observer.has(index), observer.wants(.updated) {
          log.deliveries.append(Delivery(observer: pointer, kind: .updated, cell: -1))
        }
      }
    }
    let cell = log.cells.count
    log.cells.append(Cell(column: column.number, old: old, new: new))
    record(
      .changed, index, slots.generations[Int(index)], cell..<cell &+ 1, from: firstDelivery)
  }

  @inline(__always)
  private func deliverMembership(_ staged: StagedObserver, isMember: Bool) {
    if staged.wasMember {
      deliver(isMember ? .updated : .removed, to: staged.observer, cell: -1)
    } else if isMember {
      deliver(.added, to: staged.observer, cell: -1)
    }
  }

  @inline(__always)
  private func deliver(_ kind: Event.Kind, to observer: Unretained<Observer>, cell: Int) {
    guard observer.with({ $0.wants(kind) }) else { return }
    log.deliveries.append(
      Delivery(observer: observer, kind: kind, cell: Int32(truncatingIfNeeded: cell)))
  }

  /// Whether anybody observes anything or reads change sets.
  private var hasWatchers: Bool {
    watchedColumns > 0 || hasGeneralObservers || reading.isRead || !observersOfEmpty.isEmpty
  }

  /// Records the coming of an entity that is settled already.
  @usableFromInline
  func recordArrival(_ index: UInt32) {
    if !hasWatchers,
      log.extendCreation(
        to: index, generation: slots.generations[Int(index)], creation: slots.creations[Int(index)])
    {
      return
    }
    stageAll(of: index)
    let firstCell = log.cells.count
    // Only those who are told or read change sets need the values; taking the arrival back does not.
    if !log.staged.isEmpty || reading.isRead {
      forEachColumn(of: index) { column in
        let new = column.with { $0.log(column, index, &log) }
        log.cells.append(Cell(column: column.number, old: -1, new: new))
      }
    }
    let cells = firstCell..<log.cells.count
    let firstDelivery = log.deliveries.count
    for place in 0..<log.staged.count {
      let staged = log.staged[place].observer
      staged.with { observer in
        if observer.isOfGroup {
          // It was in no group before it was there.
          if observer.has(index) { deliver(.added, to: staged, cell: -1) }
        } else {
          deliver(.created, to: staged, cell: -1)
          for cell in cells { deliver(.added, to: staged, cell: cell) }
        }
      }
    }
    record(.created, index, slots.generations[Int(index)], cells, from: firstDelivery)
  }

  /// Records the end of an entity, which was staged before.
  func recordDeparture(_ index: UInt32, _ generation: UInt32, _ cells: Range<Int>) {
    let firstDelivery = log.deliveries.count
    for place in 0..<log.staged.count {
      let staged = log.staged[place]
      staged.observer.with { observer in
        if observer.isOfGroup {
          deliverMembership(staged, isMember: false)
        } else {
          for cell in cells { deliver(.removed, to: staged.observer, cell: cell) }
          deliver(.destroyed, to: staged.observer, cell: -1)
        }
      }
    }
    record(.destroyed, index, generation, cells, from: firstDelivery)
  }

  /// Records a change and tells it if no other call is under way.
  @inline(__always)
  private func record(
    _ kind: Record.Kind, _ index: UInt32, _ generation: UInt32, _ cells: Range<Int>,
    from firstDelivery: Int
  ) {
    let current = log.current
    let depth = current < 0 ? 0 : log.records[current].depth &+ 1
    log.records.append(
      Record(
        kind: kind, index: index, generation: generation,
        creation: slots.creations[Int(index)], cause: Int32(truncatingIfNeeded: current),
        depth: depth, cells: cells, deliveries: firstDelivery..<log.deliveries.count))
    if depth == 0 {
      log.causes &+= 1
    } else {
      noteCascade(depth)
    }
    deliverIfOutermost()
  }

  func noteCascade(_ depth: Int32) {
    guard cascade == nil, Int(depth) > cascadeLimit || log.records.count > log.recordLimit else {
      return
    }
    cascade = log.records.count - 1
  }

  // MARK: Names

  /// Names the changes that caused each other up to a record, from the first that comes again.
  func cycle(endingAt last: Int) -> [String] {
    var names: [String] = []
    var number = last
    while number >= 0 {
      let record = log.records[number]
      let name = name(of: record)
      if let first = names.firstIndex(of: name) {
        return Array(names[first...].reversed())
      }
      names.append(name)
      number = Int(record.cause)
    }
    return names.reversed()
  }

  private func name(of record: Record) -> String {
    guard record.kind == .changed else {
      return record.kind == .created ? "create" : "destroy"
    }
    let cell = log.cells[Int(record.firstCell)]
    let component = types.numbered(Int(cell.column)).name
    return cell.new >= 0 ? "set \(component)" : "remove \(component)"
  }
}
