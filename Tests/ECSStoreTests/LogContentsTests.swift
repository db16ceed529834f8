import ECSStore
import TestSupport
import Testing

@Suite("LogContents")
struct LogContentsTests {
  private static let newline = UInt8(ascii: "\n")

  /// Three entries with several sorts of text.
  private static let entries = [
    Samples.entry(1), Samples.entry(2, "", target: "slot/2"),
    LogEntry(
      device: Samples.otherDevice, counter: 9, time: -5,
      change: LogChange(
        scope: "é", kind: "k", target: "a\tb", name: "x\\y", details: ["p;q"], value: "1",
        comment: "\u{7f}🎤")),
  ]

  @Test("an empty log has no entries and no damage")
  func empty() {
    let contents = LogContents([])
    #expect(contents == LogContents())
    #expect(contents.entries.isEmpty && contents.damages.isEmpty && !contents.endsInsideLine)
    #expect(contents.newestFormat == nil && contents.nextCounter == 1)
  }

  @Test("entries are in the order of the file")
  func order() {
    let contents = LogContents(Samples.log(Self.entries.reversed()))
    #expect(contents.entries == Self.entries.reversed())
    #expect(contents.damageCount == 0 && contents.damages.isEmpty && !contents.endsInsideLine)
    #expect(contents.newestFormat == 1 && contents.greatestCounter == 9)
    #expect(contents.nextCounter == 10)
  }

  @Test(
    "random entries survive a round trip, including many similar ones about one subject",
    arguments: UInt64(1)...8)
  func randomLogs(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let some = (0..<40).map { _ in Samples.randomEntry(using: &generator) }
    let entries = (0..<400).map { index in
      let change = some[Int.random(in: some.indices, using: &generator)].change
      return LogEntry(
        device: DeviceID(UInt128(generator.next() % 3)), counter: UInt64(index + 1), time: 0,
        change: LogChange(
          scope: change.scope, kind: change.kind, target: change.target, name: change.name,
          details: change.details, value: "\(generator.next() % 6)",
          comment: Samples.text(using: &generator)))
    }
    let contents = LogContents(Samples.log(entries))
    #expect(contents.entries == entries, "seed \(seed)")
    #expect(Samples.log(contents.entries) == Samples.log(entries), "seed \(seed)")
    #expect(contents.damageCount == 0, "seed \(seed)")
  }

  @Test("a cut at any byte preserves all lines before it and is reported")
  func truncation() throws {
    let log = Samples.log(Self.entries)
    for length in 0..<log.count {
      let cut = Array(log.prefix(length))
      let contents = LogContents(cut)
      let whole = cut.filter { $0 == Self.newline }.count
      let endsAtLine = cut.isEmpty || cut.last == Self.newline
      if endsAtLine {
        try #require(contents.entries == Array(Self.entries.prefix(whole)), "cut at \(length)")
        try #require(contents.damageCount == 0)
      } else if log[length] == Self.newline {
        // Only the newline is gone: the entry vouches for itself.
        try #require(contents.entries == Array(Self.entries.prefix(whole + 1)))
        try #require(contents.damages.map(\.reason) == [.unterminated])
      } else {
        try #require(contents.entries == Array(Self.entries.prefix(whole)))
        try #require(contents.damages.map(\.reason) == [.torn])
        let start = (cut.lastIndex(of: Self.newline) ?? -1) + 1
        try #require(contents.damages.first?.line == whole + 1)
        try #require(contents.damages.first?.offset == start)
        try #require(contents.damages.first?.length == length - start)
      }
      try #require(contents.endsInsideLine == !endsAtLine)
    }
  }

  @Test("every flipped bit is reported, and no other line is affected")
  func bitFlips() throws {
    let log = Samples.log(Self.entries)
    for index in log.indices {
      for bit in 0..<8 {
        var flipped = log
        flipped[index] ^= 1 << bit
        let contents = LogContents(flipped)
        let line = log[..<index].filter { $0 == Self.newline }.count
        var lost = [line]
        if log[index] == Self.newline { lost.append(line + 1) }
        // A whole line needs no sound newline, unless another line follows in its stead.
        if index == log.count - 1 { lost = [] }
        let kept = Self.entries.indices.filter { !lost.contains($0) }.map { Self.entries[$0] }
        try #require(contents.entries == kept, "byte \(index), bit \(bit)")
        try #require(contents.damageCount >= 1, "byte \(index), bit \(bit)")
        try #require(contents.damages.first?.line == line + 1, "byte \(index), bit \(bit)")
        try #require(contents.nextCounter > 9 || lost.contains(2))
      }
    }
  }

