// Step 5 of a change: notifies observers and stops endless cascades. Core+Recording.swift and the
// end of a transaction call it. All changes are settled before an observer runs. When the outermost
// delivery ends, the journal is empty.
extension Core {
  @inline(__always)
  func deliverIfOutermost() {
    if !isCompound && !isDelivering && journal.head < journal.records.count { deliver() }
  }

  /// Notifies the only observer of a replaced value.
  ///
  /// No other call may be in progress. In the history, the new value must directly follow the old
  /// value. This function is the fast path for recording and delivering a change. The record is
  /// written only if needed.
  @usableFromInline
  func deliverUpdate(
    _ column: AnyColumn, _ index: UInt32, old: Int32, to observer: Unretained<Observer>
  ) {
    let generation = entities.generation(of: index)
    journal.beginSoleUpdate(
      column.number, old: old, index, generation, creation: entities.creation(of: index))
    isDelivering = true
    recording = .everything
    unsafe observer.with { observer in
      guard observer.hasMember(index), observer.wants(.updated) else { return }
      observer.call(
        Event(
          kind: .updated, entity: Entity(CoreReference(self), index, generation), record: 0,
          delivery: journal.delivery, edit: -1))
    }
    if !journal.soleUpdate.isPresent || changeSets.commit != nil { return endWritten() }
    journal.endSoleUpdate()
    endUpdate()
  }

  /// Writes the record of a sole update if it is not yet written, and then ends the delivery.
  @inline(never)
  private func endWritten() {
    journal.writeSoleUpdate()
    if journal.records.count > 1 || changeSets.commit != nil { return deliver() }
    journal.endDelivery()
    endUpdate()
  }

  /// Delivers every recorded change in order, including changes made by observers.
  ///
  /// If an observer releases the last reference to the context, no further observer is notified.
  @inline(never)
  func deliver() {
    beginUse()
    isDelivering = true
    recording = .everything
    var cycle: [String]?
    var refused = 0
    var isPrepared = false
    while true {
      while journal.head < journal.records.count, isIn(entities.epoch) {
        // The change above the limit is still in the journal. Its causes must be found before the
        // rollback.
        if let cascade {
          cycle = self.cycle(endingAt: cascade)
          refused = rollBackCascade()
          changeSets.forget()
          break
        }
        let number = journal.head
        journal.head &+= 1
        journal.current = number
        deliver(number)
      }
      guard let prepare = changeSets.prepare, !isPrepared, cycle == nil, isIn(entities.epoch) else {
        break
      }
      isPrepared = true
      journal.current = -1
      prepare()
    }
    if cycle == nil, isIn(entities.epoch), isCommitted() {
      if changeSets.isRead, isIn(entities.epoch) { deliverToReaders() }
    }
    if !changeSets.settling.isEmpty { settleCollectors() }
    endDelivery()
    if let cycle { report(.cascade(limit: cascadeLimit, cycle: cycle, refused: refused)) }
    endUse()
  }

  /// Rolls back all changes of the journal if the commit closure rejects them.
  ///
  /// - Returns: True if the changes are kept, so that readers of change sets receive them.
  @inline(__always)
  private func isCommitted() -> Bool {
    guard let commit = changeSets.commit else { return true }
    return isCommitted(commit)
  }

  @inline(never)
  private func isCommitted(_ commit: () -> Bool) -> Bool {
    journal.current = -1
    let isKept = withoutChanges(commit)
    guard !isKept, isIn(entities.epoch) else { return isKept }
    _ = rollBackCascade()
    changeSets.forget()
    return false
  }

  /// Delivers the events of one record.
  ///
  /// Delivery stops if the context is deallocated.
  @inline(__always)
  func deliver(_ number: Int) {
    let lifetime = entities.epoch
    guard isIn(lifetime) else { return }
    let record = journal[record: number]
    var position = Int(record.firstDelivery)
    while position < Int(record.endOfDeliveries) {
      let delivery = journal[delivery: position]
      position &+= 1
      let isHere = unsafe delivery.observer.with { observer in
        observer.receive(
          Event(
            kind: delivery.kind,
            entity: Entity(CoreReference(self), record.index, record.generation),
            record: Int32(truncatingIfNeeded: number), delivery: journal.delivery,
            edit: delivery.edit))
        return isIn(lifetime)
      }
      if !isHere { return }
    }
  }

  @inline(__always)
  private func endUpdate() {
    isDelivering = false
    recording = standingRecording
    endValues()
  }

  @inline(__always)
  private func endDelivery() {
    journal.endDelivery()
    cascade = nil
    isDelivering = false
    updateRecording()
    endValues()
  }

  @inline(__always)
  private func endValues() {
    if journal.needsDropping { dropValues() } else { journal.removeEdits() }
    if hasLeftovers { tidyUp() }
  }

  /// Drops the values of the delivered changes.
  ///
  /// This is the last step, because the deinit of a value may run code that makes changes. While
  /// this code runs, the journal contains only the edits whose values have not yet been dropped.
  /// When the code returns, the journal is in the same state as before.
  @inline(never)
  private func dropValues() {
    beginUse()
    forgetEdits(downTo: 0)
    journal.needsDropping = false
    calls &-= 1
  }

  @usableFromInline
  func updateRecording() {
    recording = isDelivering || isFrozen || isCompound ? .everything : standingRecording
  }

  // MARK: Names

  /// Returns the names of the changes that led to a record, starting with the first cause.
  ///
  /// If a name repeats, only the names of the cycle are returned.
  private func cycle(endingAt last: Int) -> [String] {
    var names: [String] = []
    var number = last
    while number >= 0 {
      let record = journal[record: number]
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
    let edit = journal[edit: Int(record.firstEdit)]
    let component = columns[Int(edit.column)].name
    return edit.new >= 0 ? "set \(component)" : "remove \(component)"
  }
}
