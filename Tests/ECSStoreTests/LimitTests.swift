import Basics
import ECSStore
import TestSupport
import Testing

/// The limits of a log, each from both sides.
@Suite("The limits of a ChangeLog")
struct LimitTests {
  private let folder = TemporaryFolder()

  private func log(limit: Int = ChangeLog.longest) -> ChangeLog {
    ChangeLog(folder: folder.path, name: "ratings.log", limit: limit)
  }

  private static func change(comment count: Int) -> LogChange {
    LogChange(
      scope: "", kind: "rating", target: "slot/1", value: "1",
      comment: String(repeating: "c", count: count))
  }

  /// Returns the number of bytes of the first line with a comment of a length, without its newline.
  private static func bytes(comment count: Int) -> Int {
    let entry = LogEntry(
      device: Samples.device, counter: 1, time: 0, change: change(comment: count))
    return LogLine.encode(entry).count
  }

  @Test("a line of the maximum length is written and read, and a longer one is refused")
  func line() throws {
    let most = LogLine.longest - Self.bytes(comment: 0)
    #expect(throws: StoreError(path: log().path, reason: .lineTooLong(limit: LogLine.longest))) {
      try log().append(at: 0) { _ in [Self.change(comment: most + 1)] }
    }
    try log().append(at: 0) { _ in [Self.change(comment: most)] }
    let contents = try log().read()
    #expect(contents.damageCount == 0 && contents.byteCount == LogLine.longest + 1)
    #expect(contents.entries.map(\.change) == [Self.change(comment: most)])
    let bytes = try #require(Repository.bytes(of: log().path))
    #expect(bytes.count == LogLine.longest + 1)
    Files.write([UInt8(ascii: "1")] + bytes, to: log().path)
    #expect(try log().read().damages.map(\.reason) == [.tooLong])
  }

  @Test("a log grows to its limit and no further, and is read even beyond it")
  func log() throws {
    let size = Self.bytes(comment: 100) + 1
    let log = log(limit: 3 * size)
    func append(comment count: Int) throws {
      try log.append(at: 0) { _ in [Self.change(comment: count)] }
    }
    let full = StoreError(path: log.path, reason: .fileTooLarge(limit: 3 * size))
    for _ in 1...2 { try append(comment: 100) }
    #expect(throws: full) { try append(comment: 101) }
    try append(comment: 100)
    #expect(Files.size(of: log.path) == 3 * size)
    #expect(try log.read().entries.count == 3)
    Files.append([UInt8(ascii: "\n")], to: log.path)
    #expect(try log.read().entries.count == 3)
    #expect(throws: full) { try append(comment: 0) }
  }

  @Test("the greatest counter is given to one entry, and none follows")
  func counter() throws {
    let last = LogEntry.greatestCounter
    let none = StoreError(path: log().path, reason: .noCounterLeft)
    for given in [last - 2, last - 1, last] {
      Files.write(Samples.log([Samples.entry(given)]), to: log().path)
      let left = Int(last - given)
      let changes = (0...left).map { Self.change(comment: $0) }
      #expect(throws: none) { try log().append(at: 0) { _ in changes } }
      if left == 0 { continue }
      let added = try log().append(at: 0) { _ in Array(changes.dropLast()) }
      #expect(added.map(\.counter) == Array(given + 1...last))
      #expect(try log().read().greatestCounter == last)
    }
  }

  @Test(
    "a number consists of digits only, in every field", arguments: ["/", ":", "a", " ", "\u{660}"])
  func digits(character: String) throws {
    let change = LogChange(scope: "", kind: "k", target: "t", version: 2, value: "1")
    let entry = LogEntry(device: Samples.device, counter: 12, time: 12, change: change)
    let fields = Samples.fields(of: entry)
    #expect(try LogLine.decode(Samples.line(fields)) == entry)
    // The format, the counter, the time and the version.
    for field in [0, 2, 3, 9] {
      for number in ["1\(character)", "\(character)1", character] {
        var wrong = fields
        wrong[field] = number
        #expect(throws: LogDamage.Reason.notCanonical) { try LogLine.decode(Samples.line(wrong)) }
      }
    }
  }
}
