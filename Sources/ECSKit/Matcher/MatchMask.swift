/// A matcher as bit masks for one context.
///
/// Most matchers only need one word of an entity's bits; others keep their further words in a list.
@usableFromInline
struct MatchMask {
  @usableFromInline
  struct Word {
    @usableFromInline var number: Int
    @usableFromInline var all: UInt32 = 0
    @usableFromInline var any: UInt32 = 0
    @usableFromInline var none: UInt32 = 0

    /// The bits that decide alone; none if no bits can be both there and not there.
    @usableFromInline var deciding: UInt32 = 0

    @inlinable @inline(__always)
    func forbids(_ bits: UInt32) -> Bool { bits & deciding != all }
  }

  @usableFromInline var first: Word
  @usableFromInline var others: [Word]
  @usableFromInline let needsAny: Bool
  /// Whether the first word says all.
  @usableFromInline let isSimple: Bool

  init(required: [ComponentBit], offered: [ComponentBit], excluded: [ComponentBit]) {
    var words: [Int: Word] = [:]
    for bit in required { words[bit.word, default: Word(number: bit.word)].all |= bit.mask }
    for bit in offered { words[bit.word, default: Word(number: bit.word)].any |= bit.mask }
    for bit in excluded { words[bit.word, default: Word(number: bit.word)].none |= bit.mask }
    others = words.values.sorted { $0.number < $1.number }
    for place in others.indices where others[place].all & others[place].none == 0 {
      others[place].deciding = others[place].all | others[place].none
    }
    first = others.isEmpty ? Word(number: 0) : others.removeFirst()
    needsAny = !offered.isEmpty
    isSimple = others.isEmpty && !needsAny
  }

  @inlinable @inline(__always)
  func matches(_ entities: borrowing EntityTable, _ index: UInt32) -> Bool {
    let bits = entities.bits(of: index, word: first.number)
    if first.forbids(bits) { return false }
    if isSimple { return true }
    var isOffered = !needsAny || bits & first.any != 0
    for word in others {
      let bits = entities.bits(of: index, word: word.number)
      if word.forbids(bits) { return false }
      if bits & word.any != 0 { isOffered = true }
    }
    return isOffered
  }

  /// Whether every entity that matches has the component of a bit.
  @inlinable
  func requires(_ bit: ComponentBit) -> Bool {
    if first.number == bit.word { return first.all & bit.mask != 0 }
    return others.contains { $0.number == bit.word && $0.all & bit.mask != 0 }
  }

  /// Whether an entity without components matches.
  var isMetByNothing: Bool {
    !needsAny && first.all == 0 && others.allSatisfy { $0.all == 0 }
  }
}
