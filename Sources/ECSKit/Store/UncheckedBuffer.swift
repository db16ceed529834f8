/// A growing array that checks nothing in release builds: neither bounds nor sharing nor
/// exclusivity.
///
/// It owns its memory and frees it with its owner. The first `count` elements are initialized, the
/// rest is not. Functions that are marked unsafe rely on a position below the count, which debug
/// builds check. No pointer into the buffer leaves a call, because the next change may move it.
/// Dropping a value may run foreign code that uses the buffer, so values are moved out first and
/// dropped by the caller once everything is consistent again.
///
/// What is called for each element is always inlined: a caller that knows `Element` at run time only would
/// have the runtime look up the type of the buffer for each call (230 instructions).
@usableFromInline @safe
struct UncheckedBuffer<Element: ~Copyable>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline private(set) var count = 0
  @usableFromInline private(set) var capacity = 0

  @inlinable
  init() {
    // Never dereferenced while the count is 0.
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

  /// Whether another element takes more memory.
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

  /// The capacity that a buffer grows to that has to hold at least so many elements.
  @inlinable
  func room(for least: Int) -> Int { Swift.max(least, capacity * 2, 16) }

  /// Moves the elements to another block.
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

  /// Moves an element out of its position, which leaves a gap that the owner keeps track of.
  ///
  /// A gap must be filled before it is read, and the buffer must have none when it is
  /// deinitialized.
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

  /// Writes a number into a gap, which has no element; an element must have room for it.
  @unsafe @inlinable @inline(__always)
  mutating func write(_ number: Int32, inGap position: Int) {
    assert(position >= 0 && position < count && MemoryLayout<Element>.stride >= 4)
    unsafe UnsafeMutableRawPointer(base + position).storeBytes(of: number, as: Int32.self)
  }

  /// Returns the number that was written into a gap.
  @unsafe @inlinable @inline(__always)
  func read(inGap position: Int) -> Int32 {
    assert(position >= 0 && position < count && MemoryLayout<Element>.stride >= 4)
    return unsafe UnsafeRawPointer(base + position).loadUnaligned(as: Int32.self)
  }

  /// Replaces the element at a position and returns the old one, which the caller drops.
  @unsafe @inlinable @inline(__always)
  mutating func exchange(_ position: Int, for element: consuming Element) -> Element {
    let old = unsafe leaveGap(position)
    unsafe fillGap(position, with: element)
    return old
  }

  /// Removes an element, moves the later ones forward, and returns it.
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

  /// Drops all elements, whose deinit must not run foreign code, and keeps the capacity.
  @inlinable @inline(__always)
  mutating func removeAll() {
    let dropped = count
    count = 0
    unsafe base.deinitialize(count: dropped)
  }

  /// Shortens the buffer without deinitializing the elements, which must be trivial or moved out.
  @inlinable @inline(__always)
  mutating func truncate(to total: Int) {
    count = Swift.min(count, total)
  }

  /// Frees spare capacity.
  mutating func trim() {
    guard capacity > count else { return }
    if count > 0 { move(to: count) } else { self = UncheckedBuffer() }
  }

  /// The number of bytes allocated.
  var bytes: Int { capacity * MemoryLayout<Element>.stride }
}

extension UncheckedBuffer where Element: Copyable {
  @inlinable @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow(to: count + 1) }
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }

  /// Makes room for at least so many elements, more than there is.
  ///
  /// A value that is bound to its address, as one with a weak reference, is moved by Swift; all others
  /// may be moved as bytes, and so may gaps between them.
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

  /// Makes room for so many elements, if there is less.
  mutating func reserve(_ total: Int) {
    if total > capacity { grow(to: total) }
  }

  /// Fills up to a count with one element.
  @inlinable
  mutating func fill(to total: Int, with element: Element) {
    guard total > count else { return }
    if total > capacity { grow(to: total) }
    unsafe (base + count).initialize(repeating: element, count: total - count)
    count = total
  }

  /// Makes the positions up to and including one exist, with some to spare, filled with one
  /// element.
  @inlinable @inline(never)
  mutating func reach(_ position: Int, with element: Element) {
    // The capacity doubles, but what is not filled is not touched, so a large buffer takes no more
    // memory than it needs.
    fill(to: Swift.max(position + 1, count + count / 8, 64), with: element)
  }

  /// Replaces all elements by two; the former ones must be trivial.
  @inlinable @inline(__always)
  mutating func restart(with first: consuming Element, _ second: consuming Element) {
    if capacity < 2 { grow(to: 2) }
    unsafe base.initialize(to: first)
    unsafe (base + 1).initialize(to: second)
    count = 2
  }

  /// A copy of the elements.
  @inlinable var copy: ContiguousArray<Element> {
    unsafe ContiguousArray(UnsafeBufferPointer(start: base, count: count))
  }
}
