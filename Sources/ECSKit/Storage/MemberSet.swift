/// The members of a group: a set of places in no order, with the position of each beside it.
///
/// An object of its own, so that columns can list it without counting references. Invariant: a list
/// of a column points only at sets of groups that the context owns until it ends.
@usableFromInline
final class MemberSet {
  @usableFromInline let mask: MatchMask
  @exclusivity(unchecked) @usableFromInline var dense = Buffer<UInt32>()
  @exclusivity(unchecked) @usableFromInline var positions = Buffer<Int32>()
  /// Rises with every coming and going.
  @exclusivity(unchecked) @usableFromInline var version = 0
  /// Whether somebody keeps an order of the members and has to learn of comings and goings.
  @exclusivity(unchecked) @usableFromInline var isFollowed = false
  unowned(unsafe) var group: Group?

  init(mask: MatchMask) {
    self.mask = mask
  }

  @inlinable
  @inline(__always)
  func contains(_ index: UInt32) -> Bool {
    let place = Int(index)
    return place < positions.count && positions[place] >= 0
  }

  /// Adds a place that is not in the set.
  @inlinable
  @inline(__always)
  func insert(_ index: UInt32) {
    let place = Int(index)
    if place >= positions.count { positions.reach(place, with: -1) }
    positions[place] = Int32(truncatingIfNeeded: dense.count)
    dense.append(index)
    version &+= 1
    if isFollowed { touch(index) }
  }

  /// Removes a place that is in the set.
  @inlinable
  @inline(__always)
  func erase(_ index: UInt32) {
    let position = Int(positions[Int(index)])
    positions[Int(index)] = -1
    let moved = dense.removeLast()
    if moved != index {
      dense[position] = moved
      positions[Int(moved)] = Int32(truncatingIfNeeded: position)
    }
    version &+= 1
    if isFollowed { touch(index) }
  }

  /// Tells the group's orders that a member came or is leaving.
  @usableFromInline
  @inline(never)
  func touch(_ index: UInt32) {
    group?.touch(index)
  }

  /// The members of this moment.
  @usableFromInline var snapshot: ContiguousArray<UInt32> {
    ContiguousArray(UnsafeBufferPointer(start: dense.base, count: dense.count))
  }

  func clear() {
    version &+= 1
    dense = Buffer()
    positions = Buffer()
  }
}

/// The member sets that a column or a core tells of a change.
///
/// The list is walked by number and looked at anew each time, for a group may be made meanwhile.
@usableFromInline
struct MemberSetList: ~Copyable {
  @usableFromInline var sets = Buffer<Unretained<MemberSet>>()

  @inlinable init() {}

  /// Adds the set of a group that the context keeps until it ends.
  mutating func append(_ group: Group) {
    sets.append(Unretained(group.members))
  }

  @inlinable var isEmpty: Bool { sets.isEmpty }

  @inlinable
  @inline(__always)
  func visit(_ body: (MemberSet) -> Void) {
    var place = 0
    while place < sets.count {
      sets[place].with(body)
      place &+= 1
    }
  }
}
