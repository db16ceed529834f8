// The hash table behind Index. Followers file entities in the table while a change is settled, and
// indices read the table. Functions that change the table call no user code while the table is
// inconsistent.

/// A hash table that lists the entities under each key.
///
/// The table also maps each entity to its entries, so an entity can be removed without computing
/// its old key, even if the key function would now return a different key. Hashes are stored, so
/// the table can grow without hashing its keys again. The seed of the hashes differs in each
/// process. A key without entities is removed.
///
/// The comparison, hash and deinit of a key are user code. This code may read the table but must
/// not change it. So functions that change the table hash and compare keys first. These functions
/// return the keys that are no longer used, and the caller must not drop these keys before the
/// table is consistent.
///
/// Invariant: every number in a bucket, a chain or the free list is below `entries.count`.
@usableFromInline
final class HashIndex<Key: Hashable>: FollowerContents {
  /// The entities under one key.
  ///
  /// Usually, a key has a single entity, so `others` is empty.
  @usableFromInline
  struct Entry {
    /// The key, or nil while the entry is in the free list.
    @usableFromInline var key: Key?
    @usableFromInline var hash: Int
    /// The number of the next entry in the bucket's chain or in the free list, or -1 at the end.
    @usableFromInline var next: Int32
    @usableFromInline var first: UInt32
    /// The entities after the first, in creation order.
    @usableFromInline var others: ContiguousArray<UInt32> = []

    @inlinable
    init(key: Key, hash: Int, next: Int32, first: UInt32) {
      self.key = key
      self.hash = hash
      self.next = next
      self.first = first
    }
  }

  /// The number of the first entry in each bucket, or -1 for an empty bucket.
  ///
  /// The number of buckets is a power of two.
  @safe @exclusivity(unchecked) @usableFromInline var buckets = UncheckedBuffer<Int32>()
  @safe @exclusivity(unchecked) @usableFromInline var entries = UncheckedBuffer<Entry>()
  @safe @exclusivity(unchecked) @usableFromInline var freeList: Int32 = -1
  @safe @exclusivity(unchecked) @usableFromInline var keyCount = 0
  @safe @exclusivity(unchecked) @usableFromInline var entryOf = SparseIndex()
  @safe @exclusivity(unchecked) @usableFromInline
  var moreEntries: [UInt32: ContiguousArray<Int32>] = [:]

  @inlinable init() {}

  // MARK: Reading

  /// Returns the number of the entry for a key, or -1 if the key has no entry.
  @inlinable @inline(__always)
  func find(_ key: Key, hash: Int) -> Int32 {
    if buckets.isEmpty { return -1 }
    var number = unsafe buckets[hash & (buckets.count &- 1)]
    while number >= 0 {
      if unsafe entries[Int(number)].hash == hash, isKey(key, of: number) { return number }
      number = unsafe entries[Int(number)].next
    }
    return -1
  }

  @inlinable @inline(__always)
  func isKey(_ key: Key, of number: Int32) -> Bool {
    unsafe entries[Int(number)].key == key
  }

  @inlinable
  func find(_ key: Key) -> Int32 { find(key, hash: key.hashValue) }

  @inlinable
  func first(_ key: Key) -> UInt32? {
    let number = find(key)
    return number >= 0 ? unsafe entries[Int(number)].first : nil
  }

  @inlinable
  func all(_ key: Key) -> [UInt32] {
    let number = find(key)
    guard number >= 0 else { return [] }
    return unsafe [entries[Int(number)].first] + entries[Int(number)].others
  }

  @inlinable
  func count(_ key: Key) -> Int {
    let number = find(key)
    return number >= 0 ? unsafe 1 + entries[Int(number)].others.count : 0
  }

  /// Returns the position of an entity among the entities under a key.
  ///
  /// The result is nil if the entity does not have the key.
  func rank(of index: UInt32, under key: Key, in core: Core) -> Int? {
    let number = find(key)
    guard number >= 0 else { return nil }
    if unsafe entries[Int(number)].first == index { return 0 }
    let others = unsafe entries[Int(number)].others
    let position = Self.position(of: core.entities.creation(of: index), in: others, core)
    return position < others.count && others[position] == index ? position + 1 : nil
  }

