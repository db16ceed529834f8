// The array that stores the columns, the entity table, the journal and the sparse sets of ECSKit.
// Callers must pass valid positions, and must not drop a replaced value before all data is
// consistent.

/// A growable array without checks of bounds, sharing or exclusivity in release builds.
///
/// The buffer owns its memory. The first `count` elements are initialized, but the rest of the
/// capacity is not. Functions marked unsafe require a position below the count. Debug builds check
/// this. No pointer into the buffer outlives a call, because the next change may move the elements.
/// Dropping a value may run user code that uses the buffer. So values are moved out first, and the
/// caller must not drop them before all data is consistent.
///
/// Functions that are called for each element are always inlined. Otherwise, if a caller knows
/// `Element` only at run time, each call would look up the type of the buffer (230 instructions).
@usableFromInline @safe
struct UncheckedBuffer<Element: ~Copyable>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline private(set) var count = 0
  @usableFromInline private(set) var capacity = 0

  @inlinable
  init() {
    // This address is not dereferenced while the count is 0.
    unsafe base = unsafe UnsafeMutablePointer(bitPattern: 64).unsafelyUnwrapped
  }

  @inlinable
  deinit {
    unsafe base.deinitialize(count: count)
    if capacity > 0 { unsafe Memory.free(base) }
  }

  @inlinable var isEmpty: Bool { count == 0 }

  @unsafe @inlinable
  subscript(_ position: Int) -> Element {
    @inline(__always) unsafeAddress {
      assert(position >= 0 && position < count)
      return unsafe UnsafePointer(base + position)
    }
    @inline(__always) unsafeMutableAddress {
      assert(position >= 0 && position < count)
      return unsafe base + position
    }
  }

  /// True if the next append allocates.
  @inlinable @inline(__always)
  var isFull: Bool { count == capacity }

  /// Appends an element to a buffer that is not full.
  @unsafe @inlinable @inline(__always)
  mutating func fill(_ element: consuming Element) {
    assert(!isFull)
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }

  @inlinable @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count == capacity { move(to: room(for: count + 1)) }
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }

  @inlinable
  func room(for least: Int) -> Int { Swift.max(least, capacity * 2, 16) }

  @inlinable @inline(never)
  mutating func move(to room: Int) {
    let block = unsafe Memory.allocate(
      room * MemoryLayout<Element>.stride, alignment: MemoryLayout<Element>.alignment)
    let wider = unsafe block.bindMemory(to: Element.self, capacity: room)
    unsafe wider.moveInitialize(from: base, count: count)
    if capacity > 0 { unsafe Memory.free(base) }
    unsafe base = wider
    capacity = room
  }

  /// Moves an element out of the buffer and returns it, and leaves a gap at its position.
  ///
  /// The owner must track the gap.
  ///
  /// Fill a gap before reading it, and fill all gaps before the buffer is deinitialized.
  @unsafe @inlinable @inline(__always)
  mutating func leaveGap(_ position: Int) -> Element {
    assert(position >= 0 && position < count)
    return unsafe (base + position).move()
  }

  @unsafe @inlinable @inline(__always)
  mutating func fillGap(_ position: Int, with element: consuming Element) {
    assert(position >= 0 && position < count)
    unsafe (base + position).initialize(to: element)
  }

  /// Writes a number into a gap.
  ///
  /// The element type must be large enough to hold the number.
  @unsafe @inlinable @inline(__always)
  mutating func write(_ number: Int32, inGap position: Int) {
    assert(position >= 0 && position < count && MemoryLayout<Element>.stride >= 4)
    unsafe UnsafeMutableRawPointer(base + position).storeBytes(of: number, as: Int32.self)
  }

  @unsafe @inlinable @inline(__always)
  func read(inGap position: Int) -> Int32 {
    assert(position >= 0 && position < count && MemoryLayout<Element>.stride >= 4)
    return unsafe UnsafeRawPointer(base + position).loadUnaligned(as: Int32.self)
  }

  /// Replaces the element at a position, and returns the old element.
  @unsafe @inlinable @inline(__always)
  mutating func exchange(_ position: Int, for element: consuming Element) -> Element {
    let old = unsafe leaveGap(position)
    unsafe fillGap(position, with: element)
    return old
  }

  /// Removes and returns an element, and moves the elements after it forward.
  @unsafe
  mutating func remove(at position: Int) -> Element {
    assert(position >= 0 && position < count)
    let removed = unsafe (base + position).move()
    unsafe (base + position).moveInitialize(
      from: base + position + 1, count: count - position - 1)
    count &-= 1
    return removed
  }

  @unsafe @inlinable @inline(__always)
  mutating func removeLast() -> Element {
    assert(count > 0)
    count &-= 1
    return unsafe (base + count).move()
  }

  /// Drops all elements but keeps the capacity.
  ///
  /// The deinits of the elements must not run user code.
  @inlinable @inline(__always)
  mutating func removeAll() {
    let dropped = count
    count = 0
    unsafe base.deinitialize(count: dropped)
  }

  /// Shortens the buffer without deinitializing the elements that it cuts off.
  ///
  /// These elements must be trivial or already moved out.
  @inlinable @inline(__always)
  mutating func truncate(to total: Int) {
    count = Swift.min(count, total)
  }

  mutating func trim() {
    guard capacity > count else { return }
    if count > 0 { move(to: count) } else { self = UncheckedBuffer() }
  }

  var bytes: Int { capacity * MemoryLayout<Element>.stride }
}

extension UncheckedBuffer where Element: Copyable {
  @inlinable @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow(to: count + 1) }
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }

  /// Grows the capacity to at least a given number of elements.
  ///
  /// The number must exceed the current capacity.
  ///
  /// Values that depend on their address, such as values with a weak reference, are moved one by
  /// one. All other values are moved as bytes, together with the gaps between them.
  @inlinable @inline(never)
  mutating func grow(to least: Int) {
    let room = room(for: least)
    guard capacity > 0, _isBitwiseTakable(Element.self),
      let block = unsafe Memory.resize(
        base, to: room * MemoryLayout<Element>.stride, alignment: MemoryLayout<Element>.alignment)
    else { return move(to: room) }
    unsafe base = unsafe block.bindMemory(to: Element.self, capacity: room)
    capacity = room
  }

  mutating func reserve(_ total: Int) {
    if total > capacity { grow(to: total) }
  }

  /// Appends copies of one element until the buffer has a given count.
  @inlinable
  mutating func fill(to total: Int, with element: Element) {
    guard total > count else { return }
    if total > capacity { grow(to: total) }
    unsafe (base + count).initialize(repeating: element, count: total - count)
    count = total
  }

  /// Appends copies of one element until a position is valid, plus a reserve for later positions.
  @inlinable @inline(never)
  mutating func reach(_ position: Int, with element: Element) {
    // The capacity doubles, but only the filled part is touched. So a large buffer takes no more
    // physical memory than it needs.
    fill(to: Swift.max(position + 1, count + count / 8, 64), with: element)
  }

  /// Replaces all elements with two new elements.
  ///
  /// The old elements must be trivial.
  @inlinable @inline(__always)
  mutating func restart(with first: consuming Element, _ second: consuming Element) {
    if capacity < 2 { grow(to: 2) }
    unsafe base.initialize(to: first)
    unsafe (base + 1).initialize(to: second)
    count = 2
  }

  @inlinable var copy: ContiguousArray<Element> {
    unsafe ContiguousArray(UnsafeBufferPointer(start: base, count: count))
  }
}
