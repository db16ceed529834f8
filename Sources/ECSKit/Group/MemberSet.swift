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
  /// Whether an order or a follower has to see members join and leave.
  @safe @exclusivity(unchecked) @usableFromInline var isFollowed = false
  weak var group: Group?

  init(mask: MatchMask) {
    self.mask = mask
  }

  @inlinable @inline(__always)
  func contains(_ index: UInt32) -> Bool { self.index[index] >= 0 }

  /// Adds an entity that is not in the set.
  @inlinable @inline(__always)
  func insert(_ index: UInt32) {
    self.index.set(index, to: dense.count)
    dense.append(index)
    version &+= 1
    if isFollowed { touch(index) }
  }

  /// Removes an entity that is in the set.
  @inlinable @inline(__always)
  func erase(_ index: UInt32) {
    let position = unsafe self.index[known: index]
    unsafe self.index.update(known: index, to: -1)
    let moved = unsafe dense.removeLast()
    if moved != index {
      unsafe dense[position] = moved
      unsafe self.index.update(known: moved, to: position)
    }
    version &+= 1
    if isFollowed { touch(index) }
  }

  /// Notifies the group's orders and followers that a member joined or is leaving.
  @usableFromInline @inline(never)
  func touch(_ index: UInt32) {
    group?.touch(index)
  }

  /// A copy of the present members.
  @usableFromInline var snapshot: ContiguousArray<UInt32> { dense.copy }

  func clear() {
    version &+= 1
    dense = UncheckedBuffer()
    index = SparseIndex()
  }

  /// Frees spare memory; the values of components may have moved as well.
  func trim() {
    version &+= 1
    dense.trim()
    index.trim()
  }

  var bytes: Int { dense.bytes + index.bytes }
}
