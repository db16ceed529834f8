extension [LogEntry] {
  /// Returns the last word about each subject: what holds of all that was said.
  ///
  /// Entries may come in any order and any number of times, from one log or from many; the outcome is
  /// the same, so logs are merged by joining their entries. A word that takes something back is a last
  /// word too. A subject is a thing as it was known: its target with name and details. A withdrawal
  /// takes the earlier words of its own device out; it is the last word if no other device said any.
  ///
  ///     (mine.entries + theirs.entries).lastWords().map(\.change.value)  // ["5", ""]
  ///
  /// - Parameters:
  ///   - places: The positions of the entries to search; all by default.
  ///   - withdrawals: Pass true to get the withdrawals as well that decide about a last word.
  ///   - isIncluded: Whether an entry has a say at all.
  /// - Returns: One entry for each subject, in the order of ``LogEntry/precedes(_:)``.
  /// - Complexity: O(*n* + *k* log *k*) expected, where *n* is the number of entries and *k* that of
  ///   subjects.
  package func lastWords(
    in places: Range<Int>? = nil, with withdrawals: Bool = false,
    where isIncluded: (LogEntry) -> Bool = { _ in true }
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
    var withdrawn: Set<LogSubject> = []
    for (subject, place) in bySubject {
      isLast[place] = true
      if self[place].change.isWithdrawal { withdrawn.insert(subject) }
    }
    if !withdrawn.isEmpty {
      let about = (places ?? indices).filter {
        withdrawn.contains(self[$0].change.subject) && isIncluded(self[$0])
      }
      for (subject, places) in Dictionary(grouping: about, by: { self[$0].change.subject }) {
        let (last, withdrawing) = lastNotWithdrawn(of: places)
        if withdrawals { for place in withdrawing { isLast[place] = true } }
        guard let last else { continue }
        if !withdrawals, let place = bySubject[subject] { isLast[place] = false }
        isLast[last] = true
      }
    }
    let inOrder = indices.filter { isLast[$0] }.sorted { first, second in
      // No entry is copied where the counters say which is the later one.
      let counters = (self[first].counter, self[second].counter)
      return counters.0 == counters.1
        ? self[first].precedes(self[second]) : counters.0 < counters.1
    }
    // A large log is not copied if nothing in it was said again.
    if inOrder.count == count, inOrder.elementsEqual(indices) { return self }
    return inOrder.map { self[$0] }
  }

  /// Returns the last entry about one subject that its device did not withdraw, and the last withdrawal
  /// of each device.
  private func lastNotWithdrawn(of places: [Int]) -> (last: Int?, withdrawals: [Int]) {
    var withdrawals: [DeviceID: Int] = [:]
    for place in places where self[place].change.isWithdrawal {
      keepLater(place, at: self[place].device, in: &withdrawals)
    }
    let rest = places.filter { place in
      let withdrawal = withdrawals[self[place].device]
      return !self[place].change.isWithdrawal
        && withdrawal.map { self[$0].precedes(self[place]) } ?? true
    }
    return (rest.max { self[$0].precedes(self[$1]) }, withdrawals.values.map(\.self))
  }

  private func keepLater<Key>(_ place: Int, at key: Key, in places: inout [Key: Int]) {
    // Most keys are new, and one search finds that out and notes them.
    if let known = places.updateValue(place, forKey: key), !self[known].precedes(self[place]) {
      places[key] = known
    }
  }
}
