/// The rule for merging entries from several devices.
///
/// An entry covers, and so replaces, all entries that it names and the earlier entries of its
/// device about the same subject. The latest value that no entry covers wins. The result depends
/// only on the set of entries. It does not matter in which order entries are read, or whether
/// covered entries were dropped.
///
/// Reading, compaction and sync call these functions. `Tests/Marks/check-rule` contains a separate
/// implementation of the rule. Change both together.
extension [LogEntry] {
  /// Returns the winning entry of each subject.
  ///
  /// Entries may be in any order and may be repeated, so concatenating the entries of logs merges
  /// the logs. If a subject has no winning value, its winning entry is the latest removal.
  ///
  ///     (mine.entries + theirs.entries).latest().map(\.change.value)  // ["5", ""]
  ///
  /// - Parameter isIncluded: Returns true for the entries to consider.
  /// - Returns: One entry for each subject, in the order of ``LogEntry/precedes(_:)``.
  /// - Complexity: O(*n* + *k* log *k*) expected for *n* entries and *k* subjects.
  package func latest(where isIncluded: (LogEntry) -> Bool = { _ in true }) -> [LogEntry] {
    selected(in: indices, where: isIncluded) { [$0.latest] }
  }

  /// Returns the entries that no other entry covers.
  ///
  /// The result has the same winning values as the complete array, now and after more entries are
  /// merged.
  ///
  /// - Parameters:
  ///   - places: The positions of the entries to search. By default, all entries are searched.
  ///   - isIncluded: Returns true for the entries to consider.
  /// - Returns: At least one entry for each subject, in the order of ``LogEntry/precedes(_:)``.
  /// - Complexity: As for ``latest(where:)``.
  package func uncovered(
    in places: Range<Int>? = nil, where isIncluded: (LogEntry) -> Bool = { _ in true }
  ) -> [LogEntry] {
    selected(in: places ?? indices, where: isIncluded) { $0.uncovered }
  }

  private func selected(
    in places: Range<Int>, where isIncluded: (LogEntry) -> Bool,
    _ select: (EntriesOfSubject) -> [Int]
  ) -> [LogEntry] {
    let (latest, contestedSubjects) = latestPlaces(in: places, where: isIncluded)
    // Positions are sorted instead of entries, because an entry is ten times as large.
    var isSelected = [Bool](repeating: false, count: count)
    for (subject, place) in latest
    where contestedSubjects.isEmpty || !contestedSubjects.contains(subject) {
      isSelected[place] = true
    }
    if !contestedSubjects.isEmpty {
      let about = places.filter {
        contestedSubjects.contains(self[$0].change.subject) && isIncluded(self[$0])
      }
      for group in Dictionary(grouping: about, by: { self[$0].change.subject }).values {
        for place in select(EntriesOfSubject(self, group)) { isSelected[place] = true }
      }
    }
    return inOrder(indices.filter { isSelected[$0] })
  }

  /// Returns the position of the latest entry about each subject, and the contested subjects.
  ///
  /// Among the entries of a single device, the latest entry wins. A subject is contested if several
  /// devices wrote entries about it, or if one of its entries names other entries.
  private func latestPlaces(
    in places: Range<Int>, where isIncluded: (LogEntry) -> Bool
  ) -> (latest: [LogSubject: Int], contestedSubjects: Set<LogSubject>) {
    var contestedSubjects: Set<LogSubject> = []
    func insertLater<Key>(_ place: Int, at key: Key, in places: inout [Key: Int]) {
      // Most keys are new, so one search both detects and inserts them.
      guard let known = places.updateValue(place, forKey: key) else { return }
      let isLater = self[known].precedes(self[place])
      if !isLater { places[key] = known }
      // A plain removal covers entries of any device.
      if self[known].device != self[place].device || self[known].hasNames
        || self[place].hasNames
        || self[isLater ? known : place].change.removal == .plain
      {
        contestedSubjects.insert(self[place].change.subject)
      }
    }
    // Entries that were read together share their subjects. Hashing the objects is faster than
    // hashing their strings.
    var byObject = [ObjectIdentifier: Int](minimumCapacity: places.count)
    for place in places where isIncluded(self[place]) {
      insertLater(place, at: ObjectIdentifier(self[place].change.subject), in: &byObject)
    }
    var bySubject = [LogSubject: Int](minimumCapacity: byObject.count)
    for place in byObject.values {
      insertLater(place, at: self[place].change.subject, in: &bySubject)
    }
    return (bySubject, contestedSubjects)
  }

