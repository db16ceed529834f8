// Keeps the members of a group or the entities of an ordered index sorted. Group and KeyOrder each
// own an order. The comparisons of keys are user code, so a KeyOrder moves its order out of its
// storage during a repair.

/// The members of a group or an index, sorted by key and then by creation number.
///
/// A change only adds an entry to `touched`, and the next read repairs the order. A repair finds
/// the changed members by binary search and copies the members in between in blocks.
///
/// Adding an entry calls no user code, but a repair may.
struct MemberOrder {
  private(set) var handles: [Entity] = []
  private var creations: [UInt64] = []
  private var touched: [Touch] = []
  private(set) var isKept = false
  /// The first key number that no member uses.
  ///
  /// It is greater than the indices of all members since the last rebuild.
  private var firstFreeNumber = 0
  /// The sort keys, indexed by entity index, or nil for creation order.
  ///
  /// Until the next repair, a touched member still has its old key here.
  private let keys: SortKeys?

  private struct Touch: Comparable {
    let index: UInt32
    let creation: UInt64

    static func < (first: Touch, second: Touch) -> Bool {
      (first.index, first.creation) < (second.index, second.creation)
    }
  }

  struct Member {
    let handle: Entity
    let creation: UInt64
    /// The number of the member's key in `keys`.
    ///
    /// The number is the index of the entity, except for a new key during a repair.
    fileprivate var key: Int

    init(_ handle: Entity, creation: UInt64) {
      self.handle = handle
      self.creation = creation
      key = Int(handle.index)
    }
  }

  init(by keys: SortKeys?) {
    self.keys = keys
  }

  var isCurrent: Bool { isKept && touched.isEmpty }

  /// Records that a member joined, left or got a new key.
  mutating func touch(_ index: UInt32, creation: UInt64) {
    guard isKept else { return }
    touched.append(Touch(index: index, creation: creation))
    // Above this number, sorting again is cheaper than a repair. Also, `touched` must not grow
    // without bound. The next repair then rebuilds the order.
    if touched.count > handles.count / 2 + 64 { isKept = false }
  }

  mutating func drop() {
    handles = []
    creations = []
    touched = []
    isKept = false
    firstFreeNumber = 0
  }

  /// Brings the order up to date.
  ///
  /// - Parameters:
  ///   - members: The indices of all members. They are used only to rebuild the order from scratch.
  ///   - count: Returns the number of members.
  ///   - member: Returns the member with a given index, or nil if the entity is not a member.
  /// - Complexity: O(1) if nothing was touched, O(*k* log *n* + *m*) for *k* touched members of
  ///   *n*, where *m* is the cost of copying the order in memory.
  mutating func repair(
    members: @autoclosure () -> ContiguousArray<UInt32>, count: () -> Int,
    member: (UInt32) -> Member?
  ) {
    guard isKept else { return rebuild(members(), member) }
    guard !touched.isEmpty else { return }
    touched.sort()
    // A member that was touched several times leaves once.
    let leaving = distinct(touched).compactMap(position(of:)).sorted()
    let indices = distinct(touched.map(\.index))
    // The old keys of the touched members are part of the order, so the new keys have separate
    // numbers until all positions are known.
    if let last = indices.last { firstFreeNumber = max(firstFreeNumber, Int(last) + 1) }
    let arriving = sorted(indices.compactMap(member), numberedFrom: firstFreeNumber)
    replace(leaving, by: arriving)
    for index in indices { keys?.forget(Int(index)) }
    for member in arriving { keys?.move(member.key, Int(member.handle.index)) }
    touched.removeAll()
    // Keys without a total order can prevent the search from finding a member.
    if handles.count != count() { rebuild(members(), member) }
  }

  private func distinct<Element: Equatable>(_ sorted: [Element]) -> [Element] {
    var distinct: [Element] = []
    for element in sorted where element != distinct.last { distinct.append(element) }
    return distinct
  }

  /// Returns the position of a touched member, or nil if the order does not contain it.
  private func position(of touch: Touch) -> Int? {
    let found = position(of: Int(touch.index), touch.creation)
    return found < handles.count && creations[found] == touch.creation ? found : nil
  }

  /// Returns the position of a key, or the position at which to insert it.
  ///
  /// The position must be at or after `start`.
  private func position(of key: Int, _ creation: UInt64, from start: Int = 0) -> Int {
    if let keys { return keys.position(key, creation, start, handles, creations) }
    var (low, high) = (start, handles.count)
    while low < high {
      let middle = (low + high) / 2
      if creations[middle] < creation { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Removes the members at ascending positions and inserts sorted members.
  ///
  /// The other members are copied in blocks.
  private mutating func replace(_ leaving: [Int], by arriving: [Member]) {
    var places: [Int] = []
    for member in arriving {
      places.append(position(of: member.key, member.creation, from: places.last ?? 0))
    }
    if leaving.count <= 1, arriving.count <= 1 {
      for (member, place) in zip(arriving, places) {
        handles.insert(member.handle, at: place)
        creations.insert(member.creation, at: place)
      }
      for position in leaving {
        let shifted = places.contains { $0 <= position } ? position + 1 : position
        handles.remove(at: shifted)
        creations.remove(at: shifted)
      }
      return
    }
    let old = (handles: handles, creations: creations)
    let count = handles.count + arriving.count
    (handles, creations) = ([], [])
    handles.reserveCapacity(count)
    creations.reserveCapacity(count)
    var (start, gaps) = (0, leaving[...])
    func copy(_ order: inout MemberOrder, upTo end: Int) {
      while let gap = gaps.first, gap < end {
        order.append(old, start..<gap)
        start = gap + 1
        gaps.removeFirst()
      }
      order.append(old, start..<end)
      start = end
    }
    for (member, place) in zip(arriving, places) {
      copy(&self, upTo: place)
      handles.append(member.handle)
      creations.append(member.creation)
    }
    copy(&self, upTo: old.handles.count)
  }

  private mutating func append(_ old: (handles: [Entity], creations: [UInt64]), _ range: Range<Int>)
  {
    handles += old.handles[range]
    creations += old.creations[range]
  }

  private mutating func rebuild(
    _ indices: ContiguousArray<UInt32>, _ member: (UInt32) -> Member?
  ) {
    drop()
    firstFreeNumber = Int(indices.max() ?? 0) + 1
    let members = sorted(indices.compactMap(member), numberedFrom: nil)
    handles = members.map(\.handle)
    creations = members.map(\.creation)
    isKept = true
  }

  /// Reads the keys of members and returns the members that have a key, in order.
  ///
  /// The keys are stored under consecutive numbers that begin with `first`. If `first` is nil, each
  /// key is stored under the index of its entity.
  private func sorted(_ members: [Member], numberedFrom first: Int?) -> [Member] {
    // Sorting is stable, so each step needs only one comparison of keys.
    var members = members
    sort(&members) { $0.creation < $1.creation }
    guard let keys else { return members }
    if let first {
      for place in members.indices { members[place].key = first + place }
    }
    members.removeAll { !keys.read($0.handle, $0.key) }
    sort(&members) { keys.precedes($0.key, $1.key) }
    return members
  }

  /// Sorts members unless they are sorted already, which is common.
  private func sort(_ members: inout [Member], by isBefore: (Member, Member) -> Bool) {
    var place = 1
    while place < members.count, !isBefore(members[place], members[place - 1]) { place += 1 }
    if place < members.count { members.sort(by: isBefore) }
  }
}
