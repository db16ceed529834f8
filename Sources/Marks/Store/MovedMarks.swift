import ECSStore

/// The marks that `konf use` moved to another version of a schedule.
///
/// The step that saves the version contains the moved marks: first all removals, then the same
/// number of values.
struct MovedMarks {
  private var moves: [LogSubject: [(to: LogSubject, by: LogEntry)]] = [:]

  /// Creates the moved marks from entries.
  ///
  /// The entries must be in log order.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  init(_ entries: [LogEntry]) {
    for position in entries.indices {
      guard let step = entries.marked(at: position),
        step.contains(where: { $0.change.kind == SavedSchedule.storedName })
      else { continue }
      let marks = step.filter { MarkKinds.components[$0.change.kind] != nil }
      let removals = marks.filter { $0.change.value.isEmpty }
      let values = marks.filter { !$0.change.value.isEmpty }
      guard removals.count == values.count else { continue }
      for (removal, value) in zip(removals, values) where removal.change.kind == value.change.kind {
        moves[removal.change.subject, default: []].append((value.change.subject, value))
      }
    }
  }

  /// Returns the current subject of a mark.
  ///
  /// `konf use` may have moved the mark after the entry was written.
  func latest(_ subject: LogSubject, since entry: LogEntry) -> LogSubject {
    var (subject, entry) = (subject, entry)
    while let move = moves[subject]?.first(where: { entry.precedes($0.by) }) {
      (subject, entry) = (move.to, move.by)
    }
    return subject
  }
}

extension [LogEntry] {
  /// Returns the entries that a step, undo or redo entry refers to, or nil for any other entry.
  func marked(at position: Int) -> [LogEntry]? {
    let mark = self[position]
    guard
      let first = LogSteps.firstCounter(joinedBy: mark)
        ?? LogSteps.counters(movedBy: mark)?.lowerBound
    else {
      return nil
    }
    // The entries directly precede the entry that refers to them, except for entries of other
    // devices.
    let start = self[..<position].lastIndex { $0.counter < first }.map { $0 + 1 } ?? 0
    return self[start..<position].filter { $0.device == mark.device }
  }
}
