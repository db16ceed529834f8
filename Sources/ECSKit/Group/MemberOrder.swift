/// The members of a group in the order of a key, and of creation where keys are equal.
///
/// What changes between two reads is only noted. The next read repairs the order: a few members are
/// taken out and put in by binary search, many are merged in one pass.
///
/// Noting calls no foreign code. Repairing does, so the owner puts the order aside meanwhile, and lets go
/// of the keys that are given out when everything is whole again.
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
    /// The key the member stands under if it was in the order when it was touched.
    let old: Key?
  }

  /// What is known of a present member: where it stands in the order, and its handle.
  struct Position {
    let key: Key
    let creation: UInt64
    let handle: Entity
  }

  /// Keys that the order no longer needs, whose end may be foreign code.
  struct Ended {
    fileprivate var keys: [Key] = []
    fileprivate var touched: [Touch] = []
  }

  init(by precedes: @escaping (Key, Key) -> Bool) {
    self.precedes = precedes
  }

  /// Whether the order needs no repair.
  var isCurrent: Bool { isKept && touched.isEmpty }

  /// Notes that a member came, left or has another key.
  mutating func touch(_ index: UInt32, creation: UInt64, old: Key?) {
    guard isKept else { return }
    touched.append(Touch(index: index, creation: creation, old: old))
    // Past this, sorting anew is cheaper than repairing, and the notes would grow for ever. The keys
    // are dropped by the repair.
    if touched.count > handles.count / 2 + 64 { isKept = false }
  }

  /// Forgets the order; the next read makes it anew.
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
  ///   - members: The indices of all members, asked for only if the order is made anew.
  ///   - count: How many members there are.
  ///   - position: What is known of a member; nil for what is no member.
  /// - Returns: What is to end when everything is whole.
  /// - Complexity: O(1) if nothing was touched; O(*k* (log *n* + *m*)) for *k* ≤ 8 touched members
  ///   of *n*, where *m* is the move of the array's tail; O(*n* + *k* log *k*) for more.
  @discardableResult
  mutating func repair(
    members: @autoclosure () -> ContiguousArray<UInt32>, count: () -> Int,
    position: (UInt32) -> Position?
  ) -> Ended {
    guard isKept else { return rebuild(members().compactMap(position)) }
    guard !touched.isEmpty else { return Ended() }
    let present = distinctTouched().compactMap(position)
    var ended = Ended(touched: touched)
    if touched.count <= 8 {
      for touch in touched { takeOut(touch, &ended.keys) }
      for member in present { putIn(member) }
    } else {
      ended.keys = merge(present)
    }
    touched.removeAll()
    // Keys that are no total order (a not-a-number, say) can hide a member from the search.
    if handles.count != count() { ended.keys += rebuild(members().compactMap(position)).keys }
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

  /// Returns the first position whose key is past something that no key before it is past.
  func position(where isPast: (Key) -> Bool) -> Int {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if isPast(keys[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the members from the first whose key has begun to the first whose key has ended.
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

  private mutating func takeOut(_ touch: Touch, _ ended: inout [Key]) {
    guard let old = touch.old else { return }
    let found = position(of: old, touch.creation)
    guard found < handles.count, creations[found] == touch.creation else { return }
    handles.remove(at: found)
    ended.append(keys.remove(at: found))
    creations.remove(at: found)
  }

  private mutating func putIn(_ member: Position) {
    let found = position(of: member.key, member.creation)
    if found < handles.count, creations[found] == member.creation { return }
    handles.insert(member.handle, at: found)
    keys.insert(member.key, at: found)
    creations.insert(member.creation, at: found)
  }

  /// - Returns: The former keys.
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

  private mutating func rebuild(_ members: [Position]) -> Ended {
    let ended = Ended(keys: keys, touched: touched)
    drop()
    for member in sorted(members) { append(member) }
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
    // What is moved is numbers, whose size is known where that of a member with its key is not.
    let keys = members.map { $0.key }
    let creations = members.map { $0.creation }
    func isBefore(_ first: Int, _ second: Int) -> Bool {
      if precedes(keys[first], keys[second]) { return true }
      if precedes(keys[second], keys[first]) { return false }
      return creations[first] < creations[second]
    }
    // Entities mostly come in the order they are wanted in; looking costs one pass.
    if members.indices.dropFirst().allSatisfy({ isBefore($0 - 1, $0) }) { return members }
    return members.indices.sorted(by: isBefore).map { members[$0] }
  }
}
