/// What is kept of a log that is rewritten.
///
/// The last 1,000 changes stay as they are, as far as they have at most 4 MiB, so that each of them
/// can be reversed. Older entries stay if no entry covers them. A removal stays, too, since another
/// device may still have the value. So the values that hold now, and those before each of the last
/// 1,000 changes, are the same before and after.
///
/// An append rewrites the log if it finds it sound, at least 4,096 entries or 8 MiB to drop, and no
/// more to keep than to drop. So a log is at most twice as long as what must be kept, but for those
/// 4,096 entries and 8 MiB, and the cost of an append is the same on average.
package enum Compaction {
  /// How many of the last changes are always kept.
  package static let history = 1_000
  /// The fewest entries to drop that are worth rewriting the log.
  package static let leastDropped = 4_096

  /// The most bytes of last changes that are always kept, about.
  package static let historyBytes = 4 << 20
  /// The fewest bytes to drop that are worth rewriting the log, about.
  package static let leastDroppedBytes = 8 << 20

  /// Returns whether enough is dropped to rewrite a log.
  ///
  /// - Parameters:
  ///   - entries: All entries of the log.
  ///   - kept: Those that would stay.
  /// - Returns: Whether what is dropped is worth it.
  /// - Complexity: O(*n*) in the number of entries.
  static func isDue(_ entries: [LogEntry], keeping kept: [LogEntry]) -> Bool {
    let dropped = entries.count - kept.count
    if dropped >= leastDropped, dropped >= kept.count { return true }
    let keptBytes = kept.reduce(0) { $0 + LogLine.size(of: $1) }
    let droppedBytes = entries.reduce(0) { $0 + LogLine.size(of: $1) } - keptBytes
    return droppedBytes >= leastDroppedBytes && droppedBytes >= keptBytes
  }

  /// Returns the entries that stay.
  ///
  /// - Parameter entries: All entries of a log, in any order and any number of times.
  /// - Returns: Those that stay, in the order of ``LogEntry/precedes(_:)`` and each once.
  /// - Complexity: O(*n*) expected for *n* entries in order, else O(*n* log *n*).
  package static func kept(of entries: [LogEntry]) -> [LogEntry] {
    let inOrder = entries.inOrder
    let start = start(of: inOrder)
    return inOrder.uncovered(in: 0..<start) + inOrder[start...]
  }

  /// Returns where the last changes begin, of entries in order.
  static func start(of inOrder: [LogEntry]) -> Int {
    var start = inOrder.count
    var bytes = 0
    while start > 0, inOrder.count - start < history {
      bytes += LogLine.size(of: inOrder[start - 1])
      if bytes > historyBytes { break }
      start -= 1
    }
    return start
  }
}

extension [LogEntry] {
  /// The entries in their order, each once; the array itself if they are in order.
  package var inOrder: [LogEntry] {
    if zip(self, dropFirst()).allSatisfy({ $0.precedes($1) }) { return self }
    var result: [LogEntry] = []
    for entry in sorted(by: { $0.precedes($1) })
    where result.last.map({ $0.precedes(entry) }) ?? true {
      result.append(entry)
    }
    return result
  }
}
