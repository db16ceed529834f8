import Basics

/// The distinct keys of a document, numbered in the order of their first occurrences.
///
/// Keys are compared by their decoded bytes. So `"a"` and `"\u0061"` are equal, but the two Unicode
/// spellings of `é` are different. The table stores only the first position of each key.
package struct SourceKeyTable: Sendable {
  package struct Entry: Sendable {
    /// The offset of the key's first byte, after the opening quote in JSON.
    package let start: UInt32
    package let length: UInt32
    /// The hash of the key, computed only if the table uses hashing.
    var hash: UInt32 = 0
    let isEscaped: Bool

    var range: Range<Int> { Int(start)..<(Int(start) + Int(length)) }
  }

  private let rules: any SyntaxRules.Type

  package private(set) var entries: ContiguousArray<Entry> = []

  /// An open-addressing hash table of key numbers plus 1.
  ///
  /// At most half of the slots are in use, and 0 marks a free slot. While the document has few
  /// keys, the table is empty, because a linear search is then faster.
  private var slots: ContiguousArray<UInt32> = []

  /// The maximum number of keys for a linear search.
  private static let fewKeys = 8

  package init(rules: any SyntaxRules.Type) {
    self.rules = rules
    entries.reserveCapacity(Self.fewKeys)
  }

  /// Returns the number of the key in a range, and adds the key if it is new.
  ///
  /// - Complexity: Amortized O(*m*) expected, where *m* is the length of the key. The hash has a
  ///   new seed in each process, so an attacker cannot choose keys that collide.
  package mutating func id(
    ofKeyIn range: Range<Int>, isEscaped: Bool, of bytes: Span<UInt8>
  ) -> Int {
    let decoded = isEscaped ? rules.decodedKey(bytes, in: range) : []
    let key = isEscaped ? decoded.span : bytes.extracting(range)
    if slots.isEmpty {
      if let known = place(of: key, in: bytes) { return known }
      if entries.count < Self.fewKeys { return append(range, 0, isEscaped: isEscaped) }
    }
    if entries.count * 2 >= slots.count { grow(in: bytes) }
    let hash = Self.hash(of: key)
    let slot = self.slot(of: key, hash, in: bytes)
    if slots[slot] != 0 { return Int(slots[slot]) - 1 }
    slots[slot] = UInt32(entries.count + 1)
    return append(range, hash, isEscaped: isEscaped)
  }

  private mutating func append(_ range: Range<Int>, _ hash: UInt32, isEscaped: Bool) -> Int {
    entries.append(
      Entry(
        start: UInt32(range.lowerBound), length: UInt32(range.count), hash: hash,
        isEscaped: isEscaped))
    return entries.count - 1
  }

  /// Returns the number of a key, or nil if the document does not have the key.
  ///
  /// - Complexity: O(*m*) expected, where *m* is the length of the key.
  func id(of key: Span<UInt8>, in bytes: Span<UInt8>) -> Int? {
    if slots.isEmpty { return place(of: key, in: bytes) }
    let slot = slot(of: key, Self.hash(of: key), in: bytes)
    return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
  }

  @inline(__always)
  func isKey(_ id: Int, _ key: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
    let entry = entries[id]
    if !entry.isEscaped, Int(entry.length) != key.count { return false }
    return isEqual(key, entry, in: bytes)
  }

  private func place(of key: Span<UInt8>, in bytes: Span<UInt8>) -> Int? {
    var place = 0
    while place < entries.count {
      if isEqual(key, entries[place], in: bytes) { return place }
      place += 1
    }
    return nil
  }

  /// Returns the slot of a known key, or a free slot for a new key.
  private func slot(of key: Span<UInt8>, _ hash: UInt32, in bytes: Span<UInt8>) -> Int {
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if entry.hash == hash, isEqual(key, entry, in: bytes) { break }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private func isEqual(_ key: Span<UInt8>, _ entry: Entry, in bytes: Span<UInt8>) -> Bool {
    guard entry.isEscaped else { return key.hasSameBytes(as: bytes.extracting(entry.range)) }
    return key.hasSameBytes(as: rules.decodedKey(bytes, in: entry.range).span)
  }

  private mutating func grow(in bytes: Span<UInt8>) {
    if slots.isEmpty {
      for place in entries.indices { entries[place].hash = hash(of: entries[place], in: bytes) }
    }
    let mask = max(64, slots.count * 2) - 1
    slots = ContiguousArray(repeating: 0, count: mask + 1)
    for (id, entry) in entries.enumerated() {
      var slot = Int(entry.hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(id + 1)
    }
  }

  private func hash(of entry: Entry, in bytes: Span<UInt8>) -> UInt32 {
    guard entry.isEscaped else { return Self.hash(of: bytes.extracting(entry.range)) }
    return Self.hash(of: rules.decodedKey(bytes, in: entry.range).span)
  }

  private static func hash(of key: Span<UInt8>) -> UInt32 {
    var hasher = Hasher()
    var offset = 0
    while offset <= key.count - 8 {
      hasher.combine(key.word(at: offset))
      offset += 8
    }
    var rest = UInt64(key.count)
    while offset < key.count {
      rest = rest << 8 | UInt64(key[offset])
      offset += 1
    }
    hasher.combine(rest)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }
}
