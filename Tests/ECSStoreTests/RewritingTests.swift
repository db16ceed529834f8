import Basics
import ECSStore
import TestSupport
import Testing

/// A log that grows is rewritten by an append, and nothing that counts is lost.
@Suite("Rewriting a ChangeLog")
struct RewritingTests {
  private let folder = TemporaryFolder()
  private var log: ChangeLog { ChangeLog(folder: folder.path, name: "ratings.log") }

  private static func change(_ value: String, _ target: String = "slot/1") -> LogChange {
    LogChange(scope: "conference-2015", kind: "rating", target: target, value: value)
  }

  /// The fewest changes about one thing after which a log is rewritten.
  private static let due = Compaction.leastDropped + Compaction.history + 1

  private func changes(_ count: Int) -> [LogChange] {
    (0..<count).map { Self.change("\($0 % 5 + 1)") }
  }

  @Test("the append that triggers it preserves current values, history and the former generation")
  func due() throws {
    try log.append(at: 0) { _ in changes(Self.due - 2) }
    try log.append(at: 0) { _ in [Self.change("4")] }
    #expect(try log.read().entries.count == Self.due - 1)
    let names = ["device", "lock", "ratings.log"]
    #expect(TemporaryFolder.names(in: folder.path) == names)
    let all = try log.read().entries + log.append(at: 0) { _ in [Self.change("3")] }
    let contents = try log.read()
    #expect(contents.entries == Compaction.retainedEntries(of: all))
    #expect(contents.entries.count == Compaction.history + 1)
    #expect(contents.damageCount == 0)
    #expect(TemporaryFolder.names(in: folder.path) == names + ["ratings.log.previous"])
    let previous = ChangeLog(folder: folder.path, name: log.previousName)
    #expect(try previous.read().entries == all)
    // Counters continue. The first append, of several lines, had one more.
    #expect(
      try log.append(at: 0) { _ in [Self.change("2")] }.map(\.counter) == [UInt64(all.count + 2)])
  }

  @Test("a log is rewritten if as many entries go as stay, but not if one more stays")
  func half() throws {
    for extra in [0, 1] {
      // The last changes stay, and of those before them the last one about each thing.
      let subjects = Compaction.leastDropped - Compaction.history + extra
      let count = 2 * Compaction.leastDropped + extra
      let log = ChangeLog(folder: folder.path, name: "\(extra).log")
      try log.append(at: 0) { _ in
        (0..<count).map { Self.change("1", "slot/\($0 % subjects)") }
      }
      let left = try log.read().entries.count
      #expect(left == (extra == 0 ? Compaction.leastDropped : count))
    }
  }

  @Test("a log with few long changes is rewritten because of its bytes")
  func dueByBytes() throws {
    let remark = String(repeating: "x", count: 256 << 10)
    let long = (0..<60).map { number in
      LogChange(
        scope: "conference-2015", kind: "rating", target: "slot/\(number % 3)", value: "5",
        comment: remark)
    }
    try log.append(at: 0) { _ in [Self.change("1", "first")] + long }
    let contents = try log.read()
    #expect(contents.byteCount <= Compaction.historyBytes + 4 * remark.utf8.count)
    #expect(contents.entries.first?.change.target == "first")
    #expect(contents.entries.last?.counter == 61)
    let words = contents.entries.latest()
    #expect(words.map(\.change.target) == ["first", "slot/0", "slot/1", "slot/2"])
  }

  @Test("a log with many subjects is not rewritten while most entries are current")
  func notDue() throws {
    let many = (0..<9000).map { Self.change("1", "slot/\($0)") }
    try log.append(at: 0) { _ in many }
    try log.append(at: 0) { _ in Array(many.prefix(5000)) }
    try log.append(at: 0) { _ in [Self.change("2")] }
    #expect(try log.read().entries.count == 14_001)
    #expect(!TemporaryFolder.names(in: folder.path).contains(log.previousName))
  }

  @Test("a full log is rewritten if that makes room for the change that finds it full")
  func full() throws {
    let count = Compaction.history + 100
    try log.append(at: 0) { _ in changes(count) }
    let limit = try #require(Files.size(of: log.path))
    let log = ChangeLog(folder: folder.path, name: log.name, limit: limit)
    let added = try log.append(at: 0) { _ in [Self.change("3")] }
    #expect(added.map(\.counter) == [UInt64(count + 1)])
    // What stays of the log, and the change.
    #expect(try log.read().entries.count == Compaction.history + 2)
    #expect(try log.read().entries.last == added.first)
    let previous = ChangeLog(folder: folder.path, name: log.previousName)
    #expect(try previous.read().entries.count == count)
    // Where nothing is needless, there is no room to make.
    let needed = ChangeLog(folder: folder.path, name: "needed.log")
    try needed.append(at: 0) { _ in (0..<count).map { Self.change("1", "slot/\($0)") } }
    let size = try #require(Files.size(of: needed.path))
    let small = ChangeLog(folder: folder.path, name: "needed.log", limit: size)
    #expect(throws: StoreError(path: small.path, reason: .fileTooLarge(limit: size))) {
      try small.append(at: 0) { _ in [Self.change("3", "slot/0")] }
    }
    #expect(Files.size(of: needed.path) == size)
  }

  @Test("a nearly full log is rewritten once for many changes, or not at all", arguments: [10, 40])
  func nearlyFull(room: Int) throws {
    func save(_ number: Int) -> LogChange { Self.change("2", "slot/\(number)") }
    try log.append(at: 0) { _ in
      (0..<3 * Compaction.history).map { Self.change("1", "slot/\($0)") }
        + (0..<Compaction.history).map(save)
    }
    // From now on, each change makes one entry needless.
    let line = LogLine.encode(try #require(try log.read().entries.last)).count + 1
    let size = try #require(Files.size(of: log.path))
    let log = ChangeLog(folder: folder.path, name: log.name, limit: size + room * line)
    var (saves, rewrites) = (0, 0)
    var former = size
    for number in 0..<200 {
      do throws(StoreError) {
        try log.append(at: 0) { _ in [save(Compaction.history + number)] }
      } catch {
        #expect(error.reason == .fileTooLarge(limit: log.limit))
        break
      }
      saves += 1
      let present = try #require(Files.size(of: log.path))
      #expect(present <= log.limit)
      if present < former { rewrites += 1 }
      former = present
    }
    #expect(room == 10 ? saves <= room && rewrites == 0 : saves == 200 && rewrites > 0)
    #expect(rewrites * log.limit / 256 <= saves * line)
  }

  @Test("a damaged log is never rewritten automatically")
  func damaged() throws {
    try log.append(at: 0) { _ in [Self.change("1")] }
    Files.append(Array("garbage\n".utf8), to: log.path)
    try log.append(at: 0) { _ in changes(Self.due) }
    let before = try #require(Repository.bytes(of: log.path))
    try log.append(at: 0) { _ in [Self.change("2")] }
    #expect(try #require(Repository.bytes(of: log.path)).starts(with: before))
  }

  @Test("a mode chosen by the user is preserved")
  func modes() throws {
    try log.append(at: 0) { _ in [Self.change("1")] }
    for mode in [mode_t(0o640), 0o600] {
      chmod(log.path, mode)
      try log.append(at: 0) { _ in changes(Self.due) }
      #expect(Files.mode(of: log.path) == mode)
      #expect(Files.mode(of: "\(folder.path)/\(log.previousName)") == mode)
    }
  }

  @Test("a log reached by a link or with two names keeps growing under all its names")
  func names() throws {
    try log.append(at: 0) { _ in [Self.change("1")] }
    let other = "\(folder.path)/other"
    link(log.path, other)
    try log.append(at: 0) { _ in changes(Self.due) }
    #expect(Repository.bytes(of: other) == Repository.bytes(of: log.path))
    unlink(log.path)
    symlink("other", log.path)
    try log.append(at: 0) { _ in [Self.change("2")] }
    #expect(Files.isLink(log.path))
    #expect(try log.read().entries.count == Self.due + 2)
    #expect(!TemporaryFolder.names(in: folder.path).contains(log.previousName))
  }

  @Test("leftovers of a dead process are removed by the next append, and never followed")
  func unfinished() throws {
    Files.write(Array("victim".utf8), to: "\(folder.path)/victim")
    for plant in [
      { Files.write([1, 2, 3], to: "\($0)/unfinished") },
      { symlink("victim", "\($0)/unfinished") },
      { link("\($0)/victim", "\($0)/unfinished") },
    ] as [(String) -> Void] {
      plant(folder.path)
      try log.append(at: 0) { _ in [Self.change("1")] }
      #expect(!TemporaryFolder.names(in: folder.path).contains("unfinished"))
      plant(folder.path)
      try log.append(at: 0) { _ in changes(Self.due) }
      #expect(!TemporaryFolder.names(in: folder.path).contains("unfinished"))
      #expect(Repository.bytes(of: "\(folder.path)/victim") == Array("victim".utf8))
    }
  }

  @Test("an append succeeds even if the log cannot be rewritten")
  func noWay() throws {
    try log.append(at: 0) { _ in [Self.change("1")] }
    mkdir("\(folder.path)/unfinished", 0o700)
    try log.append(at: 0) { _ in changes(Self.due) }
    try log.append(at: 0) { _ in [Self.change("2")] }
    #expect(try log.read().entries.count == Self.due + 2)
    rmdir("\(folder.path)/unfinished")
    try log.append(at: 0) { _ in [Self.change("3")] }
    #expect(try log.read().entries.count == Compaction.history + 1)
  }

  @Test("a reader next to a writer sees one generation or the next, and never less")
  func reader() throws {
    try log.append(at: 0) { _ in [Self.change("1", "first")] + changes(Self.due - 20) }
    let log = log
    let threads = Threads(count: 1) { _ in
      for _ in 0..<40 {
        do { try log.append(at: 0) { _ in [Self.change("1")] } } catch { Issue.record(error) }
      }
    }
    var last: UInt64 = 0
    var isShort = false
    while last < UInt64(Self.due + 21) {
      let contents = try log.read()
      try #require(contents.damageCount == 0)
      try #require(contents.entries.first?.change.target == "first")
      try #require(contents.greatestCounter >= last)
      last = contents.greatestCounter
      isShort = isShort || contents.entries.count < Self.due - 100
    }
    threads.join()
    #expect(isShort)
  }
}
