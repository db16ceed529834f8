/// The bit that stands for a component type.
@usableFromInline
struct ComponentBit {
  /// The number of the word that contains the bit.
  @usableFromInline let word: Int
  @usableFromInline let mask: UInt32

  init(number: Int) {
    word = number >> 5
    mask = 1 << UInt32(number & 31)
  }
}

/// The table of entities: for each slot, the valid generation, the creation number and the
/// component bits.
///
/// A generation is 12 bits of epoch and 20 bits of count. A slot has each generation only once in
/// the life of a core: a slot whose count is used up is never used again, and a core whose epochs
/// are used up is abandoned. The generation of an empty slot is 0, which no handle has.
///
/// Above its 20 bits, a count holds the number of reservations that reserve the slot. As long as there is
/// one, the slot is not given to another entity.
///
/// Invariant: the buffers have the same number of slots, `bits` with `stride` words for each; an index
/// that is passed in is below `slotCount`, because it comes from a live handle or from a column.
@usableFromInline
struct EntityTable: ~Copyable {
  @inlinable static var countBits: UInt32 { 20 }
  static let lastEpoch: UInt32 = (1 << 12) - 1
  @inlinable static var lastCount: UInt32 { (1 << countBits) - 1 }

  @usableFromInline var epoch: UInt32 = 0
  @usableFromInline var generations = UncheckedBuffer<UInt32>()
  @usableFromInline var creations = UncheckedBuffer<UInt64>()
  /// The component bits of every slot, `stride` words each.
  @usableFromInline var bits = UncheckedBuffer<UInt32>()
  @usableFromInline var stride = 1
  @usableFromInline var counts = UncheckedBuffer<UInt32>()
  @usableFromInline var freeList = UncheckedBuffer<UInt32>()
  @usableFromInline var liveCount = 0
  /// The creation number of the next entity; it only rises.
  @usableFromInline var nextCreation: UInt64 = 1
  /// The number of slots that were ever used; the buffers may be longer.
  @usableFromInline var slotCount = 0

  init() {}

  // MARK: Reading

  @inlinable @inline(__always)
  func isAlive(_ index: UInt32, _ generation: UInt32) -> Bool {
    unsafe Int(index) < generations.count && generations[Int(index)] == generation
  }

  /// Returns whether the entity of a handle of the present epoch exists.
  ///
  /// Its index is that of a slot, since slots are only added as long as an epoch lasts.
  @inlinable @inline(__always)
  func isAlive(inEpoch index: UInt32, _ generation: UInt32) -> Bool {
    unsafe generations[Int(index)] == generation
  }

  /// Returns the generation of the entity in a slot; 0 if the slot is empty.
  @inlinable @inline(__always)
  func generation(of index: UInt32) -> UInt32 { unsafe generations[Int(index)] }

  /// Returns the creation number of the entity that lives in a slot or lived there last.
  @inlinable @inline(__always)
  func creation(of index: UInt32) -> UInt64 { unsafe creations[Int(index)] }

  /// Returns a word of an entity's component bits.
  @inlinable @inline(__always)
  func bits(of index: UInt32, word: Int) -> UInt32 {
    unsafe bits[Int(index) &* stride &+ word]
  }

  @inlinable @inline(__always)
  func has(_ bit: ComponentBit, _ index: UInt32) -> Bool {
    bits(of: index, word: bit.word) & bit.mask != 0
  }

  /// The indices of the living entities, in no particular order.
  var living: [UInt32] {
    var living: [UInt32] = []
    living.reserveCapacity(liveCount)
    var index: UInt32 = 0
    while Int(index) < slotCount {
      if generation(of: index) != 0 { living.append(index) }
      index &+= 1
    }
    return living
  }

  // MARK: Coming and going

  /// Takes a slot for a new entity.
  @inlinable
  mutating func allocate() -> UInt32 {
    let index = freeList.isEmpty ? addSlot() : unsafe freeList.removeLast()
    let count = unsafe counts[Int(index)] &+ 1
    unsafe counts[Int(index)] = count
    unsafe generations[Int(index)] = epoch << Self.countBits | count
    unsafe creations[Int(index)] = nextCreation
    nextCreation &+= 1
    liveCount &+= 1
    return index
  }

  /// Gives an entity that was just allocated another creation number, if that is free.
  mutating func renumber(_ index: UInt32, _ number: UInt64) {
    let given = nextCreation - 1
    guard number > 0, number < Self.endOfCreations else { return }
    if number < given, (0..<UInt32(slotCount)).contains(where: { isTaken(number, by: $0) }) {
      return
    }
    unsafe creations[Int(index)] = number
    nextCreation = max(given, number + 1)
  }

