// Stores component values by entity. Column owns a SparseSet. Groups, hash indices and collectors
// use SparseIndex. Call a function with a `known` index only if the index has an element, or room
// for an element.

/// The values of one component type, by entity.
///
/// Reading, adding, replacing and removing a value are O(1). A removed value leaves a gap, and the
/// next new value fills the gap, so no other value moves. Functions that replace a value return the
/// old value. The caller must not drop the old value before all data is consistent, because its
/// deinit may run user code.
///
/// A flag is a component of size zero. It needs no storage for each entity, because the entity's
/// bit is sufficient. All entities share one instance.
///
/// Invariant: callers read the value of an entity only if the entity's bit for the component is
/// set, and the bit is set exactly while a value exists. Every position below `values.count`
/// belongs to one entity or is a gap. The gaps form a linked list: each gap holds the position of
/// the previous gap.
@usableFromInline
struct SparseSet<Value>: ~Copyable {
  @usableFromInline var index = SparseIndex()
  @usableFromInline var values = UncheckedBuffer<Value>()
  /// The position of the most recent gap, or -1 if the set has no gaps.
  @usableFromInline var lastGap: Int32 = -1
  @usableFromInline var gapCount = 0
  /// The positions of previous gaps.
  ///
  /// The array is used only if a gap cannot hold a position.
  @usableFromInline var formerGaps = UncheckedBuffer<Int32>()

  @inlinable init() {}

  @inlinable @inline(__always)
  static var isFlag: Bool { MemoryLayout<Value>.size == 0 }

  /// True if a gap can hold the position of the previous gap.
  @inlinable @inline(__always)
  static var linksGaps: Bool {
    MemoryLayout<Value>.stride >= MemoryLayout<Int32>.size && _isBitwiseTakable(Value.self)
  }

  /// Returns the position of an entity's value.
  ///
  /// The position is -1 if the entity has no value or the component is a flag.
  @inlinable @inline(__always)
  func position(of index: UInt32) -> Int { self.index[index] }

  /// Returns the position of an entity's value, or 0 for a flag.
  ///
  /// The entity must have a value.
  @inlinable @inline(__always)
  func position(ofHolder index: UInt32) -> Int {
    Self.isFlag ? 0 : unsafe self.index[known: index]
  }

  @inlinable @inline(__always)
  func value(at position: Int) -> Value { unsafe values[position] }

  @inlinable @inline(__always)
  func value(of index: UInt32) -> Value { value(at: position(ofHolder: index)) }

  /// The number of values.
  ///
  /// For a flag, the number is 1 if any entity has ever had the component.
  var count: Int { values.count - gapCount }

  /// Adds a value for an entity that has none.
  @inlinable @inline(__always)
  mutating func insert(_ value: Value, _ index: UInt32) {
    if Self.isFlag {
      if values.isEmpty { values.append(value) }
    } else if lastGap < 0 {
      self.index.set(index, to: values.count)
      values.append(value)
    } else {
      let position = takeGap()
      self.index.set(index, to: position)
      unsafe values.fillGap(position, with: value)
    }
  }

  /// Replaces the value at a position, and returns the old value.
  @inlinable @inline(__always)
  mutating func exchange(at position: Int, for value: Value) -> Value {
    unsafe values.exchange(position, for: value)
  }

  /// Replaces the value of an entity, and returns the old value.
  ///
  /// The entity must have a value.
  @inlinable @inline(__always)
  mutating func replace(_ value: Value, _ index: UInt32) -> Value {
    Self.isFlag ? value : exchange(at: unsafe self.index[known: index], for: value)
  }

  /// Removes and returns the value of an entity.
  ///
  /// The entity must have a value.
  @inlinable @inline(__always)
  mutating func remove(_ index: UInt32) -> Value {
    if Self.isFlag { return unsafe values[0] }
    let position = unsafe self.index[known: index]
    unsafe self.index.update(known: index, to: -1)
    let value = unsafe values.leaveGap(position)
    noteGap(position)
    return value
  }

  @inlinable @inline(__always)
  mutating func noteGap(_ position: Int) {
    if Self.linksGaps {
      unsafe values.write(lastGap, inGap: position)
    } else {
      formerGaps.append(lastGap)
    }
    lastGap = Int32(truncatingIfNeeded: position)
    gapCount &+= 1
  }

  /// Removes the most recent gap from the list and returns its position.
  ///
  /// The list must not be empty.
  @inlinable @inline(__always)
  mutating func takeGap() -> Int {
    let position = Int(lastGap)
    lastGap = unsafe Self.linksGaps ? values.read(inGap: position) : formerGaps.removeLast()
    gapCount &-= 1
    return position
  }

  /// Compacts the values, in the order of the entities' indices.
  ///
  /// Call this before the set is deinitialized. The buffer would otherwise deinitialize the gaps,
  /// too.
  mutating func closeGaps() {
    guard gapCount > 0 else { return }
    var dense = UncheckedBuffer<Value>()
    for index in 0..<UInt32(self.index.end) where self.index[index] >= 0 {
      dense.append(unsafe values.leaveGap(self.index[index]))
      unsafe self.index.update(known: index, to: dense.count - 1)
    }
    values.truncate(to: 0)
    values = dense
    lastGap = -1
    gapCount = 0
    formerGaps = UncheckedBuffer()
  }

  mutating func trim() {
    closeGaps()
    index.trim()
    values.trim()
  }

  var bytes: Int { values.bytes + formerGaps.bytes + index.bytes }
}

/// The sparse half of a sparse set.
///
/// This table maps the index of an entity to the position of its element in a dense array. Columns,
/// groups, collectors and indices use it to find the element of an entity. Every index may be read,
/// even an index that no entity has ever had.
@usableFromInline
struct SparseIndex: ~Copyable {
  /// The position of each entity's element, or -1 if the entity has no element.
  @usableFromInline var positions = UncheckedBuffer<Int32>()

  @inlinable init() {}

  @inlinable @inline(__always)
  subscript(_ index: UInt32) -> Int {
    Int(index) < positions.count ? unsafe Int(positions[Int(index)]) : -1
  }

  /// Returns true if setting the entity's position needs no allocation.
  @inlinable @inline(__always)
  func hasRoom(for index: UInt32) -> Bool { Int(index) < positions.count }

  /// The position of an entity's element.
  ///
  /// The entity must have an element.
  @unsafe @inlinable @inline(__always)
  subscript(known index: UInt32) -> Int {
    unsafe Int(positions[Int(index)])
  }

  /// Sets the position of an entity's element.
  ///
  /// The position -1 removes the element.
  @inlinable @inline(__always)
  mutating func set(_ index: UInt32, to position: Int) {
    if Int(index) >= positions.count { positions.reach(Int(index), with: -1) }
    unsafe positions[Int(index)] = Int32(truncatingIfNeeded: position)
  }

  /// Sets the position of an entity's element without a bounds check.
  ///
  /// The position -1 removes the element. The entity must have an element or room for an element.
  @unsafe @inlinable @inline(__always)
  mutating func update(known index: UInt32, to position: Int) {
    unsafe positions[Int(index)] = Int32(truncatingIfNeeded: position)
  }

  /// One more than the largest index that has an element, or 0 if no index has an element.
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
