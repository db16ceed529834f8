import ECSStore
import TestSupport
import Testing

@Suite("LastWords")
struct LastWordsTests {
  /// Entries about two things from two devices, with ties in the counter and in counter and device.
  private static let entries = [
    Samples.entry(1, "1"), Samples.entry(2, "2"),
    Samples.entry(2, "3", device: Samples.otherDevice),
    Samples.entry(2, "4"), Samples.entry(1, "5", target: "slot/2"),
    Samples.entry(3, "", target: "slot/2"),
  ]

  /// Returns all orders of some entries.
  private static func orders(of entries: [LogEntry]) -> [[LogEntry]] {
    guard let first = entries.first else { return [[]] }
    return orders(of: Array(entries.dropFirst())).flatMap { rest in
      (0...rest.count).map { rest[..<$0] + [first] + rest[$0...] }
    }
  }

  @Test("the last word is the one with the greatest counter, then device")
  func order() {
    let words = LastWords(Self.entries)
    #expect(words["conference-2015", "rating", "slot/1"]?.change.value == "3")
    #expect(words["conference-2015", "rating", "slot/9"] == nil)
    #expect(words["conference-2016", "rating", "slot/1"] == nil)
    #expect(words["conference-2015", "note", "slot/1"] == nil)
  }

  @Test("an empty value takes back what was said")
  func takenBack() {
    let words = LastWords(Self.entries)
    #expect(words["conference-2015", "rating", "slot/2"] == nil)
    #expect(words.entries().map(\.change.target) == ["slot/1"])
    #expect(LastWords([Samples.entry(1, ""), Samples.entry(2, "4")]).entries().count == 1)
  }

  @Test("every order of the entries gives the same words")
  func permutations() {
    let expected = LastWords(Self.entries)
    for order in Self.orders(of: Self.entries) {
      let words = LastWords(order)
      #expect(words == expected)
      #expect(words.entries() == expected.entries())
    }
  }

  @Test("entries that come twice or in parts change nothing")
  func duplicates() {
    let expected = LastWords(Self.entries)
    for split in 0...Self.entries.count {
      for again in 0...Self.entries.count {
        var words = LastWords(Self.entries[split...])
        words.insert(contentsOf: Self.entries[..<split])
        words.insert(contentsOf: Self.entries[..<again])
        #expect(words == expected)
      }
    }
  }

  @Test("words agree with a plain search", arguments: UInt64(1)...32)
  func model(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let entries = (0..<200).map { _ in
      Samples.entry(
        .random(in: 1...40, using: &generator), "\(generator.next() % 4)",
        target: "slot/\(generator.next() % 5)", device: DeviceID(UInt128(generator.next() % 3)))
    }
    let words = LastWords(entries.shuffled(using: &generator))
    for target in 0..<5 {
      let about = entries.filter { $0.change.target == "slot/\(target)" }
      let last = about.max { $0.precedes($1) }
      #expect(
        words["conference-2015", "rating", "slot/\(target)"]?.change.value == last?.change.value,
        "seed \(seed)")
    }
  }

  @Test("the order of entries is total, and its ends agree")
  func total() {
    for one in Self.entries {
      for other in Self.entries {
        let isSame = LogLine.encode(one) == LogLine.encode(other)
        #expect(isSame == (!one.precedes(other) && !other.precedes(one)))
        #expect(!(one.precedes(other) && other.precedes(one)))
      }
    }
  }
}