  /// Returns the first entity under a key.
  ///
  /// The result is nil if no entity has the key, or if the entity `index` has it.
  func holder(of key: Key, besides index: UInt32) -> UInt32? {
    let number = find(key)
    return number >= 0 && entryOf[index] != Int(number) ? unsafe entries[Int(number)].first : nil
  }

  /// The keys shared by several entities, with the first entity under each key.
  var shared: [(key: Key, first: UInt32)] {
    (0..<entries.count).compactMap { number in
      let entry = unsafe entries[number]
      return entry.others.isEmpty ? nil : entry.key.map { ($0, entry.first) }
    }
  }

  @inlinable
  var keys: [Key] {
    var keys: [Key] = []
    keys.reserveCapacity(keyCount)
    var number = 0
    while number < entries.count {
      if let key = unsafe entries[number].key { keys.append(key) }
      number &+= 1
    }
    return keys
  }

  @usableFromInline var count: Int {
    (0..<UInt32(entryOf.end)).count { entryOf[$0] >= 0 }
  }

  @usableFromInline var bytes: Int {
    var bytes = buckets.bytes + entries.bytes + entryOf.bytes
    for number in 0..<entries.count {
      bytes += unsafe entries[number].others.capacity * MemoryLayout<UInt32>.stride
    }
    return bytes
  }

  // MARK: Filing

  /// Moves an entity to another key, or removes it if the key is nil.
  @inlinable
  func move(_ index: UInt32, to key: Key?, in core: Core) {
    let old = entryOf[index]
    if let key, old >= 0, isKey(key, of: Int32(truncatingIfNeeded: old)) { return }
    // A key that is not equal to itself, such as NaN, cannot be found, so it is not stored.
    let hash = key.flatMap { $0 == $0 ? $0.hashValue : nil }
    let dropped = remove(index, in: core)
    if let key, let hash {
      let number = find(key, hash: hash)
      entryOf.set(index, to: Int(insert(key, hash: hash, number, index, in: core)))
    }
    withExtendedLifetime(dropped) {}
  }

  @inlinable
  func move(_ index: UInt32, toEach keys: some Sequence<Key>, in core: Core) {
    let dropped = remove(index, in: core)
    var entered: ContiguousArray<Int32> = []
    // This set is used for 16 or more keys. With fewer keys, a linear search is faster.
    var seen: Set<Int32> = []
    for key in keys where key == key {
      let hash = key.hashValue
      let found = find(key, hash: hash)
      if found >= 0, seen.isEmpty ? entered.contains(found) : seen.contains(found) { continue }
      let number = insert(key, hash: hash, found, index, in: core)
      entered.append(number)
      if entered.count == 16 { seen.formUnion(entered) }
      if entered.count > 16 { seen.insert(number) }
    }
    if let first = entered.first {
      entryOf.set(index, to: Int(first))
      if entered.count > 1 { moreEntries[index] = ContiguousArray(entered.dropFirst()) }
    }
    withExtendedLifetime(dropped) {}
  }

  /// Removes an entity from the entries of all its keys.
  ///
  /// - Returns: The keys that no longer have an entity. The caller must not drop them before the
  ///   table is consistent.
  @inlinable
  func remove(_ index: UInt32, in core: Core) -> (Key?, [Key?]) {
    let number = entryOf[index]
    guard number >= 0 else { return (nil, []) }
    entryOf.set(index, to: -1)
    let first = leave(Int32(truncatingIfNeeded: number), index, in: core)
    guard !moreEntries.isEmpty, let others = moreEntries.removeValue(forKey: index) else {
      return (first, [])
    }
    return (first, others.map { leave($0, index, in: core) })
  }

  /// Adds an entity to the entry `found`, or to a new entry if `found` is -1.
  ///
  /// The entry must not contain the entity yet.
  ///
  /// - Returns: The number of the entry.
  @inlinable
  func insert(_ key: Key, hash: Int, _ found: Int32, _ index: UInt32, in core: Core) -> Int32 {
    if found >= 0 {
      join(Int(found), index, in: core)
      return found
    }
    if keyCount == buckets.count { rehash(to: Swift.max(16, buckets.count * 2)) }
    let bucket = hash & (buckets.count &- 1)
    let entry = unsafe Entry(key: key, hash: hash, next: buckets[bucket], first: index)
    var number = freeList
    keyCount &+= 1
    if number < 0 {
      number = Int32(truncatingIfNeeded: entries.count)
      entries.append(entry)
    } else {
      freeList = unsafe entries[Int(number)].next
      unsafe entries[Int(number)] = entry
    }
    unsafe buckets[bucket] = number
    return number
  }

