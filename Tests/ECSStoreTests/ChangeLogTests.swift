import ECSStore
import TestSupport
import Testing

/// The log as its callers see it: what is appended is there, in order, for good.
@Suite("ChangeLog")
struct ChangeLogTests {
  private let folder = TemporaryFolder()
  private var log: ChangeLog { ChangeLog(folder: "\(folder.path)/a/b", name: "ratings.log") }

  private static func change(_ value: String, _ target: String = "slot/1") -> LogChange {
    LogChange(
      scope: "conference-2015", kind: "rating", target: target, name: "On Naming",
      details: ["Ada Example"], value: value)
  }

  @Test("a missing log is empty, and reading creates nothing")
  func missing() throws {
    #expect(try log.read() == LogContents())
    #expect(TemporaryFolder.names(in: folder.path).isEmpty)
  }

  @Test("appended entries are read in order, with the given time")
  func append() throws {
    let first = try log.append(at: 100) { contents in
      #expect(contents == LogContents())
      return [Self.change("5"), Self.change("4", "slot/2")]
    }
    let second = try log.append(at: 50) { contents in
      #expect(contents.entries == first)
      return [Self.change("")]
    }
    let contents = try log.read()
    #expect(contents.entries == first + second)
    #expect(contents.damageCount == 0 && !contents.endsInsideLine)
    #expect(contents.entries.map(\.counter) == [1, 2, 3])
    #expect(contents.entries.map(\.time) == [100, 100, 50])
    #expect(Set(contents.entries.map(\.device)).count == 1)
    #expect(contents.entries.map(\.change.value) == ["5", "4", ""])
    let expected = ["device", "lock", "ratings.log"]
    #expect(TemporaryFolder.names(in: log.folder) == expected)
  }

  @Test("an empty list of changes writes nothing")
  func noChanges() throws {
    try log.append(at: 0) { _ in [] }
    #expect(try log.read() == LogContents())
    try log.append(at: 0) { _ in [Self.change("1")] }
    let before = Repository.bytes(of: log.path)
    try log.append(at: 0) { _ in [] }
    #expect(Repository.bytes(of: log.path) == before)
  }

  @Test("the latest append wins, even when the clock goes back")
  func clock() throws {
    for (time, value) in [(Int64(1000), "1"), (2000, "2"), (-5, "3"), (.min, "4"), (.max, "5")] {
      try log.append(at: time) { _ in [Self.change(value)] }
      #expect(try log.read().entries.latest().map(\.change.value) == [value])
    }
  }

  @Test("a new counter is greater than all in the file, whichever device wrote them")
  func lamport() throws {
    try log.append(at: 0) { _ in [Self.change("1")] }
    let other = Samples.entry(41, "2", device: Samples.otherDevice)
    Files.append(Samples.log([other]), to: log.path)
    let entries = try log.append(at: 0) { _ in [Self.change("3")] }
    #expect(entries.map(\.counter) == [42])
    #expect(entries.first?.device != Samples.otherDevice)
  }

