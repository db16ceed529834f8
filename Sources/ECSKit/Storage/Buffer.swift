/// A growing array that checks nothing in release: no bounds, no sharing, no exclusivity.
///
/// It owns its memory and ends with what holds it. The first `count` places are initialised, the
/// rest is not; debug builds check each access. No pointer into it leaves a call, because the next
/// change may move it. A value that is dropped may run foreign code, which may come back here; so
/// values are moved out first and dropped by the caller when everything is consistent again.
@usableFromInline
struct Buffer<Element>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline private(set) var count = 0
  @usableFromInline private(set) var capacity = 0

  @inlinable
  init() {
    // Never followed while the count is 0.
    base = UnsafeMutablePointer(bitPattern: 64).unsafelyUnwrapped
  }

  @inlinable
  deinit {
    base.deinitialize(count: count)
    if capacity > 0 { base.deallocate() }
  }

  @inlinable var isEmpty: Bool { count == 0 }

  @inlinable
  subscript(_ place: Int) -> Element {
    @inline(__always) unsafeAddress {
      assert(place >= 0 && place < count)
      return UnsafePointer(base + place)
    }
    @inline(__always) unsafeMutableAddress {
      assert(place >= 0 && place < count)
      return base + place
    }
  }

  @inlinable
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow(to: count + 1) }
    (base + count).initialize(to: element)
    count &+= 1
  }

  @inlinable
  @inline(never)
  mutating func grow(to least: Int) {
    let room = Swift.max(least, capacity * 2, 16)
    let wider = UnsafeMutablePointer<Element>.allocate(capacity: room)
    wider.moveInitialize(from: base, count: count)
    if capacity > 0 { base.deallocate() }
    base = wider
    capacity = room
  }

  /// Fills up to a count with one element.
  @inlinable
  mutating func fill(to total: Int, with element: Element) {
    guard total > count else { return }
    if total > capacity { grow(to: total) }
    (base + count).initialize(repeating: element, count: total - count)
    count = total
  }

  /// Makes the places up to and including one exist, with room to spare, filled with one element.
  @inlinable
  @inline(never)
  mutating func reach(_ place: Int, with element: Element) {
    // The capacity doubles, but what is not filled is not touched, so a large buffer takes no more
    // memory than it needs.
    fill(to: Swift.max(place + 1, count + count / 8, 64), with: element)
  }

  /// Holds these two elements and nothing else; the former ones needed no dropping.
  @inlinable
  @inline(__always)
  mutating func restart(with first: consuming Element, _ second: consuming Element) {
    if capacity < 2 { grow(to: 2) }
    base.initialize(to: first)
    (base + 1).initialize(to: second)
    count = 2
  }

  /// Moves an element out of its place, which is a gap then that the owner of the buffer keeps in mind.
  ///
  /// A gap is filled before it is read, and the buffer has none when it ends.
  @inlinable
  @inline(__always)
  mutating func leaveGap(_ place: Int) -> Element {
    assert(place >= 0 && place < count)
    return (base + place).move()
  }

  @inlinable
  @inline(__always)
  mutating func fillGap(_ place: Int, with element: consuming Element) {
    assert(place >= 0 && place < count)
    (base + place).initialize(to: element)
  }

  /// Puts an element in the place of another one, which the caller drops.
  @inlinable
  mutating func exchange(_ place: Int, for element: consuming Element) -> Element {
    let old = leaveGap(place)
    fillGap(place, with: element)
    return old
  }

  /// Takes an element out that needs no dropping, and moves those behind it up.
  mutating func remove(at place: Int) {
    assert(place >= 0 && place < count)
    (base + place).update(from: base + place + 1, count: count - place - 1)
    truncate(to: count - 1)
  }

  @inlinable
  mutating func removeLast() -> Element {
    assert(count > 0)
    count &-= 1
    return (base + count).move()
  }

  /// Forgets elements that need no dropping.
  @inlinable
  @inline(__always)
  mutating func truncate(to total: Int) {
    count = Swift.min(count, total)
  }

  /// Drops all elements, whose end must not run foreign code, and keeps the room.
  @inlinable
  @inline(__always)
  mutating func removeAll() {
    let dropped = count
    count = 0
    base.deinitialize(count: dropped)
  }
}