  /// Gives entities that are created from now on greater numbers than one.
  mutating func skip(through number: UInt64) {
    if number < Self.endOfCreations { nextCreation = max(nextCreation, number + 1) }
  }

  /// Greater numbers are not taken from a file, since the next ones would not last.
  private static var endOfCreations: UInt64 { UInt64.max / 2 }

  /// Whether the entity of a slot has a creation number, or may have it again.
  private func isTaken(_ number: UInt64, by index: UInt32) -> Bool {
    guard creation(of: index) == number else { return false }
    return unsafe generation(of: index) != 0 || counts[Int(index)] > Self.lastCount
  }

  @inlinable @inline(__always)
  mutating func addSlot() -> UInt32 {
    if slotCount == generations.count { addRoom() }
    slotCount &+= 1
    return UInt32(truncatingIfNeeded: slotCount &- 1)
  }

  @usableFromInline @inline(never)
  mutating func addRoom() {
    let room = Swift.max(64, generations.count + generations.count / 8)
    generations.fill(to: room, with: 0)
    creations.fill(to: room, with: 0)
    counts.fill(to: room, with: 0)
    bits.fill(to: room * stride, with: 0)
    freeList.reserve(room)
  }

  /// Makes the handle of a slot invalid.
  @inlinable @inline(__always)
  mutating func kill(_ index: UInt32) {
    unsafe generations[Int(index)] = 0
    liveCount &-= 1
  }

  /// Makes a handle valid again that `kill` made invalid; the slot was not used since.
  @usableFromInline
  mutating func show(_ index: UInt32, generation: UInt32) {
    unsafe generations[Int(index)] = generation
    liveCount &+= 1
  }

  /// Adds a slot, whose bits are clear, to the free list, unless it is reserved or used up.
  ///
  /// The list has room for all slots, so this allocates nothing.
  @inlinable @inline(__always)
  mutating func free(_ index: UInt32) {
    if unsafe counts[Int(index)] < Self.lastCount { unsafe freeList.fill(index) }
  }

  /// Revives a destroyed entity under its former handle.
  ///
  /// The slot is empty: changes are rolled back in reverse order, and applying a change set checks
  /// it first. If the slot is in the free list, it is usually the last one.
  mutating func revive(_ index: UInt32, generation: UInt32, creation: UInt64) {
    precondition(self.generation(of: index) == 0, "the slot of a revived entity is taken")
    var position = freeList.count - 1
    if unsafe counts[Int(index)] < Self.lastCount {
      while position >= 0, unsafe freeList[position] != index { position -= 1 }
      if position >= 0 {
        let last = unsafe freeList.removeLast()
        if position < freeList.count { unsafe freeList[position] = last }
      }
    }
    unsafe creations[Int(index)] = creation
    show(index, generation: generation)
  }

  // MARK: Keeping slots

  /// Reserves a slot; returns false if it has too many reservations already.
  mutating func reserve(_ index: UInt32) -> Bool {
    guard unsafe counts[Int(index)] < UInt32.max - Self.lastCount else { return false }
    unsafe counts[Int(index)] += 1 << Self.countBits
    return true
  }

  /// Ends one reservation of a slot, which is freed if that was the last one and the slot is empty.
  mutating func release(_ index: UInt32) {
    unsafe counts[Int(index)] -= 1 << Self.countBits
    if generation(of: index) == 0 { free(index) }
  }

  // MARK: Bits

  /// Widens the rows of bits for more component types.
  mutating func widen(to words: Int) {
    guard words > stride else { return }
    var wider = UncheckedBuffer<UInt32>()
    wider.fill(to: generations.count * words, with: 0)
    for slot in 0..<generations.count {
      for word in 0..<stride {
        unsafe wider[slot * words + word] = bits(of: UInt32(slot), word: word)
      }
    }
    bits = wider
    stride = words
  }

  @inlinable @inline(__always)
  mutating func mark(_ bit: ComponentBit, _ index: UInt32) {
    unsafe bits[Int(index) &* stride &+ bit.word] |= bit.mask
  }

  @inlinable @inline(__always)
  mutating func unmark(_ bit: ComponentBit, _ index: UInt32) {
    unsafe bits[Int(index) &* stride &+ bit.word] &= ~bit.mask
  }

  @inlinable @inline(__always)
  mutating func clearBits(_ index: UInt32) {
    // The loop would become a call that fills memory.
    if stride == 1 {
      unsafe bits[Int(index)] = 0
      return
    }
    var word = Int(index) &* stride
    let end = word &+ stride
    while word < end {
      unsafe bits[word] = 0
      word &+= 1
    }
  }

  var bytes: Int {
    generations.bytes + creations.bytes + bits.bytes + counts.bytes + freeList.bytes
  }
}
