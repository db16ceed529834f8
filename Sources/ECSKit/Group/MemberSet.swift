/// The members of a group: an unordered sparse set of entities.
///
/// The set is an object separate from the group, so that columns can refer to it without reference
/// counting.
@usableFromInline
final class MemberSet {
  @usableFromInline let mask: MatchMask
  @safe @exclusivity(unchecked) @usableFromInline var dense = UncheckedBuffer<UInt32>()
  @safe @exclusivity(unchecked) @usableFromInline var index = SparseIndex()
  /// The version of the set.
  ///
  /// The version is incremented whenever a member joins or leaves.
  @safe @exclusivity(unchecked) @usableFromInline var version = 0
  /// True if an order, a follower or a loop must be notified of membership changes.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var isWatched = false
  /// True if an order or a follower must be notified of membership changes.
  @safe @exclusivity(unchecked) var isFollowed = false { didSet { updateWatch() } }
  /// The number of loops in progress over the current members.
  @safe @exclusivity(unchecked) private var loops = 0
  /// Copies of the members, for loops that began when the set had an earlier version.
  @safe @exclusivity(unchecked) private var former: [Former] = []
  weak var group: Group?

  private struct Former {
    let version: Int
    let members: ContiguousArray<UInt32>
    var loops: Int
  }

  init(mask: MatchMask) {
    self.mask = mask
  }

  @inlinable @inline(__always)
  func contains(_ index: UInt32) -> Bool { self.index[index] >= 0 }

  /// Adds an entity that is not a member.
  @inlinable @inline(__always)
  func insert(_ index: UInt32) {
    if isWatched || !self.index.hasRoom(for: index) || dense.isFull { return insertSlowly(index) }
    unsafe self.index.update(known: index, to: dense.count)
    unsafe dense.fill(index)
    version &+= 1
  }

  @inlinable @inline(__always)
  func erase(_ index: UInt32) {
    if isWatched { eraseWatched(index) } else { eraseUnwatched(index) }
  }

  @inlinable @inline(__always)
  func eraseUnwatched(_ index: UInt32) {
    let position = unsafe self.index[known: index]
    unsafe self.index.update(known: index, to: -1)
    let moved = unsafe dense.removeLast()
    if moved != index {
      unsafe dense[position] = moved
      unsafe self.index.update(known: moved, to: position)
    }
    version &+= 1
  }

  /// Adds an entity to this set if the set must grow or its changes are followed.
  @usableFromInline @inline(never)
  func insertSlowly(_ index: UInt32) {
    keepForLoops()
    self.index.set(index, to: dense.count)
    dense.append(index)
    version &+= 1
    if isFollowed { touch(index) }
  }

  @usableFromInline @inline(never)
  func eraseWatched(_ index: UInt32) {
    keepForLoops()
    eraseUnwatched(index)
    if isFollowed { touch(index) }
  }

  /// Notifies the group's orders and followers that a member joined or is leaving.
  func touch(_ index: UInt32) {
    group?.touch(index)
  }

  private func updateWatch() {
    isWatched = isFollowed || loops > 0
  }

  @usableFromInline var snapshot: ContiguousArray<UInt32> { dense.copy }

  func clear() {
    keepForLoops()
    version &+= 1
    dense = UncheckedBuffer()
    index = SparseIndex()
  }

  /// Frees spare memory.
  ///
  /// The version is incremented, because component values may have moved.
  func trim() {
    keepForLoops()
    version &+= 1
    dense.trim()
    index.trim()
  }

  // MARK: Loops

  /// Begins a loop over the current members and returns the version of the set.
  ///
  /// Invariant: `dense` changes only together with the version. Before `dense` changes, its members
  /// are copied for the loops in progress.
  @usableFromInline
  func beginLoop() -> Int {
    loops += 1
    isWatched = true
    return version
  }

  @usableFromInline
  func endLoop(from start: Int) {
    if start == version {
      loops -= 1
      return updateWatch()
    }
    guard let place = former.lastIndex(where: { $0.version == start }) else { return }
    former[place].loops -= 1
    if former[place].loops == 0 { former.remove(at: place) }
  }

  /// Returns the copied members for a loop that began when the set had a given version.
  @usableFromInline @inline(never)
  func members(from start: Int) -> ContiguousArray<UInt32> {
    guard let former = former.last(where: { $0.version == start }) else {
      preconditionFailure("the members of a running loop must be retained")
    }
    return former.members
  }

  private func keepForLoops() {
    guard loops > 0 else { return }
    former.append(Former(version: version, members: snapshot, loops: loops))
    loops = 0
    updateWatch()
  }

  var bytes: Int { dense.bytes + index.bytes }
}
