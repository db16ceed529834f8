/// The positions of the records by their names: a hash table that keeps no name.
///
/// An import of many records meets nearly every name once, so what counts is to learn quickly that
/// a name is new. A filter of a few bits for each name, small enough for a processor's cache, says
/// so for nearly all of them. The table is asked only where the filter does not, and only then are
/// the names since the last time added to it, all at once, which takes a fraction of the time of
/// adding them one by one. The caller compares the names themselves, which the entities of the
/// records have.
///
/// - SeeAlso: Bloom, *Space/time trade-offs in hash coding with allowable errors* (1970); Putze,
///   Sanders and Singler, *Cache-, hash- and space-efficient Bloom filters* (2007), for bits in one
///   word.
struct RecordNames {
  /// A name: its hash and the position of its record.
  private struct Entry {
    let hash: UInt32
    let place: UInt32
  }

  private var entries: ContiguousArray<Entry> = []
  /// A few bits of each entry; the number of words is a power of two.
  private var filter = ContiguousArray<UInt64>(repeating: 0, count: 16)
  /// Open addressing: one more than the number of the entry, 0 where free; at least one in eight is.
  private var buckets = ContiguousArray<UInt32>(repeating: 0, count: 64)
  /// How many of the entries are in the buckets.
  private var filed = 0

  /// Returns whether some record may have a name; nearly always false if none has it.
  func mayHave(hash: Int) -> Bool {
    let hash = UInt32(truncatingIfNeeded: hash)
    let bits = Self.bits(hash)
    return filter[word(hash)] & bits == bits
  }

  /// Returns the position of the record with a name.
  ///
  /// - Parameters:
  ///   - hash: The hash of the name.
  ///   - isEqual: Returns whether the record at a position, whose hash is nearly the same, has the
  ///     name.
  /// - Returns: The position, or nil if no record has the name.
  /// - Complexity: O(1) expected, amortised. Hashes have a new seed in each process, so a file
  ///   cannot be made to collide.
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

  /// Adds a record with a name that no other has.
  mutating func insert(hash: Int, place: Int) {
    let hash = UInt32(truncatingIfNeeded: hash)
    entries.append(Entry(hash: hash, place: UInt32(truncatingIfNeeded: place)))
    // Eight to sixteen bits for each name; three of them are set. One in 27 to one in 127 new names
    // is looked for in vain.
    if entries.count > filter.count * 8 {
      filter = ContiguousArray(repeating: 0, count: filter.count * 2)
      for entry in entries { filter[word(entry.hash)] |= Self.bits(entry.hash) }
    } else {
      filter[word(hash)] |= Self.bits(hash)
    }
  }

  /// Puts the entries into the buckets that are not in them yet.
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

  /// Three bits of a word, chosen by a hash.
  @inline(__always)
  private static func bits(_ hash: UInt32) -> UInt64 {
    let mixed = UInt64(hash) &* 0x9E37_79B9_7F4A_7C15
    return 1 << (mixed >> 58) | 1 << (mixed >> 52 & 63) | 1 << (mixed >> 46 & 63)
  }
}
