/// The members of a group: a sparse set of entities without an order.
///
/// It is a separate object, so that columns can list it without counting references.
@usableFromInline
final class MemberSet {
  @usableFromInline let mask: MatchMask
  @safe @exclusivity(unchecked) @usableFromInline var dense = UncheckedBuffer<UInt32>()
  @safe @exclusivity(unchecked) @usableFromInline var index = SparseIndex()
  /// Rises whenever a member joins or leaves.
  @safe @exclusivity(unchecked) @usableFromInline var version = 0
  /// Whether an order, a follower or a loop has to see members join and leave.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var isWatched = false
  /// Whether an order or a follower has to.
  @safe @exclusivity(unchecked) var isFollowed = false { didSet { updateWatch() } }
  /// The loops under way over the present members.
  @safe @exclusivity(unchecked) private var loops = 0
  /// The members over which other loops under way began.
  @safe @exclusivity(unchecked) private var former: [Former] = []
  weak var group: Group?

  /// The members that there were at some version, as long as loops go over them.
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

  /// Adds an entity that is not in the set.
  @inlinable @inline(__always)
  func insert(_ index: UInt32) {
    if isWatched || !self.index.hasRoom(for: index) || dense.isFull { return insertSlowly(index) }
    unsafe self.index.update(known: index, to: dense.count)
    unsafe dense.fill(index)
    version &+= 1
  }

  /// Removes an entity that is in the set.
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

  /// Adds an entity if there is no room yet, or if the change is watched.
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

  /// A copy of the present members.
  @usableFromInline var snapshot: ContiguousArray<UInt32> { dense.copy }

  func clear() {
    keepForLoops()
    version &+= 1
    dense = UncheckedBuffer()
    index = SparseIndex()
  }

  /// Frees spare memory; the values of components may have moved as well.
  func trim() {
    keepForLoops()
    version &+= 1
    dense.trim()
    index.trim()
  }

  // MARK: Loops

  /// Begins a loop over the present members.
  ///
  /// Invariant: `dense` is as it was as long as the set has the version that is returned. Before it
  /// changes, its members are copied for the loops under way.
  @usableFromInline
  func beginLoop() -> Int {
    loops += 1
    isWatched = true
    return version
  }

  /// Ends a loop that began at a version.
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

  /// Returns the members over which a loop under way began, at a version before the present one.
  @usableFromInline @inline(never)
  func members(from start: Int) -> ContiguousArray<UInt32> {
    guard let former = former.last(where: { $0.version == start }) else {
      preconditionFailure("the members of a loop under way are kept")
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
