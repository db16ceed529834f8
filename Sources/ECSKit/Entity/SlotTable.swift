/// The places entities live in: which handle is alive, when it was created and what it holds.
///
/// A generation is 12 bits of epoch and 20 bits of count. It is handed out once in the life of a
/// core: a place whose count is used up is never used again, and a core whose epochs are used up is
/// abandoned. The generation of an empty place is 0, which no handle carries.
///
/// Above the 20 bits of its count a place has the number of seals that keep it: as long as there is
/// one, it is not given to another entity.
///
/// Invariant: the buffers have the same number of places, `bits` with `stride` words for each; an
/// index that is passed in is below `placeCount`, because it comes from a live handle or from a column.
@usableFromInline
struct SlotTable: ~Copyable {
  @inlinable static var countBits: UInt32 { 20 }
  static let lastEpoch: UInt32 = (1 << 12) - 1
  @inlinable static var lastCount: UInt32 { (1 << countBits) - 1 }

  @usableFromInline var epoch: UInt32 = 0
  @usableFromInline var generations = Buffer<UInt32>()
  @usableFromInline var creations = Buffer<UInt64>()
  /// The component bits of every place, `stride` words each.
  @usableFromInline var bits = Buffer<UInt32>()
  @usableFromInline var stride = 1
  @usableFromInline var counts = Buffer<UInt32>()
  @usableFromInline var freed = Buffer<UInt32>()
  @usableFromInline var liveCount = 0
  /// The number the next entity is created under; it only rises.
  @usableFromInline var nextCreation: UInt64 = 1

  init() {}

  /// How many places were ever used; the buffers are longer, and empty places are dead.
  @usableFromInline var placeCount = 0

  @inlinable
  @inline(__always)
  func isAlive(_ index: UInt32, _ generation: UInt32) -> Bool {
    let place = Int(index)
    return place < generations.count && generations[place] == generation
  }

  /// Takes a place for a new entity.
  @inlinable
  mutating func allocate() -> UInt32 {
    let index = freed.isEmpty ? addPlace() : freed.removeLast()
    let place = Int(index)
    let count = counts[place] &+ 1
    counts[place] = count
    generations[place] = epoch << Self.countBits | count
    creations[place] = nextCreation
    nextCreation &+= 1
    liveCount &+= 1
    return index
  }

  @inlinable
  @inline(__always)
  mutating func addPlace() -> UInt32 {
    if placeCount == generations.count { addRoom() }
    placeCount &+= 1
    return UInt32(truncatingIfNeeded: placeCount &- 1)
  }

  @usableFromInline
  @inline(never)
  mutating func addRoom() {
    let room = Swift.max(64, generations.count + generations.count / 8)
    generations.fill(to: room, with: 0)
    creations.fill(to: room, with: 0)
    counts.fill(to: room, with: 0)
    bits.fill(to: room * stride, with: 0)
  }

  /// Makes the handle of a place dead.
  @inlinable
  @inline(__always)
  mutating func kill(_ index: UInt32) {
    generations[Int(index)] = 0
    liveCount &-= 1
  }

  /// Gives a place, whose bits are clear, to the next entity.
  @inlinable
  @inline(__always)
  mutating func free(_ index: UInt32) {
    if counts[Int(index)] < Self.lastCount { freed.append(index) }
  }

  /// Keeps a place from being freed; false if it is kept too often already.
  mutating func keep(_ index: UInt32) -> Bool {
    guard counts[Int(index)] < UInt32.max - Self.lastCount else { return false }
    counts[Int(index)] += 1 << Self.countBits
    return true
  }

  /// Ends one keeping of a place, which is freed if that was the last and nobody lives there.
  mutating func letGo(_ index: UInt32) {
    counts[Int(index)] -= 1 << Self.countBits
    if generations[Int(index)] == 0 { free(index) }
  }

  /// Lets a released entity live again under the handle it had.
  ///
  /// The place is empty: changes are taken back in the reverse order of their making, and whoever
  /// applies a change set looks before. If it is free it is, as a rule, the one that was freed last.
  mutating func revive(_ index: UInt32, generation: UInt32, creation: UInt64) {
    let place = Int(index)
    precondition(generations[place] == 0, "the place of a revived entity is taken")
    if counts[place] < Self.lastCount,
      let position = (0..<freed.count).last(where: { freed[$0] == index })
    {
      let last = freed.removeLast()
      if position < freed.count { freed[position] = last }
    }
    generations[place] = generation
    creations[place] = creation
    liveCount += 1
  }

  /// Makes room for the bits of more component types.
  mutating func widen(to words: Int) {
    guard words > stride else { return }
    var wider = Buffer<UInt32>()
    wider.fill(to: generations.count * words, with: 0)
    for place in 0..<generations.count {
      for word in 0..<stride { wider[place * words + word] = bits[place * stride + word] }
    }
    bits = wider
    stride = words
  }

  @inlinable
  @inline(__always)
  func has(_ column: AnyColumn, _ index: UInt32) -> Bool {
    bits[Int(index) &* stride &+ column.word] & column.bit != 0
  }

  @inlinable
  @inline(__always)
  mutating func mark(_ column: AnyColumn, _ index: UInt32) {
    bits[Int(index) &* stride &+ column.word] |= column.bit
  }

  @inlinable
  @inline(__always)
  mutating func clearBits(_ index: UInt32) {
    var word = Int(index) &* stride
    let end = word &+ stride
    while word < end {
      bits[word] = 0
      word &+= 1
    }
  }

  @inlinable
  @inline(__always)
  mutating func unmark(_ column: AnyColumn, _ index: UInt32) {
    bits[Int(index) &* stride &+ column.word] &= ~column.bit
  }
}
