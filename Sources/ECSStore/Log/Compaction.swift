/// What stays of a log that is written anew.
///
/// The last 1,000 changes stay as they are, so that each of them can be reversed. Of what is older the
/// last word about each subject stays, also one that takes something back: another device may still
/// hold what was taken back. So what holds now, and what held before each of the last 1,000 changes,
/// is the same before and after.
///
/// A log is written anew by the append that finds it sound, at least 4,096 entries to drop, and no more
/// to keep than to drop. So a log is at most twice as long as what must be kept, but for those 4,096,
/// and the cost of an append is the same on average.
package enum Compaction {
  /// How many of the last changes are always kept.
  package static let history = 1_000
  /// The fewest entries that are worth writing the log anew to drop them.
  package static let leastDropped = 4_096

  /// Returns the entries that stay.
  ///
  /// - Parameter entries: All entries of a log, in any order and any number of times.
  /// - Returns: Those that stay, in the order of ``LogEntry/precedes(_:)`` and each once.
  /// - Complexity: O(*n*) expected for *n* entries in order, else O(*n* log *n*).
  package static func kept(of entries: [LogEntry]) -> [LogEntry] {
    let inOrder = sorted(entries)
    let start = max(0, inOrder.count - history)
    return Array(inOrder[..<start]).lastWords() + inOrder[start...]
  }

  /// Returns the entries in their order, each once.
  private static func sorted(_ entries: [LogEntry]) -> [LogEntry] {
    let isInOrder = zip(entries, entries.dropFirst()).allSatisfy { $0.precedes($1) }
    if isInOrder { return entries }
    var result: [LogEntry] = []
    for entry in entries.sorted(by: { $0.precedes($1) })
    where result.last.map({ $0.precedes(entry) }) ?? true {
      result.append(entry)
    }
    return result
  }
}
