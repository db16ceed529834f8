/// A map from the index of an entity to the position of its element in a dense array: the sparse
/// half of a sparse set.
///
/// Columns, groups, collectors and indices all find an entity's element with it. Every index can be
/// read, even if no entity ever had it.
@usableFromInline
struct SparseIndex: ~Copyable {
  /// -1 where there is no element.
  @usableFromInline var positions = UncheckedBuffer<Int32>()

  @inlinable init() {}

  /// The position of an entity's element; -1 if it has none.
  @inlinable @inline(__always)
  subscript(_ index: UInt32) -> Int {
    Int(index) < positions.count ? unsafe Int(positions[Int(index)]) : -1
  }

  /// The position of the element of an entity that has one.
  @unsafe @inlinable @inline(__always)
  subscript(known index: UInt32) -> Int {
    unsafe Int(positions[Int(index)])
  }

  /// Sets the position of an entity's element; -1 for none.
  @inlinable @inline(__always)
  mutating func set(_ index: UInt32, to position: Int) {
    if Int(index) >= positions.count { positions.reach(Int(index), with: -1) }
    unsafe positions[Int(index)] = Int32(truncatingIfNeeded: position)
  }

  /// Changes the position, or sets none, for an entity that has an element.
  @unsafe @inlinable @inline(__always)
  mutating func update(known index: UInt32, to position: Int) {
    unsafe positions[Int(index)] = Int32(truncatingIfNeeded: position)
  }

  /// One past the last index that has an element.
  var end: Int {
    var end = positions.count
    while end > 0, unsafe positions[end - 1] < 0 { end -= 1 }
    return end
  }

  mutating func trim() {
    positions.truncate(to: end)
    positions.trim()
  }

  var bytes: Int { positions.bytes }
}