  @usableFromInline
  func join(_ number: Int, _ index: UInt32, in core: Core) {
    let creation = core.entities.creation(of: index)
    let first = unsafe entries[number].first
    if creation < core.entities.creation(of: first) {
      unsafe entries[number].others.insert(first, at: 0)
      unsafe entries[number].first = index
    } else {
      let position = unsafe Self.position(of: creation, in: entries[number].others, core)
      unsafe entries[number].others.insert(index, at: position)
    }
  }

  /// Removes an entity from an entry, and returns the entry's key if the entry is now empty.
  @inlinable
  func leave(_ number: Int32, _ index: UInt32, in core: Core) -> Key? {
    if unsafe entries[Int(number)].others.isEmpty { return free(number) }
    removeMember(Int(number), index, in: core)
    return nil
  }

  @usableFromInline
  func removeMember(_ number: Int, _ index: UInt32, in core: Core) {
    if unsafe entries[number].first == index {
      unsafe entries[number].first = entries[number].others.removeFirst()
    } else {
      let creation = core.entities.creation(of: index)
      let position = unsafe Self.position(of: creation, in: entries[number].others, core)
      unsafe entries[number].others.remove(at: position)
    }
  }

  @inlinable
  func free(_ number: Int32) -> Key? {
    let bucket = unsafe entries[Int(number)].hash & (buckets.count &- 1)
    let next = unsafe entries[Int(number)].next
    if unsafe buckets[bucket] == number {
      unsafe buckets[bucket] = next
    } else {
      var before = unsafe Int(buckets[bucket])
      while unsafe entries[before].next != number { before = unsafe Int(entries[before].next) }
      unsafe entries[before].next = next
    }
    let key = unsafe entries[Int(number)].key
    unsafe entries[Int(number)].key = nil
    unsafe entries[Int(number)].next = freeList
    freeList = number
    keyCount &-= 1
    return key
  }

  @inlinable
  func rehash(to count: Int) {
    buckets = UncheckedBuffer()
    buckets.fill(to: count, with: -1)
    for number in 0..<entries.count {
      if unsafe entries[number].key == nil { continue }
      let bucket = unsafe entries[number].hash & (count &- 1)
      unsafe entries[number].next = buckets[bucket]
      unsafe buckets[bucket] = Int32(truncatingIfNeeded: number)
    }
  }

  @usableFromInline var callsForeignCode: Bool { true }

  @usableFromInline
  func clear() {
    // The deinit of a key is user code, so keys are dropped after the table is empty.
    var dropped = UncheckedBuffer<Entry>()
    swap(&dropped, &entries)
    keyCount = 0
    freeList = -1
    buckets = UncheckedBuffer()
    entryOf = SparseIndex()
    moreEntries = [:]
    dropped = UncheckedBuffer()
  }

  @usableFromInline
  func shrink() -> Any? {
    var numbers = ContiguousArray<Int32>(repeating: -1, count: entries.count)
    var kept = UncheckedBuffer<Entry>()
    if keyCount > 0 { kept.move(to: keyCount) }
    for number in 0..<entries.count {
      let entry = unsafe entries[number]
      guard entry.key != nil else { continue }
      numbers[number] = Int32(truncatingIfNeeded: kept.count)
      kept.append(entry)
    }
    entries = kept
    entryOf.trim()
    for index in 0..<UInt32(entryOf.end) where entryOf[index] >= 0 {
      entryOf.set(index, to: Int(numbers[entryOf[index]]))
    }
    moreEntries = moreEntries.mapValues { ContiguousArray($0.map { numbers[Int($0)] }) }
    freeList = -1
    var count = keyCount == 0 ? 0 : 16
    while count < keyCount { count *= 2 }
    rehash(to: count)
    return nil
  }

  @usableFromInline
  static func position(
    of creation: UInt64, in indices: ContiguousArray<UInt32>, _ core: Core
  ) -> Int {
    var low = 0
    var high = indices.count
    while low < high {
      let middle = (low + high) / 2
      if core.entities.creation(of: indices[middle]) < creation {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
