/// The rule of merging: what the entries of several devices say together.
///
/// An entry covers the earlier entries of its own device about its thing, and those that it names. The latest
/// value that no entry covers holds. The result is a function of the set of entries: it depends neither on
/// the order in which files are read nor on which covered entries were dropped.
extension [LogEntry] {
  /// Returns the entry that holds about each thing.
  ///
  /// Entries may come in any order and any number of times, from one log or from many, so logs are merged by
  /// joining their entries. If no value holds, the entry is the latest removal. A thing is its target with
  /// name and details.
  ///
  ///     (mine.entries + theirs.entries).latest().map(\.change.value)  // ["5", ""]
  ///
  /// - Parameter isIncluded: Returns true for an entry that counts.
  /// - Returns: One entry for each thing, in the order of ``LogEntry/precedes(_:)``.
  /// - Complexity: O(*n* + *k* log *k*) expected, where *n* is the number of entries and *k* that of things.
  package func latest(where isIncluded: (LogEntry) -> Bool = { _ in true }) -> [LogEntry] {
    selected(in: indices, where: isIncluded) { [$0.latest] }
  }

  /// Returns the entries about each thing that no other entry covers.
  ///
  /// They decide as all entries do, also together with others.
  ///
  /// - Parameters:
  ///   - places: The positions of the entries to search; all by default.
  ///   - isIncluded: Returns true for an entry that counts.
  /// - Returns: At least one entry for each thing, in the order of ``LogEntry/precedes(_:)``.
  /// - Complexity: As for ``latest(where:)``.
  package func uncovered(
    in places: Range<Int>? = nil, where isIncluded: (LogEntry) -> Bool = { _ in true }
  ) -> [LogEntry] {
    selected(in: places ?? indices, where: isIncluded) { $0.uncovered }
  }

  private func selected(
    in places: Range<Int>, where isIncluded: (LogEntry) -> Bool,
    _ select: (EntriesOfThing) -> [Int]
  ) -> [LogEntry] {
    // Of what a single device said, the latest entry holds.
    var contested: Set<LogSubject> = []
    func keepLater<Key>(_ place: Int, at key: Key, in places: inout [Key: Int]) {
      // Most keys are new, and one search finds that out and notes them.
      guard let known = places.updateValue(place, forKey: key) else { return }
      let isLater = self[known].precedes(self[place])
      if !isLater { places[key] = known }
      // An earlier program's removal covers what other logs may have.
      if self[known].device != self[place].device || self[known].hasNames
        || self[place].hasNames
        || self[isLater ? known : place].change.removal == .plain
      {
        contested.insert(self[place].change.subject)
      }
    }
    // Entries that were read together share their subjects, which saves comparing the texts.
    var byObject = [ObjectIdentifier: Int](minimumCapacity: places.count)
    for place in places where isIncluded(self[place]) {
      keepLater(place, at: ObjectIdentifier(self[place].change.subject), in: &byObject)
    }
    var bySubject = [LogSubject: Int](minimumCapacity: byObject.count)
    for place in byObject.values {
      keepLater(place, at: self[place].change.subject, in: &bySubject)
    }
    byObject = [:]
    // Entries are most often in order already, and an entry is ten times as large as its position.
    var isSelected = [Bool](repeating: false, count: count)
    for (subject, place) in bySubject where contested.isEmpty || !contested.contains(subject) {
      isSelected[place] = true
    }
    if !contested.isEmpty {
      let about = places.filter {
        contested.contains(self[$0].change.subject) && isIncluded(self[$0])
      }
      for group in Dictionary(grouping: about, by: { self[$0].change.subject }).values {
        for place in select(EntriesOfThing(self, group)) { isSelected[place] = true }
      }
    }
    let inOrder = indices.filter { isSelected[$0] }.sorted { first, second in
      // No entry is copied where the counters say which is the later one.
      let counters = (self[first].counter, self[second].counter)
      return counters.0 == counters.1
        ? self[first].precedes(self[second]) : counters.0 < counters.1
    }
    // A large log is not copied if nothing in it was said again.
    if inOrder.count == count, inOrder.elementsEqual(indices) { return self }
    return inOrder.map { self[$0] }
  }
}

/// The entries of several devices about one thing.
private struct EntriesOfThing {
  private let entries: [LogEntry]
  /// The positions of the entries that no other one covers, each once, in their order.
  let uncovered: [Int]

  /// Finds the entries that none covers.
  ///
  /// - Parameters:
  ///   - entries: Entries about many things.
  ///   - places: The positions of those about one thing, at least one.
  init(_ entries: [LogEntry], _ places: [Int]) {
    self.entries = entries
    let inOrder = places.sorted { entries[$0].precedes(entries[$1]) }
    let retractions = inOrder.filter { entries[$0].retracted != nil }
    let said =
      retractions.isEmpty
      ? inOrder
      : inOrder.filter { place in
        !retractions.contains { entries[$0].retracts(entries[place]) }
      }
    var last: [DeviceID: UInt64] = [:]
    var named = VersionVector()
    var plain: Int?
    for place in said {
      last[entries[place].device] = entries[place].counter
      named.formUnion(entries[place].names)
      if entries[place].change.removal == .plain { plain = place }
    }
    var found = said.filter { place in
      let entry = entries[place]
      if place == plain { return true }
      return entry.counter == last[entry.device] && named[entry.device] < entry.counter
        && plain.map { entries[$0].precedes(entry) } ?? true
    }
    // An entry may have come from several logs.
    found = zip([nil] + found, found).filter { before, place in
      before.map { entries[$0] != entries[place] } ?? true
    }.map(\.1)
    // An entry can name no more devices.
    uncovered =
      found.isEmpty ? Array(inOrder.suffix(1)) : Array(found.suffix(VersionVector.mostDevices))
  }

  /// The position of the latest value that holds, or of the latest removal.
  var latest: Int {
    let removals = uncovered.filter { entries[$0].change.isRemoval }
    let isPrevailing = removals.contains { entries[$0].change.removal == .prevailing }
    let value = isPrevailing ? nil : uncovered.last { !entries[$0].change.isRemoval }
    return value ?? removals.last ?? uncovered[uncovered.count - 1]
  }
}

extension LogEntry {
  /// Returns true if the entry covers another one about the same thing.
  func covers(_ other: LogEntry) -> Bool {
    other.device == device ? other.counter < counter : names[other.device] >= other.counter
  }

  /// The counter from which the entries of its device about its thing count as never written; nil for all
  /// entries but such a retraction.
  var retracted: UInt64? {
    guard hasNames, change.removal == .unsaid, names[device] > 0 else { return nil }
    return names[device]
  }

  /// Returns true if the entry is a retraction and the other one is it, or is retracted by it.
  func retracts(_ other: LogEntry) -> Bool {
    guard let first = retracted, other.device == device else { return false }
    return self == other || first <= other.counter && other.counter < counter
  }
}
