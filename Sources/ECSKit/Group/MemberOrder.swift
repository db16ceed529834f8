// Keeps the members of a group or the entities of an ordered index sorted. Group and KeyOrder each
// own an order. The comparisons of a KeyOrder are user code, so it moves the order out of its
// storage during a repair.

/// The members of a group or an index, sorted by key and then by creation number.
///
/// A change only adds an entry to `touched`, and the next read repairs the order. A repair finds
/// the changed members by binary search and copies the members in between in blocks.
///
/// Adding an entry calls no user code, but a repair may. Before such a repair, the owner moves the
/// order out of its storage. The owner drops the returned keys when all data is consistent.
struct MemberOrder<Key> {
  private(set) var handles: [Entity] = []
  private(set) var keys: [Key] = []
  private var creations: [UInt64] = []
  private var touched: [Touch] = []
  private(set) var isKept = false
  private let precedes: (Key, Key) -> Bool

  fileprivate struct Touch {
    let index: UInt32
    let creation: UInt64
    /// The key of the member when it was touched, or nil if the order lacked the member.
    let old: Key?
  }

  struct Position {
    let key: Key
    let creation: UInt64
    let handle: Entity
  }

  /// The keys and touched entries that the order no longer needs.
  ///
  /// The deinit of a key may run user code, so the owner drops this value only when all data is
  /// consistent.
  struct Ended {
    fileprivate var keys: [Key] = []
    fileprivate var touched: [Touch] = []
  }

  init(by precedes: @escaping (Key, Key) -> Bool) {
    self.precedes = precedes
  }

  var isCurrent: Bool { isKept && touched.isEmpty }

  /// Records that a member joined, left or got a new key.
  mutating func touch(_ index: UInt32, creation: UInt64, old: Key?) {
    guard isKept else { return }
    touched.append(Touch(index: index, creation: creation, old: old))
    // Above this number, sorting again is cheaper than a repair. Also, `touched` must not grow
    // without bound. The next repair then rebuilds the order.
    if touched.count > handles.count / 2 + 64 { isKept = false }
  }

  mutating func drop() {
    handles = []
    keys = []
    creations = []
    touched = []
    isKept = false
  }

  /// Brings the order up to date.
  ///
  /// - Parameters:
  ///   - members: The indices of all members. They are used only to rebuild the order from scratch.
  ///   - count: Returns the number of members.
  ///   - position: Returns the key and handle of a member, or nil for an entity that is not a
  ///     member.
  /// - Returns: The keys to drop when all data is consistent.
  /// - Complexity: O(1) if nothing was touched, O(*k* log *n* + *m*) for *k* touched members of
  ///   *n*, where *m* is the cost of copying the order in memory.
  @discardableResult
  mutating func repair(
    members: @autoclosure () -> ContiguousArray<UInt32>, count: () -> Int,
    position: (UInt32) -> Position?
  ) -> Ended {
    guard isKept else { return rebuild(members(), position) }
    guard !touched.isEmpty else { return Ended() }
    let present = distinctTouched().compactMap(position)
    var ended = Ended(touched: touched)
    // A member that left and joined again was touched twice.
    if touched.count <= 2 {
      for touch in touched { remove(touch, &ended.keys) }
      for member in present { insert(member) }
    } else {
      ended.keys = merge(present)
    }
    touched.removeAll()
    // Keys without a total order, such as NaN, can prevent the search from finding a member.
    if handles.count != count() { ended.keys += rebuild(members(), position).keys }
    return ended
  }

  private func distinctTouched() -> [UInt32] {
    var seen = Set<UInt32>()
    return touched.compactMap { seen.insert($0.index).inserted ? $0.index : nil }
  }

  private func isBefore(_ position: Int, _ key: Key, _ creation: UInt64) -> Bool {
    if precedes(keys[position], key) { return true }
    if precedes(key, keys[position]) { return false }
    return creations[position] < creation
  }

