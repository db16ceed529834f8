import Basics
import ECSStore
import TestSupport
import Testing

/// Logs that are larger than their limit, as another program or an older version may leave them.
@Suite("A ChangeLog larger than its limit")
struct LargeLogTests {
  private let folder = TemporaryFolder()
  private let whole: ChangeLog
  private let log: ChangeLog

  /// Writes a log of about 400 KiB, with a limit of 300 KiB afterwards.
  init() throws {
    whole = ChangeLog(folder: folder.path, name: "ratings.log")
    log = ChangeLog(folder: folder.path, name: "ratings.log", limit: 300 << 10)
    var generator = SplitMix64(seed: 64)
    try whole.append(at: 0) { _ in
      (0..<4_000).map { _ in Self.change(using: &generator) }
    }
  }

  private static func change(using generator: inout SplitMix64) -> LogChange {
    LogChange(
      scope: "", kind: "rating", target: "slot/\(Int.random(in: 0..<40, using: &generator))",
      value: ["", "1", "2"].oneElement(using: &generator),
      comment: String(repeating: "c", count: .random(in: 0..<40, using: &generator)))
  }

  private var bytes: [UInt8]? { Repository.bytes(of: log.path) }
  private var previous: [UInt8]? { Repository.bytes(of: "\(folder.path)/\(log.previousName)") }

  @Test("it is read in pieces with the same result as a rewritten log")
  func read() throws {
    let all = try whole.read()
    let read = try log.read()
    #expect(all.byteCount > log.limit)
    #expect(read.entries == Compaction.retainedEntries(of: all.entries))
    #expect(read.entryCount == all.entryCount && read.byteCount == all.byteCount)
    #expect(read.nextCounter == all.nextCounter && read.damageCount == 0)
    #expect(try log.examine()?.contents == read)
  }

  @Test("the first change rewrites it and keeps its former bytes next to it")
  func append() throws {
    let former = bytes
    let kept = try log.read().entries
    let added = try log.append(at: 1) { contents in
      #expect(contents.entries == kept)
      return [LogChange(scope: "", kind: "rating", target: "slot/1", value: "5")]
    }
    #expect(try log.read().entries == kept + added)
    #expect(added.map(\.counter) == [4_001] && previous == former)
  }

  @Test("a repair rewrites it even without damage")
  func repair() throws {
    let former = bytes
    let kept = try log.read().entries
    let repair = try #require(try log.repair(at: 1))
    #expect(repair.damageCount == 0 && repair.evidence == log.previousName)
    #expect(previous == former)
    #expect(try whole.read().entries == kept)
    #expect(try log.repair(at: 1) == nil)
  }

  @Test("a repair of a log that is only too large adds changes, too")
  func repairWithChanges() throws {
    let kept = try log.read().entries
    let change = LogChange(scope: "", kind: "k", target: "t", value: "1")
    let repair = try #require(
      try log.repair(
        at: 1,
        adding: { contents in
          #expect(contents.entries == kept)
          return [change]
        }))
    #expect(repair.damageCount == 0 && repair.recoveredCount == 0)
    let entries = try log.read().entries
    #expect(entries.dropLast() == kept[...] && entries.last?.change == change)
    // The append of 4,000 lines had one more.
    #expect(entries.last?.counter == 4_002 && entries.last?.time == 1)
  }

  @Test("damage of any length is skipped, set aside and repaired")
  func damaged() throws {
    let sound = try whole.read()
    for garbage in ["garbage", String(repeating: "x", count: 3 * LogLine.longest)] {
      Files.append(Array("\(garbage)\n".utf8), to: log.path)
    }
    Files.append([0, 0, 0], to: log.path)
    let former = bytes
    let (all, read) = (try whole.read(), try log.read())
    #expect(read.damageCount == 3 && read.damages.map(\.reason) == all.damages.map(\.reason))
    #expect(read.entries == Compaction.retainedEntries(of: sound.entries))
    #expect(read.nextCounter == all.nextCounter && read.endsInsideLine)
    #expect(throws: StoreError(path: log.path, reason: .fileTooLarge(limit: log.limit))) {
      try log.append(at: 1) { _ in [LogChange(scope: "", kind: "k", target: "t", value: "1")] }
    }
    #expect(bytes == former)
    let repair = try #require(try log.repair(at: 1))
    #expect(repair.damageCount == 3)
    #expect(Repository.bytes(of: "\(folder.path)/\(repair.evidence)") == former)
    #expect(try log.read().entries.dropLast() == read.entries[...])
    try log.append(at: 1) { _ in [LogChange(scope: "", kind: "k", target: "t", value: "1")] }
  }

  @Test("it syncs with other devices like any other log")
  func sync() throws {
    let (shared, elsewhere) = (TemporaryFolder(), TemporaryFolder())
    let other = ChangeLog(folder: elsewhere.path, name: log.name)
    let added = try other.append(at: 1) { _ in
      [LogChange(scope: "", kind: "rating", target: "elsewhere", value: "5")]
    }
    _ = try other.sync(in: shared.path, at: 1)
    _ = try log.sync(in: shared.path, at: 1)
    #expect(try log.read().entries.contains(added[0]))
    #expect(try #require(bytes).count < log.limit)
  }

  @Test("reading again includes the entries appended since")
  func readOn() throws {
    var reading = LogReading()
    try log.read(after: &reading)
    reading.removeEntries()
    let added = try whole.append(at: 1) { _ in
      [LogChange(scope: "", kind: "rating", target: "slot/1", value: "5")]
    }
    try log.read(after: &reading)
    #expect(reading.contents.entries == added)
  }
}
