/// The entities under each key: a hash table that also knows where each entity stands.
///
/// Because it does, an entity is taken out without asking its former value for a key or hashing one,
/// and it is found again even if the key function has changed its mind meanwhile. Hashes are kept,
/// so nothing is hashed twice; they are seeded anew in each process. A key that nobody has is gone.
@usableFromInline
struct KeyTable<Key: Hashable>: IndexStorage {
  /// The entities under one key; nearly always one, which needs no array.
  @usableFromInline
  struct Bucket {
    /// Nil while the bucket waits to be used again.
    @usableFromInline var key: Key?
    @usableFromInline var hash: Int
    /// The next bucket of the same chain, or the next one that waits; -1 at the end.
    @usableFromInline var next: Int32
    @usableFromInline var first: UInt32
    /// The others in creation order, which come after the first.
    @usableFromInline var others: ContiguousArray<UInt32> = []

    @inlinable
    init(key: Key, hash: Int, next: Int32, first: UInt32) {
      self.key = key
      self.hash = hash
      self.next = next
      self.first = first
    }
  }

  /// The first bucket of each chain; their number is a power of two.
  @usableFromInline var chains: ContiguousArray<Int32> = []
  @usableFromInline var buckets: ContiguousArray<Bucket> = []
  /// The bucket of each place, -1 for those that are under no key.
  @usableFromInline var standing: ContiguousArray<Int32> = []
  /// Further buckets of the places that have several keys.
  @usableFromInline var further: [UInt32: ContiguousArray<Int32>] = [:]
  @usableFromInline var firstWaiting: Int32 = -1
  @usableFromInline var keyCount = 0

  @inlinable init() {}

  // MARK: Reading

  /// Returns the number of the bucket of a key; -1 if nobody has it.
  @inlinable
  func find(_ key: Key, hash: Int) -> Int32 {
    if chains.isEmpty { return -1 }
    var number = chains[hash & (chains.count &- 1)]
    while number >= 0 {
      if buckets[Int(number)].hash == hash, buckets[Int(number)].key == key { return number }
      number = buckets[Int(number)].next
    }
    return -1
  }

  @inlinable
  func find(_ key: Key) -> Int32 { find(key, hash: key.hashValue) }

  /// Returns the first place under a key in creation order.
  @inlinable
  func first(_ key: Key) -> UInt32? {
    let number = find(key)
    return number >= 0 ? buckets[Int(number)].first : nil
  }

  /// Returns how many places are under a key.
  @inlinable
  func count(_ key: Key) -> Int {
    let number = find(key)
    return number >= 0 ? 1 + buckets[Int(number)].others.count : 0
  }

  /// Returns how many places under a key were filled before one of them.
  func rank(of place: UInt32, under key: Key, in core: Core) -> Int? {
    let number = find(key)
    guard number >= 0 else { return nil }
    let bucket = buckets[Int(number)]
    if bucket.first == place { return 0 }
    let position = Self.position(of: core.slots.creations[Int(place)], in: bucket.others, core)
    guard position < bucket.others.count, bucket.others[position] == place else { return nil }
    return position + 1
  }

  /// Returns the first place under a key, of which each place has one at most; nil if there is none
  /// or the given one stands there.
  func holder(of key: Key, besides place: UInt32) -> UInt32? {
    let number = find(key)
    let isOwn = Int(place) < standing.count && standing[Int(place)] == number
    return number >= 0 && !isOwn ? buckets[Int(number)].first : nil
  }

  /// The keys that several places share, each with the place of the first.
  var shared: [(key: Key, first: UInt32)] {
    buckets.compactMap { bucket in
      bucket.others.isEmpty ? nil : bucket.key.map { ($0, bucket.first) }
    }
  }

  @usableFromInline var count: Int { standing.count { $0 >= 0 } }

  @usableFromInline var bytes: Int {
    chains.capacity * MemoryLayout<Int32>.stride + buckets.capacity * MemoryLayout<Bucket>.stride
      + standing.capacity * MemoryLayout<Int32>.stride
      + buckets.reduce(0) { $0 + $1.others.capacity * MemoryLayout<UInt32>.stride }
  }

  // MARK: Changing

  // What changes the table calls no foreign code: keys are hashed and compared before, and a key
  // that nobody has any more is handed out, to end when the table can be read again.

  /// The bucket that a place stands in; -1 if it is under no key.
  @inlinable
  func bucket(of place: UInt32) -> Int32 {
    Int(place) < standing.count ? standing[Int(place)] : -1
  }

  /// Takes a place from all its keys.
  ///
  /// - Returns: The keys that nobody has any more.
  @inlinable
  mutating func takeOut(_ place: UInt32, in core: Core) -> (Key?, [Key?]) {
    let number = bucket(of: place)
    guard number >= 0 else { return (nil, []) }
    standing[Int(place)] = -1
    let first = leave(number, place, in: core)
    guard !further.isEmpty, let others = further.removeValue(forKey: place) else {
      return (first, [])
    }
    return (first, others.map { leave($0, place, in: core) })
  }

  /// Notes the buckets that a place was added to, of which there is one at least.
  @inlinable
  mutating func stand(_ place: UInt32, at first: Int32, _ others: ContiguousArray<Int32>) {
    while standing.count <= Int(place) { standing.append(-1) }
    standing[Int(place)] = first
    if !others.isEmpty { further[place] = others }
  }

