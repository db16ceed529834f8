// Allocates and frees the slots of entities. Core+Changes.swift and Core+Rollback.swift call the
// table, and change sets reserve slots. Every index that is passed in is below `slotCount`.

/// The bit of a component type in an entity's bits.
@usableFromInline
struct ComponentBit {
  /// The number of the 32-bit word that contains the bit.
  @usableFromInline let word: Int
  @usableFromInline let mask: UInt32

  init(number: Int) {
    word = number >> 5
    mask = 1 << UInt32(number & 31)
  }
}

/// The table of entities: the generation, creation number and component bits of each slot.
///
/// A generation consists of the epoch (12 bits) and the use count of the slot (20 bits). A slot has
/// each generation at most once in the life of a core. A slot whose use count is exhausted is never
/// used again, and neither is a core whose epochs are exhausted. The generation of an empty slot is
/// 0. No handle has this generation.
///
/// An element of `counts` holds the use count of a slot in its lower 20 bits and the number of
/// reservations in its upper 12 bits. A reserved slot is not given to another entity.
///
/// Invariant: `generations`, `creations` and `counts` have one element for each slot, and `bits`
/// has `stride` words for each slot. Every index passed in is below `slotCount`, because it belongs
/// to a live handle or to a column.
@usableFromInline
struct EntityTable: ~Copyable {
  @inlinable static var countBits: UInt32 { 20 }
  static let lastEpoch: UInt32 = (1 << 12) - 1
  @inlinable static var lastCount: UInt32 { (1 << countBits) - 1 }

  @usableFromInline var epoch: UInt32 = 0
  @usableFromInline var generations = UncheckedBuffer<UInt32>()
  @usableFromInline var creations = UncheckedBuffer<UInt64>()
  /// The component bits of each slot, in `stride` words.
  @usableFromInline var bits = UncheckedBuffer<UInt32>()
  @usableFromInline var stride = 1
  @usableFromInline var counts = UncheckedBuffer<UInt32>()
  @usableFromInline var freeList = UncheckedBuffer<UInt32>()
  @usableFromInline var liveCount = 0
  /// The creation number of the next entity.
  ///
  /// The number is greater than all numbers assigned so far.
  @usableFromInline var nextCreation: UInt64 = 1
  /// The number of slots that were ever used.
  ///
  /// The buffers may be longer.
  @usableFromInline var slotCount = 0

  init() {}

  // MARK: Reading

  @inlinable @inline(__always)
  func isAlive(_ index: UInt32, _ generation: UInt32) -> Bool {
    unsafe Int(index) < generations.count && generations[Int(index)] == generation
  }

  /// Returns true if the entity to which a handle refers exists.
  ///
  /// The handle must be from the current epoch. The index needs no bounds check, because no slot is
  /// removed during an epoch.
  @inlinable @inline(__always)
  func isAlive(inEpoch index: UInt32, _ generation: UInt32) -> Bool {
    unsafe generations[Int(index)] == generation
  }

  @inlinable @inline(__always)
  func generation(of index: UInt32) -> UInt32 { unsafe generations[Int(index)] }

  /// Returns the creation number of the slot's current or last entity.
  @inlinable @inline(__always)
  func creation(of index: UInt32) -> UInt64 { unsafe creations[Int(index)] }

  @inlinable @inline(__always)
  func bits(of index: UInt32, word: Int) -> UInt32 {
    unsafe bits[Int(index) &* stride &+ word]
  }

  @inlinable @inline(__always)
  func has(_ bit: ComponentBit, _ index: UInt32) -> Bool {
    bits(of: index, word: bit.word) & bit.mask != 0
  }

  /// The indices of the live entities, in no particular order.
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

  // MARK: Allocation

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

  /// Changes the creation number of the most recently allocated entity.
  ///
  /// A number that is out of range or taken is ignored.
  mutating func renumber(_ index: UInt32, _ number: UInt64) {
    let given = nextCreation - 1
    guard number > 0, number < Self.endOfCreations else { return }
    if number < given, (0..<UInt32(slotCount)).contains(where: { isTaken(number, by: $0) }) {
      return
    }
    unsafe creations[Int(index)] = number
    nextCreation = max(given, number + 1)
  }

  mutating func skip(through number: UInt64) {
    if number < Self.endOfCreations { nextCreation = max(nextCreation, number + 1) }
  }

  /// The exclusive upper limit for creation numbers that are read from a file.
  ///
  /// A number near `UInt64.max` would exhaust the counter.
  private static var endOfCreations: UInt64 { UInt64.max / 2 }

  /// Returns true if a creation number belongs to the entity of a slot.
  ///
  /// The number of a destroyed entity also counts if the entity may be revived in the slot.
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

  @inlinable @inline(__always)
  mutating func kill(_ index: UInt32) {
    unsafe generations[Int(index)] = 0
    liveCount &-= 1
  }

  /// Makes the handle of a slot valid again after `kill`.
  ///
  /// The slot must not have been reused.
  @usableFromInline
  mutating func show(_ index: UInt32, generation: UInt32) {
    unsafe generations[Int(index)] = generation
    liveCount &+= 1
  }

  /// Adds a slot to the free list.
  ///
  /// If the slot is reserved or its use count is exhausted, nothing happens. The bits of the slot
  /// must be clear. The call does not allocate, because the list has room for all slots.
  @inlinable @inline(__always)
  mutating func free(_ index: UInt32) {
    if unsafe counts[Int(index)] < Self.lastCount { unsafe freeList.fill(index) }
  }

  /// Revives a destroyed entity with its old handle.
  ///
  /// The slot must be empty. A rollback guarantees this, because it undoes changes in reverse
  /// order. The slot is also checked before a change set is applied. If the slot is on the free
  /// list, it is usually the last element.
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

  // MARK: Reservations

  /// Reserves a slot.
  ///
  /// - Returns: False if the slot already has the maximum number of reservations.
  mutating func reserve(_ index: UInt32) -> Bool {
    guard unsafe counts[Int(index)] < UInt32.max - Self.lastCount else { return false }
    unsafe counts[Int(index)] += 1 << Self.countBits
    return true
  }

  /// Ends one reservation of a slot, and frees the slot if it is empty and has no reservation left.
  mutating func release(_ index: UInt32) {
    unsafe counts[Int(index)] -= 1 << Self.countBits
    if generation(of: index) == 0 { free(index) }
  }

  // MARK: Bits

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
    // For one word, the code uses no loop, because the compiler would turn the loop into a call to
    // `memset`.
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
