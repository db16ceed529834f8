/// Telling the recorded changes, and the end of a cascade that does not end by itself.
extension Core {
  @inline(__always)
  func deliverIfOutermost() {
    if !isCompound && !isDelivering && log.head < log.records.count { deliver() }
  }

  /// Records another value, which follows the old one in the history, and tells the only one who
  /// observes it; no other call is under way.
  ///
  /// This is the short way of recording a change with its deliveries and telling all there are.
  @usableFromInline
  func tellUpdate(
    _ column: AnyColumn, _ index: UInt32, old: Int32, to observer: Unretained<Observer>
  ) {
    let generation = slots.generations[Int(index)]
    let cell = log.cells.count
    log.cells.append(Cell(column: column.number, old: old, new: old &+ 1))
    log.records.append(
      Record(
        kind: .changed, index: index, generation: generation,
        creation: slots.creations[Int(index)], cause: -1, depth: 0,
        cells: Range(uncheckedBounds: (cell, cell &+ 1)), deliveries: 0..<0))
    log.causes = 1
    log.head = 1
    log.current = 0
    isDelivering = true
    isRecording = true
    observer.with { observer in
      guard observer.has(index), observer.wants(.updated) else { return }
      observer.callBody(
        Event(
          kind: .updated, entity: Entity(CoreReference(self), index, generation), record: 0,
          delivery: log.delivery, cell: -1))
    }
    if log.records.count > 1 { deliver() } else { endDelivery() }
  }

  /// Tells every recorded change in order, those included that are made meanwhile.
  ///
  /// An observer may let go of the last reference to the context; then nobody is told any more.
  @inline(never)
  func deliver() {
    hold()
    isDelivering = true
    isRecording = true
    var cycle: [String]?
    // A change past the limit waits at the end of the log, so this is looked at in time.
    while log.head < log.records.count, isIn(slots.epoch) {
      if let cascade {
        cycle = self.cycle(endingAt: cascade)
        takeBackCascade()
        reading.forget()
        break
      }
      let number = log.head
      log.head &+= 1
      log.current = number
      tell(number)
    }
    if cycle == nil, reading.isRead, isIn(slots.epoch) { tellReaders() }
    endDelivery()
    if let cycle { report(.cascade(limit: cascadeLimit, cycle: cycle)) }
    letGo()
  }

  /// Tells one change, as long as the context is there.
  @inline(__always)
  private func tell(_ number: Int) {
    let lifetime = slots.epoch
    guard isIn(lifetime) else { return }
    var place = Int(log.records[number].firstDelivery)
    let end = Int(log.records[number].endOfDeliveries)
    let entity = Entity(
      CoreReference(self), log.records[number].index, log.records[number].generation)
    while place < end {
      let delivery = log.deliveries[place]
      place &+= 1
      let isHere = delivery.observer.with { observer in
        observer.call(
          Event(
            kind: delivery.kind, entity: entity, record: Int32(truncatingIfNeeded: number),
            delivery: log.delivery,
            cell: delivery.cell))
        return isIn(lifetime)
      }
      if !isHere { return }
    }
  }

  @inline(__always)
  private func endDelivery() {
    log.records.removeAll()
    log.deliveries.removeAll()
    log.sealed = 0
    log.head = 0
    log.current = -1
    log.causes = 0
    log.delivery &+= 1
    cascade = nil
    isDelivering = false
    updateRecording()
    if log.needsDropping { dropValues() } else { log.cells.removeAll() }
    if hasLeftovers { tidyUp() }
  }

  /// Drops the values of the changes that were told.
  ///
  /// This comes last, because the end of a value may run code that makes changes. It finds the log
  /// empty but for these cells, and leaves it so.
  @inline(never)
  private func dropValues() {
    hold()
    forgetCells(downTo: 0)
    log.needsDropping = false
    calls &-= 1
  }

  @usableFromInline
  func updateRecording() {
    isRecording =
      isDelivering || isFrozen || isCompound || hasGeneralObservers || reading.isRead
  }

  /// Takes back everything since the first change, and tells those who were told of it.
  private func takeBackCascade() {
    takeBack(downTo: log.head)
    let told = log.records.count
    for number in (0..<told).reversed() { invert(number, isTold: true) }
    withoutChanges {
      for number in told..<log.records.count {
        log.current = number
        tell(number)
      }
    }
  }

  // MARK: Taking back

  /// Undoes the records from the last one down to a mark, of which nobody was told, and forgets them.
  func takeBack(downTo mark: Int) {
    guard mark < log.records.count else { return }
    let firstCell = Int(log.records[mark].firstCell)
    let firstDelivery = Int(log.records[mark].firstDelivery)
    for number in (mark..<log.records.count).reversed() { invert(number, isTold: false) }
    if let number = cascade, number >= mark { cascade = nil }
    // The values end last, when everything is as it was.
    var dropped: [AnyObject?] = []
    while log.cells.count > firstCell {
      let cell = log.cells.removeLast()
      guard cell.first >= 0 else { continue }
      let column = types.numbered(Int(cell.column))
      dropped.append(column.with { $0.detachHistory(column, cell.first) })
    }
    while log.deliveries.count > firstDelivery { _ = log.deliveries.removeLast() }
    while log.records.count > mark {
      let record = log.records.removeLast()
      if record.depth == 0 { log.causes -= Int(record.count) }
    }
    log.sealed = mark
    withExtendedLifetime(dropped) {}
  }

  /// Makes the opposite of a recorded change, and records it in turn if it is to be told.
  private func invert(_ number: Int, isTold: Bool) {
    let record = log.records[number]
    let index = record.index
    switch record.kind {
    case .changed:
      let cell = log.cells[Int(record.firstCell)]
      let column = types.numbered(Int(cell.column))
      if isTold { stage(column, index) }
      if cell.old < 0 {
        let old = take(from: column, index)
        settleLoss(column, index)
        if isTold {
          self.record(column, index, old: old, new: -1)
        } else {
          column.with { $0.forget(column, old) }
        }
        return
      }
      let old = isTold && cell.new >= 0 ? column.with { $0.log(column, index, &log) } : -1
      restore(cell.old, into: column, index)
      if cell.new < 0 { settleGain(column, index) }
      guard isTold else { return }
      let new = column.with { $0.log(column, index, &log) }
      self.record(column, index, old: old, new: new)
    case .created:
      for place in (index..<index + record.count).reversed() { takeApart(place, isTold: isTold) }
    case .destroyed:
      slots.revive(index, generation: record.generation, creation: record.creation)
      for place in record.cells {
        let cell = log.cells[place]
        restore(cell.old, into: types.numbered(Int(cell.column)), index)
      }
      _ = settleArrival(index)
      if isTold { recordArrival(index) }
    }
  }
}
