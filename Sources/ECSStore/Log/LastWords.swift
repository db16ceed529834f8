extension [LogEntry] {
  /// Returns the last word about each subject: what holds of all that was said.
  ///
  /// Entries may come in any order and any number of times, from one log or from many; the outcome is
  /// the same, so logs are merged by joining their entries. A word that takes something back is a last
  /// word too. A subject is a thing as it was known: its target with name and details.
  ///
  ///     (mine.entries + theirs.entries).lastWords().map(\.change.value)  // ["5", ""]
  ///
  /// - Parameters:
  ///   - places: The positions of the entries to search; all by default.
  ///   - isIncluded: Whether an entry has a say at all.
  /// - Returns: One entry for each subject, in the order of ``LogEntry/precedes(_:)``.
  /// - Complexity: O(*n* + *k* log *k*) expected, where *n* is the number of entries and *k* that of
  ///   subjects.
  package func lastWords(
    in places: Range<Int>? = nil, where isIncluded: (LogEntry) -> Bool = { _ in true }
  ) -> [LogEntry] {
    // Entries that were read together share their subjects, which saves comparing the texts.
    var byObject = [ObjectIdentifier: Int](minimumCapacity: places?.count ?? count)
    for place in places ?? indices where isIncluded(self[place]) {
      keepLater(place, at: ObjectIdentifier(self[place].change.subject), in: &byObject)
    }
    var bySubject = [LogSubject: Int](minimumCapacity: byObject.count)
    for place in byObject.values {
      keepLater(place, at: self[place].change.subject, in: &bySubject)
    }
    byObject = [:]
    // Entries are most often in order already, and an entry is ten times as large as its position.
    var isLast = [Bool](repeating: false, count: count)
    for place in bySubject.values { isLast[place] = true }
    let inOrder = indices.filter { isLast[$0] }.sorted { first, second in
      // No entry is copied where the counters say which is the later one.
      let counters = (self[first].counter, self[second].counter)
      return counters.0 == counters.1
        ? self[first].precedes(self[second]) : counters.0 < counters.1
    }
    return inOrder.map { self[$0] }
  }

  private func keepLater<Key>(_ place: Int, at key: Key, in places: inout [Key: Int]) {
    // Most keys are new, and one search finds that out and notes them.
    if let known = places.updateValue(place, forKey: key), !self[known].precedes(self[place]) {
      places[key] = known
    }
  }
}
