import ECSStore
import TestSupport
import Testing

@Suite("Latest entries")
struct LatestEntriesTests {
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

  private static func values(_ entries: [LogEntry]) -> [String] {
    entries.latest().map { "\($0.change.target) \($0.change.value)" }
  }

  @Test("the latest entry has the greatest counter, then device, and the oldest is first")
  func order() {
    #expect(Self.values(Self.entries) == ["slot/1 3", "slot/2 "])
    #expect(Self.values([]) == [])
  }

  @Test("a different key is a different subject")
  func subjects() {
    func change(
      scope: String = "s", kind: String = "k", target: String = "t", name: String = "T",
      details: [String] = ["P"]
    ) -> LogChange {
      LogChange(
        scope: scope, kind: kind, target: target, name: name, details: details, value: "1")
    }
    let changes = [
      change(), change(scope: ""), change(kind: ""), change(target: ""), change(name: ""),
      change(details: []), change(details: ["P", ""]),
    ]
    let entries = changes.enumerated().map { index, change in
      LogEntry(device: Samples.device, counter: UInt64(index + 1), time: 0, change: change)
    }
    #expect(entries.latest() == entries)
    #expect(LogContents(Samples.log(entries + entries)).entries.latest() == entries)
  }

  @Test("an entry without effect hides no other")
  func included() {
    let words = Self.entries.latest { $0.change.value != "3" && $0.change.value != "" }
    #expect(words.map(\.change.value) == ["5", "4"])
  }

  @Test("every order of the entries has the same result")
  func permutations() {
    let expected = Self.entries.latest()
    for order in Self.orders(of: Self.entries) { #expect(order.latest() == expected) }
  }

  @Test("repeated or partial entries change nothing")
  func duplicates() {
    let expected = Self.entries.latest()
    for split in 0...Self.entries.count {
      for again in 0...Self.entries.count {
        let entries = Self.entries[split...] + Self.entries[..<split] + Self.entries[..<again]
        #expect(Array(entries).latest() == expected)
        // Entries that are covered in a part are covered in the whole.
        let parts = [Self.entries[split...], Self.entries[..<split]].map { Array($0).uncovered() }
        #expect((parts[0] + parts[1]).latest() == expected)
      }
    }
  }

  @Test("logs concatenated as files have the same result in every order")
  func joinedFiles() {
    let files = [Self.entries[..<2], Self.entries[2..<4], Self.entries[3...]].map {
      Samples.log(Array($0))
    }
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0, 1, 2]] {
      let joined = LogContents(order.flatMap { files[$0] })
      #expect(joined.damageCount == 0)
      #expect(joined.entries.latest() == Self.entries.latest())
    }
  }

  @Test("the latest entries agree with a plain search", arguments: UInt64(1)...32)
  func model(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let entries = (0..<200).map { _ in
      Samples.entry(
        .random(in: 1...40, using: &generator), "\(generator.next() % 4)",
        target: "slot/\(generator.next() % 5)", device: DeviceID(UInt128(generator.next() % 3)))
    }
    let words = entries.shuffled(using: &generator).latest()
    #expect(words.count == Set(entries.map(\.change.target)).count, "seed \(seed)")
    for word in words {
      let about = entries.filter { $0.change.target == word.change.target }
      #expect(about.allSatisfy { !word.precedes($0) }, "seed \(seed)")
      #expect(about.contains(word), "seed \(seed)")
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
