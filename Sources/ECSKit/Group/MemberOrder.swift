// Keeps the members of a group or the entities of an ordered index sorted. Group and KeyOrder each
// own an order. Comparisons are foreign code. While they run, the owner moves the order out of its
// storage.

/// The members of a group or an index, sorted by key and then by creation number.
///
/// A change only adds an entry to `touched`, and the next read repairs the order. A repair moves a
/// few changed members by binary search, or merges many changed members in one pass.
///
/// Adding an entry calls no foreign code, but a repair does. So the owner moves the order out of
/// its storage during a repair. The owner drops the returned keys when all data is consistent.
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

  /// A member with its key, creation number and handle.
  struct Position {
    let key: Key
    let creation: UInt64
    let handle: Entity
  }

  /// Keys that the order no longer needs.
  ///
  /// Their deinit may run foreign code.
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
    // without bound. The next repair then drops the keys.
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
  /// - Complexity: O(1) if nothing was touched, O(*k* (log *n* + *m*)) for *k* ≤ 8 touched members
  ///   of *n*, where *m* is the cost of moving the array's tail, and O(*n* + *k* log *k*) for more.
  @discardableResult
  mutating func repair(
    members: @autoclosure () -> ContiguousArray<UInt32>, count: () -> Int,
    position: (UInt32) -> Position?
  ) -> Ended {
    guard isKept else { return rebuild(members(), position) }
    guard !touched.isEmpty else { return Ended() }
    let present = distinctTouched().compactMap(position)
    var ended = Ended(touched: touched)
    if touched.count <= 8 {
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

  private func position(of key: Key, _ creation: UInt64) -> Int {
    var low = 0
    var high = handles.count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(middle, key, creation) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func remove(_ touch: Touch, _ ended: inout [Key]) {
    guard let old = touch.old else { return }
    let found = position(of: old, touch.creation)
    guard found < handles.count, creations[found] == touch.creation else { return }
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

  /// Merges the touched members into the order, and returns all former keys.
  private mutating func merge(_ present: [Position]) -> [Key] {
    let moved = Set(touched.map(\.creation))
    let arrivals = sorted(present)
    var next = 0
    let old = (handles: handles, keys: keys, creations: creations)
    (handles, keys, creations) = ([], [], [])
    for position in old.handles.indices where !moved.contains(old.creations[position]) {
      let stayed = Position(
        key: old.keys[position], creation: old.creations[position],
        handle: old.handles[position])
      while next < arrivals.count, precedes(arrivals[next], stayed) {
        append(arrivals[next])
        next += 1
      }
      append(stayed)
    }
    while next < arrivals.count {
      append(arrivals[next])
      next += 1
    }
    return old.keys
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

  private func precedes(_ first: Position, _ second: Position) -> Bool {
    if precedes(first.key, second.key) { return true }
    if precedes(second.key, first.key) { return false }
    return first.creation < second.creation
  }

  private func sorted(_ members: [Position]) -> [Position] {
    let places = sortedPlaces(of: members.map { $0.key }, members.map { $0.creation })
    return places.map { places in places.map { members[$0] } } ?? members
  }

  /// Returns the sorted positions of members, or nil if the members are already in order.
  private func sortedPlaces(of keys: [Key], _ creations: [UInt64]) -> [Int]? {
    // The code sorts positions instead of members with their keys, because the size of a position
    // is known at compile time. Sorting is stable, so each step needs only one comparison of keys.
    // The comparison is foreign code.
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
