/// A matcher in the bits of one context.
///
/// Nearly every matcher looks at one word of an entity's bits; the others keep their further words
/// in a list.
@usableFromInline
struct MatchMask {
  @usableFromInline
  struct Word {
    @usableFromInline var place: Int
    @usableFromInline var all: UInt32 = 0
    @usableFromInline var any: UInt32 = 0
    @usableFromInline var none: UInt32 = 0

    @inlinable
    func forbids(_ bits: UInt32) -> Bool { bits & all != all || bits & none != 0 }
  }

  @usableFromInline var first: Word
  @usableFromInline var others: [Word]
  @usableFromInline let needsAny: Bool

  init(required: [AnyColumn], offered: [AnyColumn], excluded: [AnyColumn]) {
    var words: [Int: Word] = [:]
    for column in required {
      words[column.word, default: Word(place: column.word)].all |= column.bit
    }
    for column in offered {
      words[column.word, default: Word(place: column.word)].any |= column.bit
    }
    for column in excluded {
      words[column.word, default: Word(place: column.word)].none |= column.bit
    }
    others = words.values.sorted { $0.place < $1.place }
    first = others.isEmpty ? Word(place: 0) : others.removeFirst()
    needsAny = !offered.isEmpty
  }

  @inlinable
  @inline(__always)
  func matches(_ slots: borrowing SlotTable, _ index: UInt32) -> Bool {
    let base = Int(index) &* slots.stride
    let bits = slots.bits[base &+ first.place]
    if first.forbids(bits) { return false }
    if others.isEmpty { return !needsAny || bits & first.any != 0 }
    var isOffered = !needsAny || bits & first.any != 0
    for word in others {
      let bits = slots.bits[base &+ word.place]
      if word.forbids(bits) { return false }
      if bits & word.any != 0 { isOffered = true }
    }
    return isOffered
  }

  /// Returns whether every entity that matches has a component.
  @inlinable
  func requires(_ column: AnyColumn) -> Bool {
    if first.place == column.word { return first.all & column.bit != 0 }
    return others.contains { $0.place == column.word && $0.all & column.bit != 0 }
  }

  /// Whether an entity without components matches.
  var isMetByNothing: Bool {
    !needsAny && first.all == 0 && others.allSatisfy { $0.all == 0 }
  }
}