  /// Returns the first position whose key satisfies a condition, or the count if no key does.
  ///
  /// All keys after the first match must satisfy the condition as well.
  func position(where isPast: (Key) -> Bool) -> Int {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if isPast(keys[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the members whose keys are in a range.
  ///
  /// The range begins with the first key that satisfies `hasBegun`. It ends before the first key
  /// that satisfies `hasEnded`.
  func handles(from hasBegun: (Key) -> Bool, to hasEnded: (Key) -> Bool) -> [Entity] {
    let first = position(where: hasBegun)
    return Array(handles[first..<max(first, position(where: hasEnded))])
  }

  /// Returns the position of a member, or the position at which to insert it.
  ///
  /// The position must be at or after `start`.
  private func position(of key: Key, _ creation: UInt64, from start: Int = 0) -> Int {
    // Comparing keys is the expensive part, so the first search compares each key only once.
    var low = start
    var high = handles.count
    while low < high {
      let middle = (low + high) / 2
      if precedes(keys[middle], key) { low = middle + 1 } else { high = middle }
    }
    // Members with equal keys are in creation order.
    guard low < handles.count, isBefore(low, key, creation) else { return low }
    high = handles.count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(middle, key, creation) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the position of a touched member, or nil if the order does not contain it.
  private func position(of touch: Touch) -> Int? {
    guard let old = touch.old else { return nil }
    let found = position(of: old, touch.creation)
    return found < handles.count && creations[found] == touch.creation ? found : nil
  }

  private mutating func remove(_ touch: Touch, _ ended: inout [Key]) {
    guard let found = position(of: touch) else { return }
    handles.remove(at: found)
    ended.append(keys.remove(at: found))
    creations.remove(at: found)
  }

  private mutating func insert(_ member: Position) {
    let found = position(of: member.key, member.creation)
    if found < handles.count, creations[found] == member.creation { return }
    handles.insert(member.handle, at: found)
    keys.insert(member.key, at: found)
    creations.insert(member.creation, at: found)
  }

  /// Replaces the touched members, and returns their old keys.
  ///
  /// The members in between are copied in blocks.
  private mutating func merge(_ present: [Position]) -> [Key] {
    // A member that was touched several times leaves once.
    let leaving = Set(touched.compactMap(position(of:))).sorted()
    let arrivals = sorted(present)
    var places: [Int] = []
    for arrival in arrivals {
      places.append(position(of: arrival.key, arrival.creation, from: places.last ?? 0))
    }
    let old = (handles: handles, keys: keys, creations: creations)
    let count = old.handles.count - leaving.count + arrivals.count
    (handles, keys, creations) = ([], [], [])
    handles.reserveCapacity(count)
    keys.reserveCapacity(count)
    creations.reserveCapacity(count)
    var start = 0
    var gaps = leaving[...]
    func copy(_ order: inout MemberOrder, upTo end: Int) {
      if start < end {
        order.handles += old.handles[start..<end]
        order.keys += old.keys[start..<end]
        order.creations += old.creations[start..<end]
      }
      start = end
    }
    func copy(_ order: inout MemberOrder, withoutLeavingUpTo end: Int) {
      while let gap = gaps.first, gap < end {
        copy(&order, upTo: gap)
        start += 1
        gaps.removeFirst()
      }
      copy(&order, upTo: end)
    }
    for (arrival, place) in zip(arrivals, places) {
      copy(&self, withoutLeavingUpTo: place)
      append(arrival)
    }
    copy(&self, withoutLeavingUpTo: old.handles.count)
    return leaving.map { old.keys[$0] }
  }

  private mutating func rebuild(
    _ members: ContiguousArray<UInt32>, _ position: (UInt32) -> Position?
  ) -> Ended {
    let ended = Ended(keys: keys, touched: touched)
    drop()
    for index in members {
      if let member = position(index) { append(member) }
    }
    if let places = sortedPlaces(of: keys, creations) {
      let found = (handles: handles, keys: keys, creations: creations)
      handles = places.map { found.handles[$0] }
      keys = places.map { found.keys[$0] }
      creations = places.map { found.creations[$0] }
    }
    isKept = true
    return ended
  }

  private mutating func append(_ member: Position) {
    handles.append(member.handle)
    keys.append(member.key)
    creations.append(member.creation)
  }

  private func sorted(_ members: [Position]) -> [Position] {
    let places = sortedPlaces(of: members.map { $0.key }, members.map { $0.creation })
    return places.map { places in places.map { members[$0] } } ?? members
  }

  /// Returns the sorted positions of members, or nil if the members are already in order.
  private func sortedPlaces(of keys: [Key], _ creations: [UInt64]) -> [Int]? {
    // The code sorts positions instead of members with their keys, because the size of a position
    // is known at compile time. Sorting is stable, so each step needs only one comparison of keys.
    // The comparison is user code.
    var places = Array(keys.indices)
    let isByCreation = places.dropFirst().allSatisfy { creations[$0 - 1] < creations[$0] }
    if !isByCreation { places.sort { creations[$0] < creations[$1] } }
    // Members are often sorted already, and checking takes one pass.
    if zip(places, places.dropFirst()).allSatisfy({ !precedes(keys[$1], keys[$0]) }) {
      return isByCreation ? nil : places
    }
    places.sort { precedes(keys[$0], keys[$1]) }
    return places
  }
}
