/// The rules for rewriting a log without unneeded entries.
///
/// The last 1,000 changes are retained, up to 4 MiB, so that each of them can be undone. Older
/// entries are retained if no later entry covers them; see ``LogEntry/names``. Removals are
/// retained because another device may still have the value. Rewriting therefore preserves the
/// current values and the values before each of the last 1,000 changes.
///
/// An append rewrites an undamaged log if at least 4,096 entries or 8 MiB, and at least half of the
/// log, would be dropped. Apart from this minimum, a log is therefore at most twice as long as
/// necessary. An append to a full log rewrites the log if this frees at least 1/256 of the limit.
/// The amortized cost of an append is constant.
package enum Compaction {
  /// The number of most recent changes that are always retained.
  package static let history = 1_000
  /// The minimum number of dropped entries that justifies rewriting the log.
  package static let leastDropped = 4_096

  /// The part of a full log that rewriting must free, as a divisor of the limit.
  static let fullLogParts = 256

  /// The approximate maximum size of the most recent changes that are always retained, in bytes.
  package static let historyBytes = 4 << 20
  /// The approximate minimum number of dropped bytes that justifies rewriting the log.
  package static let leastDroppedBytes = 8 << 20

  /// Returns true if rewriting a log would drop enough entries or bytes.
  ///
  /// `entries` contains all entries of the log.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  static func isDue(_ entries: [LogEntry], retaining retained: [LogEntry]) -> Bool {
    let dropped = entries.count - retained.count
    if dropped >= leastDropped, dropped >= retained.count { return true }
    let retainedBytes = retained.reduce(0) { $0 + LogLine.size(of: $1) }
    let droppedBytes = entries.reduce(0) { $0 + LogLine.size(of: $1) } - retainedBytes
    return droppedBytes >= leastDroppedBytes && droppedBytes >= retainedBytes
  }

  /// Returns the entries to retain in a rewritten log.
  ///
  /// - Parameter entries: All entries of a log, in any order and possibly repeated.
  /// - Returns: Distinct entries in the order of ``LogEntry/precedes(_:)``.
  /// - Complexity: O(*n*) expected for *n* entries in order, otherwise O(*n* log *n*).
  package static func retainedEntries(of entries: [LogEntry]) -> [LogEntry] {
    let inOrder = entries.inOrder
    let start = start(of: inOrder)
    return inOrder.uncovered(in: 0..<start) + inOrder[start...]
  }

  /// Returns the position of the first entry that is always retained.
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
  /// The distinct entries in the order of ``LogEntry/precedes(_:)``.
  ///
  /// If the array is already in this order, the result is the array itself.
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