  @Test("a flipped bit of the last digit is damage, although it looks like the mark of a torn line")
  func flippedLastDigit() throws {
    let entry = try #require(
      (1...400).lazy.map { Samples.entry($0) }.first {
        LogLine.encode($0).last == UInt8(ascii: "8")
      })
    let rest = [Self.newline] + Samples.log([Samples.entry(999)])
    var line = LogLine.encode(entry)
    line[line.count - 1] ^= 0x20
    let contents = LogContents(line + rest)
    #expect(contents.damages.map(\.reason) == [.checksum])
    #expect(contents.damages.map(\.kind) == [entry.change.kind])
    // With a second flipped bit, it is still damage.
    line[3] ^= 1
    #expect(LogContents(line + rest).damages.map(\.reason) == [.checksum])
    // A line that lacks other digits was torn and cancelled.
    line.remove(at: line.count - 2)
    let torn = LogContents(line + rest)
    #expect(torn.damageCount == 0 && torn.cancelledCount == 1)
    #expect(torn.nextCounter > 1000)
  }

  @Test("the counter of a damaged line is not reused")
  func countersOfLostLines() {
    for lost in 1...20 {
      let entries = (1...20).map { Samples.entry(UInt64($0)) }
      var log = Samples.log(entries)
      let lineLength = log.count / 20
      // The last lines are lost, and the ends of lines with them.
      for index in (20 - lost) * lineLength..<log.count { log[index] = UInt8(ascii: "?") }
      #expect(LogContents(log).nextCounter > 20, "\(lost) lines lost")
    }
  }

  @Test("a tail of NUL bytes is skipped", arguments: [1, 2, 7, 8, 9, 300, 511, 512, 4095, 4096])
  func zeros(count: Int) {
    let log = Samples.log(Self.entries)
    let tail = [UInt8](repeating: 0, count: count)
    let contents = LogContents(log + tail)
    #expect(contents.entries == Self.entries)
    #expect(
      contents.damages.map { [$0.line, $0.offset, $0.length] } == [[4, log.count, count]])
    #expect(contents.damages.map(\.reason) == [.zeros])
    // As left by a power cut in the middle of a line, and found by the next append.
    let next = Samples.entry(12)
    let later = LogContents(
      Array(log[..<(log.count - 20)]) + tail + [Self.newline] + Samples.log([next]))
    #expect(later.entries == Array(Self.entries[..<2]) + [next])
    #expect(later.damages.map(\.reason) == [.checksum])
  }

  @Test("garbage is skipped", arguments: UInt64(1)...32)
  func garbage(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let garbage = (0..<Int.random(in: 1...3000, using: &generator)).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    let log = Samples.log(Self.entries)
    let contents = LogContents(log + garbage + [Self.newline] + log)
    #expect(contents.entries == Self.entries + Self.entries, "seed \(seed)")
    #expect(contents.damageCount >= 1, "seed \(seed)")
  }

  @Test("damage is described up to a limit and counted beyond it")
  func manyDamages() {
    let contents = LogContents([UInt8](repeating: Self.newline, count: 5000))
    #expect(contents.damageCount == 5000)
    #expect(contents.damages.count == LogContents.describedDamages)
    #expect(contents.damages.last?.line == LogContents.describedDamages)
  }

  @Test("a line of a newer format is reported, and the rest is used")
  func newerFormat() {
    let newer = Samples.line(["7", "what", "ever"]) + [Self.newline]
    let log = Samples.log(Self.entries)
    let contents = LogContents(newer + log)
    #expect(contents.entries == Self.entries)
    #expect(contents.newestFormat == 7)
    #expect(contents.damages.map(\.reason) == [.newerFormat(7)])
    #expect(
      contents.damages.first?.description
        == "line 1, byte 0: format 7, newer than 4, \(newer.count - 1) bytes")
  }

  @Test("line endings of another system are damage, not text")
  func carriageReturns() {
    let log = Samples.log(Self.entries).flatMap { byte -> [UInt8] in
      byte == Self.newline ? [13, 10] : [byte]
    }
    let contents = LogContents(log)
    #expect(contents.entries.isEmpty)
    #expect(contents.damageCount == 3)
  }
}
