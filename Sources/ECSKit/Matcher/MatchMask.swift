/// A matcher as bit masks over the component bits of one context.
///
/// Most matchers test only one word of an entity's bits. If a matcher tests more words, they are in
/// `others`.
@usableFromInline
struct MatchMask {
  @usableFromInline
  struct Word {
    @usableFromInline var number: Int
    @usableFromInline var all: UInt32 = 0
    @usableFromInline var any: UInt32 = 0
    @usableFromInline var none: UInt32 = 0

    /// The required and forbidden bits.
    ///
    /// The value is 0 if a bit is both required and forbidden, because then no entity matches.
    @usableFromInline var deciding: UInt32 = 0

    @inlinable @inline(__always)
    func forbids(_ bits: UInt32) -> Bool { bits & deciding != all }
  }

  @usableFromInline var first: Word
  @usableFromInline var others: [Word]
  @usableFromInline let needsAny: Bool
  /// True if only the required and forbidden bits of the first word matter.
  @usableFromInline let isSimple: Bool
  @usableFromInline let conditions: PreparedConditions?

  init(
    required: [ComponentBit], offered: [ComponentBit], excluded: [ComponentBit],
    conditions: PreparedConditions?
  ) {
    self.conditions = conditions
    // A rule has few words, so a linear search is faster than a dictionary.
    others = []
    for bit in required { others[Self.word(of: bit, in: &others)].all |= bit.mask }
    for bit in offered { others[Self.word(of: bit, in: &others)].any |= bit.mask }
    for bit in excluded { others[Self.word(of: bit, in: &others)].none |= bit.mask }
    others.sort { $0.number < $1.number }
    for place in others.indices where others[place].all & others[place].none == 0 {
      others[place].deciding = others[place].all | others[place].none
    }
    first = others.isEmpty ? Word(number: 0) : others.removeFirst()
    needsAny = !offered.isEmpty
    isSimple = others.isEmpty && !needsAny && conditions == nil
  }

  /// Returns the position of the word that contains a bit, and adds the word if it is missing.
  private static func word(of bit: ComponentBit, in words: inout [Word]) -> Int {
    if let position = words.firstIndex(where: { $0.number == bit.word }) { return position }
    words.append(Word(number: bit.word))
    return words.count - 1
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
    if !isOffered { return false }
    return conditions?.hold(for: index) ?? true
  }

  @inlinable
  func requires(_ bit: ComponentBit) -> Bool {
    if first.number == bit.word { return first.all & bit.mask != 0 }
    return others.contains { $0.number == bit.word && $0.all & bit.mask != 0 }
  }

  /// True if an entity without components matches the rule.
  var isMetByNothing: Bool {
    !needsAny && first.all == 0 && others.allSatisfy { $0.all == 0 }
  }
}
