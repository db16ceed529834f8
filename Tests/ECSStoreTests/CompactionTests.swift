import ECSStore
import TestSupport
import Testing

/// What is kept of a log that is rewritten.
@Suite("Compaction")
struct CompactionTests {
  /// Returns entries about a few subjects by three devices, in order and each once.
  private static func entries(_ count: Int, seed: UInt64) -> [LogEntry] {
    var generator = SplitMix64(seed: seed)
    return (1...count).map { index in
      Samples.entry(
        UInt64(index), ["", "1", "2", "5"].randomElement(using: &generator) ?? "",
        target: "slot/\(Int.random(in: 0..<40, using: &generator))",
        device: DeviceID(UInt128(generator.next() % 3)))
    }
  }

  @Test("current values before each of the latest changes are preserved", arguments: UInt64(1)...4)
  func history(seed: UInt64) {
    let entries = Self.entries(3000, seed: seed)
    let kept = Compaction.retainedEntries(of: entries)
    // Three devices wrote about forty things, and a removal stays beside the values after it.
    #expect(kept.count <= Compaction.history + 4 * 40)
    for back in stride(from: 0, through: Compaction.history, by: 50) {
      let before = Array(entries.dropLast(back)).latest()
      #expect(Array(kept.dropLast(back)).latest() == before, "\(back) changes back")
    }
  }

  @Test("the order of entries and repeated entries make no difference", arguments: UInt64(1)...4)
  func anyOrder(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let entries = Self.entries(2500, seed: seed)
    let kept = Compaction.retainedEntries(of: entries)
    #expect(Compaction.retainedEntries(of: entries.shuffled(using: &generator)) == kept)
    #expect(Compaction.retainedEntries(of: entries + entries.prefix(700)) == kept)
    #expect(Compaction.retainedEntries(of: kept) == kept)
  }

  @Test("a merge has the same result whether or not the logs were rewritten before")
  func merge() {
    let mine = Self.entries(3000, seed: 5)
    let theirs = Self.entries(3000, seed: 6)
    let expected = (mine + theirs).latest()
    #expect((Compaction.retainedEntries(of: mine) + theirs).latest() == expected)
    #expect(
      (Compaction.retainedEntries(of: theirs) + Compaction.retainedEntries(of: mine)).latest()
        == expected)
  }

  @Test("the history keeps as many long changes as fit its size, and the current values")
  func bytes() {
    let entries = (1...100).map { number in
      LogEntry(
        device: Samples.device, counter: UInt64(number), time: 0,
        change: LogChange(
          scope: "c", kind: "rating", target: "\(number % 50)", value: "1",
          comment: String(repeating: "x", count: 100_000)))
    }
    let kept = Compaction.retainedEntries(of: entries)
    #expect(kept.latest() == entries.latest())
    // The last words before the last changes, and the 41 of these that have 4 MiB.
    #expect(kept.count == 50 + 41)
    #expect(kept.suffix(41) == entries.suffix(41))
    #expect(Compaction.retainedEntries(of: kept) == kept)
  }

  @Test("undone changes stay undone after a merge with an older copy")
  func tombstones() {
    var entries = [Samples.entry(1, "5"), Samples.entry(2, "")]
    let copy = entries.prefix(1)
    entries += (3...5000).map { Samples.entry($0, "1", target: "slot/2") }
    let words = (Compaction.retainedEntries(of: entries) + copy).latest()
    #expect(words.map(\.change.value) == ["", "1"])
  }
}
