// Rolls changes back: the records of the journal are inverted in reverse order.
extension Core {
  /// Rolls back all changes of the journal.
  ///
  /// Observers that were notified of a change receive the inverse event.
  ///
  /// - Returns: The number of changes refused during the rollback.
  func rollBackCascade() -> Int {
    rollBack(downTo: journal.head)
    let count = journal.records.count
    for number in (0..<count).reversed() { invert(number, isRecorded: true) }
    refusedInCascade = 0
    defer { refusedInCascade = nil }
    withoutChanges {
      for number in count..<journal.records.count {
        journal.current = number
        deliver(number)
      }
    }
    return refusedInCascade ?? 0
  }

  /// Rolls back the changes of the records from number `mark` on, and removes the records.
  ///
  /// None of these records may have been delivered.
  func rollBack(downTo mark: Int) {
    guard mark < journal.records.count else { return }
    let firstEdit = Int(journal[record: mark].firstEdit)
    for number in (mark..<journal.records.count).reversed() { invert(number, isRecorded: false) }
    if let number = cascade, number >= mark { cascade = nil }
    // The values are dropped last, after the old state is restored.
    var dropped: [AnyObject] = []
    while let edit = journal.removeLastEdit(downTo: firstEdit) {
      guard edit.first >= 0 else { continue }
      let column = columns[Int(edit.column)]
      dropped.append(column.with { $0.detachHistory(column, edit.first) })
    }
    journal.truncate(to: mark)
    withExtendedLifetime(dropped) {}
  }

  /// Removes the edits starting at a position, and drops their values.
  ///
  /// Deinits of values may run code that makes changes. So each edit is removed before its values
  /// are dropped. Such changes then do not affect the remaining edits.
  func forgetEdits(downTo first: Int) {
    while let edit = journal.removeLastEdit(downTo: first) {
      guard edit.first >= 0 else { continue }
      columns.with(Int(edit.column)) { column in
        column.with { $0.forget(column, edit.first) }
      }
    }
  }

  /// Applies the inverse of a recorded change, and records the inverse if it must be delivered.
  private func invert(_ number: Int, isRecorded: Bool) {
    let record = journal[record: number]
    let index = record.index
    switch record.kind {
    case .changed:
      let edit = journal[edit: Int(record.firstEdit)]
      let column = columns[Int(edit.column)]
      if isRecorded { stage(column, index) }
      if edit.old < 0 {
        let old = moveToJournal(from: column, index)
        settleLoss(column, index)
        if isRecorded {
          self.record(column, index, old: old, new: -1)
        } else {
          column.with { $0.forget(column, old) }
        }
        return
      }
      let old = isRecorded && edit.new >= 0 ? column.with { $0.log(column, index, &journal) } : -1
      restore(edit.old, into: column, index)
      if edit.new < 0 {
        settleGain(column, index)
      } else if column.hasConditions {
        settleConditions(column, index)
      }
      guard isRecorded else { return }
      let new = column.with { $0.log(column, index, &journal) }
      self.record(column, index, old: old, new: new)
    case .created:
      for index in (index..<index + record.count).reversed() {
        tearDown(index, isRecorded: isRecorded)
      }
    case .destroyed:
      entities.revive(index, generation: record.generation, creation: record.creation)
      for number in record.edits {
        let edit = journal[edit: number]
        restore(edit.old, into: columns[Int(edit.column)], index)
      }
      settleConditions(of: index)
      _ = settleArrival(index)
      if isRecorded { recordArrival(index) }
    }
  }
}