  @Test("the greatest counter belongs to the last entry")
  func noCounterLeft() throws {
    try log.append(at: 0) { _ in [] }
    Files.append(Samples.log([Samples.entry(LogEntry.greatestCounter - 1)]), to: log.path)
    #expect(throws: StoreError(path: log.path, reason: .noCounterLeft)) {
      try log.append(at: 0) { _ in [Self.change("1"), Self.change("2")] }
    }
    try log.append(at: 0) { _ in [Self.change("1")] }
    #expect(throws: StoreError(path: log.path, reason: .noCounterLeft)) {
      try log.append(at: 0) { _ in [Self.change("2")] }
    }
    #expect(try log.read().entries.count == 2)
  }

  @Test("an append neither joins nor overwrites the end of a damaged file")
  func tails() throws {
    try log.append(at: 0) { _ in [Self.change("1"), Self.change("2", "slot/2")] }
    let whole = try #require(Repository.bytes(of: log.path))
    let entries = try log.read().entries
    var generator = SplitMix64(seed: 1)
    var files = (0..<whole.count).map { Array(whole.prefix($0)) }
    files += [1, 7, 300, 4096].map { whole + [UInt8](repeating: 0, count: $0) }
    files += (0..<20).map { _ in
      whole + (0..<50).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    for file in files {
      Files.write(file, to: log.path)
      let before = LogContents(file)
      let added = try log.append(at: 7) { _ in [Self.change("3", "slot/3")] }
      let bytes = try #require(Repository.bytes(of: log.path))
      try #require(bytes.starts(with: file), "\(file.count) bytes")
      let after = try log.read()
      try #require(after.entries == before.entries + added, "\(file.count) bytes")
      try #require(after.entries.allSatisfy { entries.contains($0) || added.contains($0) })
      try #require(added.allSatisfy { $0.counter > before.greatestCounter })
      // A whole line has its newline again, and a torn line is cancelled. Other damage remains.
      let last = before.damages.last?.reason
      let isResolved = last == .unterminated || last == .torn
      try #require(after.damageCount == before.damageCount - (isResolved ? 1 : 0))
      try #require(after.cancelledCount == before.cancelledCount + (last == .torn ? 1 : 0))
    }
  }

  @Test("a log of a newer format is read and not written to")
  func newerFormat() throws {
    try log.append(at: 0) { _ in [Self.change("1")] }
    Files.append(Samples.line(["5", "more"]) + [UInt8(ascii: "\n")], to: log.path)
    let before = Repository.bytes(of: log.path)
    #expect(throws: StoreError(path: log.path, reason: .newerFormat(found: 5, known: 4))) {
      try log.append(at: 0) { _ in
        Issue.record("nobody is asked for changes")
        return [Self.change("2")]
      }
    }
    #expect(Repository.bytes(of: log.path) == before)
    let contents = try log.read()
    #expect(contents.entries.map(\.change.value) == ["1"])
    #expect(contents.damages.map(\.reason) == [.newerFormat(5)])
  }

  @Test("a change with too long a line is refused entirely")
  func longLine() throws {
    let long = LogChange(
      scope: "", kind: "", target: "", value: "1",
      comment: String(repeating: "\u{1}", count: LogLine.longest / 4))
    #expect(throws: StoreError(path: log.path, reason: .lineTooLong(limit: LogLine.longest))) {
      try log.append(at: 0) { _ in [Self.change("1"), long] }
    }
    #expect(try log.read() == LogContents())
  }

  @Test("nothing is appended to a damaged log that is full")
  func largeFile() throws {
    try log.append(at: 0) { _ in [Self.change("1")] }
    let limit = 100_000
    let small = ChangeLog(folder: log.folder, name: log.name, limit: limit)
    let expected = StoreError(path: small.path, reason: .fileTooLarge(limit: limit))
    for size in [limit + 1, limit - 10] {
      Files.resize(small.path, to: size)
      #expect(try small.read().entries.map(\.change.value) == ["1"])
      #expect(throws: expected) { try small.append(at: 0) { _ in [Self.change("2")] } }
      #expect(Files.size(of: small.path) == size)
    }
  }

  @Test("errors name the path and the problem")
  func errors() {
    let reasons: [(StoreError.Reason, String)] = [
      (.unreadable(code: 5), "l: cannot be read: input/output error"),
      (.notAFile, "l: not a plain file; expected a plain file or your own link to a plain file"),
      (.cannotCreate(code: 28), "l: cannot be created: no space left on device"),
      (.cannotWrite(code: 28), "l: cannot be written: no space left on device"),
      (
        .fileTooLarge(limit: 9),
        "l: the log is larger than 9 bytes; repair it, or move it away to start a new log"
      ),
      (.lineTooLong(limit: 9), "l: the change is too long; expected at most 9 bytes"),
      (.busy(.seconds(5)), "l: locked by another process (waited 5.0 seconds)"),
      (.replaced, "l: another program replaced the file during the write; try again"),
      (.permission(code: 13), "l: permission denied"),
      (
        .severalNames,
        "l: cannot be replaced: a link, a file with several names, or a file of another user; "
          + "expected your own file with one name"
      ),
      (.foreignLink, "l: a symbolic link owned by another user; expected one that you own"),
    ]
    for (reason, text) in reasons {
      let error = StoreError(path: "l", reason: reason)
      #expect(error.description == text)
    }
  }
}
