/// What holds now: the last entry about each thing.
///
/// Entries may come in any order and any number of times, from one log or from many; the outcome is
/// the same, so logs are merged by inserting the entries of all of them.
///
///     var words = LastWords(mine.entries)
///     words.insert(contentsOf: theirs.entries)
///     words["uikonf-2015", "rating", "session1Day1/1"]?.change.value  // "5"
package struct LastWords: Equatable, Sendable {
  /// A thing by its id alone: its title and people may have changed since.
  private struct Thing: Hashable {
    let subject: LogSubject

    static func == (first: Thing, second: Thing) -> Bool {
      let (first, second) = (first.subject, second.subject)
      return first === second
        || first.target == second.target && first.scope == second.scope
          && first.kind == second.kind
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(subject.target)
      hasher.combine(subject.scope)
      hasher.combine(subject.kind)
    }
  }

  private var latest: [Thing: LogEntry] = [:]

  /// Finds the last word about each thing.
  ///
  /// - Parameter entries: Entries in any order.
  /// - Complexity: O(*n*) expected, where *n* is the number of entries.
  package init(_ entries: some Sequence<LogEntry> = []) {
    latest.reserveCapacity(entries.underestimatedCount)
    insert(contentsOf: entries)
  }

  /// Takes entries into account.
  ///
  /// - Parameter entries: Entries in any order; those known already change nothing.
  /// - Complexity: O(*n*) expected, where *n* is the number of entries.
  package mutating func insert(contentsOf entries: some Sequence<LogEntry>) {
    for entry in entries {
      let thing = Thing(subject: entry.change.subject)
      if let index = latest.index(forKey: thing) {
        if latest.values[index].precedes(entry) { latest.values[index] = entry }
      } else {
        latest[thing] = entry
      }
    }
  }

  /// Returns the last word about one thing.
  ///
  /// - Parameters:
  ///   - scope: The collection the target belongs to.
  ///   - kind: What is said about the target.
  ///   - target: The id of the thing.
  /// - Returns: The last entry, or nil if nothing was said or it was taken back.
  /// - Complexity: O(1) expected.
  package subscript(scope: String, kind: String, target: String) -> LogEntry? {
    let subject = LogSubject(scope: scope, kind: kind, target: target, title: "", people: [])
    guard let entry = latest[Thing(subject: subject)] else { return nil }
    return entry.change.value.isEmpty ? nil : entry
  }

  /// Returns all last words that were not taken back, the oldest first.
  ///
  /// - Returns: One entry for each scope, kind and target that has a value.
  /// - Complexity: O(*n* log *n*), where *n* is the number of things spoken about.
  package func entries() -> [LogEntry] {
    latest.values.filter { !$0.change.value.isEmpty }.sorted { $0.precedes($1) }
  }
}
