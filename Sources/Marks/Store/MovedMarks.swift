import ECSStore

/// The marks that `konf use` carried over to another version: from which words to which, and when.
///
/// A log has them as removals followed by as many values, in the step that keeps the version.
struct MovedMarks {
  private var moves: [LogSubject: [(to: LogSubject, by: LogEntry)]] = [:]

  /// Finds the carried marks of a log.
  ///
  /// - Parameter entries: The entries, in their order.
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

  /// Returns what a mark is called by now that an entry called so.
  func latest(_ subject: LogSubject, since entry: LogEntry) -> LogSubject {
    var (subject, entry) = (subject, entry)
    while let move = moves[subject]?.first(where: { entry.precedes($0.by) }) {
      (subject, entry) = (move.to, move.by)
    }
    return subject
  }
}

extension [LogEntry] {
  /// Returns the entries that an entry marks as a step, an undo or a redo; nil if it marks none.
  func marked(at position: Int) -> [LogEntry]? {
    let mark = self[position]
    guard let first = LogSteps.firstJoined(by: mark) ?? LogSteps.moved(by: mark)?.lowerBound else {
      return nil
    }
    // They come right before their mark; those of other devices may lie between.
    let start = self[..<position].lastIndex { $0.counter < first }.map { $0 + 1 } ?? 0
    return self[start..<position].filter { $0.device == mark.device }
  }
}