  /// Returns the entries at positions, sorted by ``LogEntry/precedes(_:)``.
  private func inOrder(_ places: [Int]) -> [LogEntry] {
    let sorted = places.sorted { first, second in
      // Comparing counters first avoids copying entries.
      let counters = (self[first].counter, self[second].counter)
      return counters.0 == counters.1
        ? self[first].precedes(self[second]) : counters.0 < counters.1
    }
    // A large log without repeated subjects is not copied.
    if sorted.count == count, sorted.elementsEqual(indices) { return self }
    return sorted.map { self[$0] }
  }
}

/// The entries of several devices about one subject.
private struct EntriesOfSubject {
  private let entries: [LogEntry]
  /// The positions of the distinct uncovered entries, in log order.
  let uncovered: [Int]

  /// Selects the entries about one subject, and finds the uncovered entries among them.
  ///
  /// - Parameters:
  ///   - entries: Entries about any subjects.
  ///   - places: The positions of the entries about one subject. The array must not be empty.
  init(_ entries: [LogEntry], _ places: [Int]) {
    self.entries = entries
    let inOrder = places.sorted { entries[$0].precedes(entries[$1]) }
    let retractions = inOrder.filter { entries[$0].retracted != nil }
    let remaining =
      retractions.isEmpty
      ? inOrder
      : inOrder.filter { place in
        !retractions.contains { entries[$0].retracts(entries[place]) }
      }
    var last: [DeviceID: UInt64] = [:]
    var named = VersionVector()
    var plain: Int?
    for place in remaining {
      last[entries[place].device] = entries[place].counter
      named.formUnion(entries[place].names)
      if entries[place].change.removal == .plain { plain = place }
    }
    var found = remaining.filter { place in
      let entry = entries[place]
      if place == plain { return true }
      return entry.counter == last[entry.device] && named[entry.device] < entry.counter
        && plain.map { entries[$0].precedes(entry) } ?? true
    }
    // Several logs may contain the same entry.
    found = zip([nil] + found, found).filter { before, place in
      before.map { entries[$0] != entries[place] } ?? true
    }.map(\.1)
    // An entry cannot name more devices than this.
    uncovered =
      found.isEmpty ? Array(inOrder.suffix(1)) : Array(found.suffix(VersionVector.mostDevices))
  }

  /// The position of the winning value, or of the latest removal if no value wins.
  var latest: Int {
    let removals = uncovered.filter { entries[$0].change.isRemoval }
    let isPrevailing = removals.contains { entries[$0].change.removal == .prevailing }
    let value = isPrevailing ? nil : uncovered.last { !entries[$0].change.isRemoval }
    return value ?? removals.last ?? uncovered[uncovered.count - 1]
  }
}

extension LogEntry {
  /// Returns true if the entry covers another entry about the same subject.
  func covers(_ other: LogEntry) -> Bool {
    other.device == device ? other.counter < counter : names[other.device] >= other.counter
  }

  /// The first of the counters that the entry retracts, or nil if the entry is not a retraction.
  var retracted: UInt64? {
    guard hasNames, change.removal == .unsaid, names[device] > 0 else { return nil }
    return names[device]
  }

  /// Returns true if the entry retracts a given entry, possibly itself.
  func retracts(_ other: LogEntry) -> Bool {
    guard let first = retracted, other.device == device else { return false }
    return self == other || first <= other.counter && other.counter < counter
  }
}
