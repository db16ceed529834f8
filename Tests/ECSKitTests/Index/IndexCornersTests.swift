import ECSKit
import TestSupport
import Testing

/// The corners of indices: many keys, repeats, shrinking, and the ends of ranges.
@Suite("Edge cases of indices") struct IndexCornersTests {
  @Test(
    "an entity is found under each of its keys, even with many or repeated keys",
    arguments: 1...8)
  func severalKeys(seed: Int) {
    // The defects: shrinking leaves `further` with the old numbers; from 16 keys on, a repeat is
    // entered twice.
    var random = SplitMix64(seed: UInt64(seed))
    let context = Context()
    let index = context.index(forEach: \Words.list)
    var entities: [Entity] = []
    for step in 1...60 {
      let place = Int.random(in: 0..<8, using: &random)
      let words = Self.words(using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: context.shrink()
      case 1 where place < entities.count: entities.remove(at: place).destroy()
      case 2 where place < entities.count: entities[place].remove(Words.self)
      case 3...6 where place < entities.count: entities[place].set(words)
      default: entities.append(context.createEntity(words))
      }
      let expected = (0..<48).map { key in
        context.entities.filter { $0[Words.self]?.list.contains(key) ?? false }
      }
      let keys = expected.indices.filter { !expected[$0].isEmpty }
      let found = expected.indices.map { index[$0] }
      let counts = expected.indices.map(index.count)
      let positions = expected.indices.map { key in
        expected[key].map { index.position(of: $0, under: key) }
      }
      #expect(found == expected, "seed \(seed), step \(step)")
      #expect(counts == expected.map(\.count), "seed \(seed), step \(step)")
      #expect(positions == expected.map { Array($0.indices) }, "seed \(seed), step \(step)")
      #expect(index.keys() == keys, "seed \(seed), step \(step)")
      #expect(index.keyCount == keys.count, "seed \(seed), step \(step)")
    }
  }

  /// Returns keys around the number from which repeats are found in another way.
  private static func words(using random: inout SplitMix64) -> Words {
    let count = [0, 1, 2, 15, 16, 17, 18, 40].oneElement(using: &random)
    let first = Int.random(in: 0..<8, using: &random)
    let distinct = (first..<first + count).shuffled(using: &random)
    return Words(list: distinct + distinct.shuffled(using: &random).prefix(count / 2 + 1))
  }

  @Test("an entity leaves all its former keys after the index was shrunk")
  func shrunk() {
    let context = Context()
    let index = context.index(forEach: \Words.list)
    let gone = context.createEntity(Words(list: Array(100..<120)))
    let entity = context.createEntity(Words(list: [1, 2, 3]))
    let other = context.createEntity(Words(list: [3, 4]))
    gone.destroy()
    context.shrink()
    entity.set(Words(list: [5, 4]))
    #expect(index.keys() == [3, 4, 5])
    #expect(index[3] == [other] && index[4] == [entity, other] && index[5] == [entity])
  }

  @Test("keys that do not equal themselves are skipped, even among several")
  func unequalKeys() {
    let context = Context()
    let index = context.index(forEach: "sizes", of: Weight.self) { [$0.grams, .nan, $0.grams * 2] }
    let entity = context.createEntity(Weight(grams: 1))
    #expect(index.keys() == [1, 2] && index[.nan] == [])
    entity.set(Weight(grams: .nan))
    #expect(index.keyCount == 0)
    entity.set(Weight(grams: 2))
    #expect(index[2] == [entity] && index[4] == [entity] && index[1] == [])
  }

  @Test("a range includes exactly the keys it contains, at both ends", arguments: 1...8)
  func ranges(seed: Int) {
    // The defect: `...x` without x.
    var random = SplitMix64(seed: UInt64(seed))
    let context = Context()
    let index = context.index(ordered: \Number.value)
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      context.createEntity(Number(value: Int.random(in: 1...6, using: &random)))
    }
    let all = context.entities.sorted { Self.value($0) < Self.value($1) }
    func check(_ range: some RangeExpression<Int>) {
      #expect(index[range] == all.filter { range.contains(Self.value($0)) }, "\(range)")
    }
    for low in 0...7 {
      check(low...)
      check(..<low)
      check(...low)
      for high in low...7 {
        check(low..<high)
        check(low...high)
        check(OwnRange(low: low, high: high))
      }
    }
    #expect(index.entities == all)
    #expect(index.keyBounds?.smallest == all.first.map(Self.value))
    #expect(index.keyBounds?.largest == all.last.map(Self.value))
  }

  private static func value(_ entity: Entity) -> Int { entity[Number.self]?.value ?? -1 }

  @Test("a key begins with a prefix if its characters do", arguments: 1...8)
  func prefixes(seed: Int) {
    // The defect: the search ends at the first key whose next scalar combines with the prefix.
    var random = SplitMix64(seed: UInt64(seed))
    let parts = ["q", "e", "a", "\u{301}", "\u{323}", "日", "\u{10FFFF}", "👩", "\u{200D}"]
    let texts = (0..<60).map { _ in
      (0..<Int.random(in: 0...4, using: &random)).map { _ in parts.oneElement(using: &random) }
        .joined()
    }
    let context = Context()
    for text in texts { context.createEntity(Note(text: text)) }
    let index = context.index(ordered: \Note.text)
    let all = index.entities
    #expect(all.count == texts.count)
    let prefixes: [Substring] = texts.map { $0.prefix(2) } + [""]
    for prefix in Set(prefixes + parts.map { $0[...] }) {
      let expected = all.filter { $0[Note.self]?.text.hasPrefix(prefix) ?? false }
      #expect(
        index.entities(withPrefix: String(prefix)) == expected,
        "\(prefix.unicodeScalars.map(\.value))")
    }
  }

  @Test("names after one with a combining letter are also found")
  func combiningLetter() {
    let context = Context()
    let texts = ["p", "q", "qa", "q\u{301}", "q\u{301}a", "q日", "r"]
    let entities = texts.map { context.createEntity(Note(text: $0)) }
    let index = context.index(ordered: \Note.text)
    #expect(index.entities(withPrefix: "q") == [entities[1], entities[2], entities[5]])
    #expect(index.entities(withPrefix: "q\u{301}") == [entities[3], entities[4]])
    #expect(index.entities(withPrefix: "") == entities)
  }
}

/// A range that is none of the standard library's.
private struct OwnRange<Bound: Comparable>: RangeExpression {
  let low: Bound
  let high: Bound

  func contains(_ element: Bound) -> Bool { low <= element && element < high }

  func relative<C: Collection>(to collection: C) -> Range<Bound> where C.Index == Bound {
    low..<high
  }
}
