/// A hash table from record names to record positions that does not store the names.
///
/// Nearly every name of a large import is new, so a lookup of a new name must be fast. A Bloom
/// filter recognizes nearly all new names, and is small enough for a processor's cache. For any
/// other name, the pending entries are first added to the buckets, and then the buckets are
/// searched. Adding the entries in bulk is much faster than single insertions. The entities store
/// the names, so the caller compares them.
///
/// - SeeAlso: Bloom, *Space/time trade-offs in hash coding with allowable errors* (1970); Putze,
///   Sanders and Singler, *Cache-, hash- and space-efficient Bloom filters* (2007), for bits in one
///   word.
struct RecordNames {
  private struct Entry {
    let hash: UInt32
    let place: UInt32
  }

  private var entries: ContiguousArray<Entry> = []
  /// The words of the Bloom filter.
  ///
  /// The number of words is a power of two.
  private var filter = ContiguousArray<UInt64>(repeating: 0, count: 16)
  /// The buckets, with open addressing.
  ///
  /// A bucket contains the index of an entry plus one, or 0 if the bucket is free. At least an
  /// eighth of the buckets are free.
  private var buckets = ContiguousArray<UInt32>(repeating: 0, count: 64)
  /// The number of entries that are already in the buckets.
  private var filed = 0

  /// Returns true if a record may have a name with this hash.
  ///
  /// False positives are rare.
  func mayHave(hash: Int) -> Bool {
    let hash = UInt32(truncatingIfNeeded: hash)
    let bits = Self.bits(hash)
    return filter[word(hash)] & bits == bits
  }

  /// Returns the position of the record with a name, or nil if no record has the name.
  ///
  /// The closure returns true if the record at a position has the name. It is called only if the
  /// low 32 bits of the hashes are equal.
  ///
  /// - Complexity: Amortized O(1) expected. Hashes have a new seed in each process, so a file
  ///   cannot provoke collisions.
  mutating func place(hash: Int, where isEqual: (Int) -> Bool) -> Int? {
    let hash = UInt32(truncatingIfNeeded: hash)
    file()
    let mask = buckets.count - 1
    var bucket = Int(hash) & mask
    while buckets[bucket] != 0 {
      let entry = entries[Int(buckets[bucket]) - 1]
      if entry.hash == hash, isEqual(Int(entry.place)) { return Int(entry.place) }
      bucket = (bucket + 1) & mask
    }
    return nil
  }

  mutating func insert(hash: Int, place: Int) {
    let hash = UInt32(truncatingIfNeeded: hash)
    entries.append(Entry(hash: hash, place: UInt32(truncatingIfNeeded: place)))
    // The filter has 8 to 16 bits per name, and each name sets three of them. About one in 27 to
    // 127 new names is falsely reported as known.
    if entries.count > filter.count * 8 {
      filter = ContiguousArray(repeating: 0, count: filter.count * 2)
      for entry in entries { filter[word(entry.hash)] |= Self.bits(entry.hash) }
    } else {
      filter[word(hash)] |= Self.bits(hash)
    }
  }

  private mutating func file() {
    if entries.count * 8 > buckets.count * 7 {
      var count = buckets.count
      while entries.count * 8 > count * 7 { count *= 2 }
      buckets = ContiguousArray(repeating: 0, count: count)
      filed = 0
    }
    let mask = buckets.count - 1
    while filed < entries.count {
      var bucket = Int(entries[filed].hash) & mask
      while buckets[bucket] != 0 { bucket = (bucket + 1) & mask }
      filed += 1
      buckets[bucket] = UInt32(truncatingIfNeeded: filed)
    }
  }

  private func word(_ hash: UInt32) -> Int { Int(hash) & (filter.count - 1) }

  @inline(__always)
  private static func bits(_ hash: UInt32) -> UInt64 {
    let mixed = UInt64(hash) &* 0x9E37_79B9_7F4A_7C15
    return 1 << (mixed >> 58) | 1 << (mixed >> 52 & 63) | 1 << (mixed >> 46 & 63)
  }
}