  /// Adds a place to the bucket of a key, which was looked for, and which it is not in.
  @inlinable
  mutating func enter(
    _ key: Key, hash: Int, _ found: Int32, _ place: UInt32, in core: Core
  ) -> Int32 {
    if found >= 0 {
      join(Int(found), place, in: core)
      return found
    }
    if keyCount == chains.count { chain(Swift.max(16, chains.count * 2)) }
    let slot = hash & (chains.count &- 1)
    let bucket = Bucket(key: key, hash: hash, next: chains[slot], first: place)
    let number = firstWaiting
    keyCount &+= 1
    if number < 0 {
      buckets.append(bucket)
      chains[slot] = Int32(truncatingIfNeeded: buckets.count &- 1)
    } else {
      firstWaiting = buckets[Int(number)].next
      buckets[Int(number)] = bucket
      chains[slot] = number
    }
    return chains[slot]
  }

  @usableFromInline
  mutating func join(_ number: Int, _ place: UInt32, in core: Core) {
    let creation = core.slots.creations[Int(place)]
    if creation < core.slots.creations[Int(buckets[number].first)] {
      buckets[number].others.insert(buckets[number].first, at: 0)
      buckets[number].first = place
    } else {
      let position = Self.position(of: creation, in: buckets[number].others, core)
      buckets[number].others.insert(place, at: position)
    }
  }

  /// Takes a place out of the bucket that it is in, and returns the key if that is empty now.
  @inlinable
  mutating func leave(_ number: Int32, _ place: UInt32, in core: Core) -> Key? {
    if buckets[Int(number)].others.isEmpty { return empty(number) }
    part(Int(number), place, in: core)
    return nil
  }

  @usableFromInline
  mutating func part(_ number: Int, _ place: UInt32, in core: Core) {
    if buckets[number].first == place {
      buckets[number].first = buckets[number].others.removeFirst()
    } else {
      let creation = core.slots.creations[Int(place)]
      let position = Self.position(of: creation, in: buckets[number].others, core)
      buckets[number].others.remove(at: position)
    }
  }

  /// Takes a bucket that nobody is in out of its chain.
  @inlinable
  mutating func empty(_ number: Int32) -> Key? {
    let slot = buckets[Int(number)].hash & (chains.count &- 1)
    let next = buckets[Int(number)].next
    if chains[slot] == number {
      chains[slot] = next
    } else {
      var before = Int(chains[slot])
      while buckets[before].next != number { before = Int(buckets[before].next) }
      buckets[before].next = next
    }
    let key = buckets[Int(number)].key
    buckets[Int(number)].key = nil
    buckets[Int(number)].next = firstWaiting
    firstWaiting = number
    keyCount &-= 1
    return key
  }

  /// Chains all buckets anew.
  @inlinable
  mutating func chain(_ count: Int) {
    chains = ContiguousArray(repeating: -1, count: count)
    for number in buckets.indices where buckets[number].key != nil {
      let slot = buckets[number].hash & (count &- 1)
      buckets[number].next = chains[slot]
      chains[slot] = Int32(truncatingIfNeeded: number)
    }
  }

  /// Gives back the room of keys that nobody has.
  @usableFromInline
  mutating func shrink() -> Any? {
    var numbers = ContiguousArray<Int32>(repeating: -1, count: buckets.count)
    var kept = ContiguousArray<Bucket>()
    kept.reserveCapacity(keyCount)
    for (number, bucket) in buckets.enumerated() where bucket.key != nil {
      numbers[number] = Int32(truncatingIfNeeded: kept.count)
      kept.append(bucket)
    }
    buckets = kept
    standing = ContiguousArray(
      standing[..<((standing.lastIndex { $0 >= 0 } ?? -1) + 1)].map {
        $0 < 0 ? $0 : numbers[Int($0)]
      })
    further = further.mapValues { ContiguousArray($0.map { numbers[Int($0)] }) }
    firstWaiting = -1
    var count = keyCount == 0 ? 0 : 16
    while count < keyCount { count *= 2 }
    chain(count)
    return nil
  }

  @usableFromInline
  static func position(
    of creation: UInt64, in places: ContiguousArray<UInt32>, _ core: Core
  ) -> Int {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if core.slots.creations[Int(places[middle])] < creation {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}

extension Box {
  /// Puts a place under another key, or under none.
  ///
  /// Comparing and hashing keys, and the end of one, are foreign code, which may read the table.
  @inlinable
  func move<Key>(_ place: UInt32, to key: Key?, in core: Core) where Value == KeyTable<Key> {
    let old = value.bucket(of: place)
    if let key, old >= 0, value.buckets[Int(old)].key == key { return }
    // Nobody could find it under a key that equals nothing (a not-a-number).
    let hash = key.flatMap { $0 == $0 ? $0.hashValue : nil }
    let dropped = value.takeOut(place, in: core)
    if let key, let hash {
      let number = value.find(key, hash: hash)
      let entered = value.enter(key, hash: hash, number, place, in: core)
      value.stand(place, at: entered, [])
    }
    withExtendedLifetime(dropped) {}
  }

  /// Puts a place under each of some keys and under no other.
  @inlinable
  func move<Key>(
    _ place: UInt32, toEach keys: some Sequence<Key>, in core: Core
  ) where Value == KeyTable<Key> {
    let dropped = value.takeOut(place, in: core)
    var entered: ContiguousArray<Int32> = []
    // Used from some buckets on, so that few keys cost no set and many are not searched through.
    var seen: Set<Int32> = []
    for key in keys where key == key {
      let hash = key.hashValue
      let found = value.find(key, hash: hash)
      if found >= 0, seen.isEmpty ? entered.contains(found) : seen.contains(found) { continue }
      let number = value.enter(key, hash: hash, found, place, in: core)
      entered.append(number)
      if entered.count == 16 { seen.formUnion(entered) }
      if entered.count > 16 { seen.insert(number) }
    }
    if let first = entered.first {
      value.stand(place, at: first, ContiguousArray(entered.dropFirst()))
    }
    withExtendedLifetime(dropped) {}
  }
}
