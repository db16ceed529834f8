import Basics
import ECSStore
import TestSupport
import Testing

/// Appends of several lines whose process was killed while it wrote.
///
/// The kernel stops such a write at a page boundary. These tests cut the log at every byte.
@Suite("An interrupted append")
struct InterruptedAppendTests {
  private let folder = TemporaryFolder()
  private var log: ChangeLog { ChangeLog(folder: folder.path, name: "ratings.log") }

  private static func change(_ value: Int, length: Int = 10) -> LogChange {
    let text = String(repeating: "x", count: length)
    return LogChange(scope: "fair", kind: "star", target: "\(value)", value: text)
  }

  /// Fills the log so that its first page has a number of bytes left.
  private func fill(leaving room: Int) throws -> [UInt8] {
    try log.append(at: 1) { _ in [Self.change(0)] }
    let first = try #require(Repository.bytes(of: log.path)).count
    try log.append(at: 1) { _ in [Self.change(0, length: 10 + 4096 - room - 2 * first)] }
    let bytes = try #require(Repository.bytes(of: log.path))
    try #require(bytes.count == 4096 - room)
    return bytes
  }

  @Test("no part of it is read, and the next append cancels it", arguments: [1, 40, 250, 400])
  func cut(room: Int) throws {
    let before = try fill(leaving: room)
    let entries = try log.read().entries
    let added = try log.append(at: 2) { contents in
      (1...5).map { Self.change($0) }
        + [LogChange(scope: "", kind: "step", target: "", value: "\(contents.nextCounter)")]
    }
    let after = try #require(Repository.bytes(of: log.path))
    try #require(try log.read().entries == entries + added)
    for length in before.count..<after.count - 1 {
      Files.write(Array(after.prefix(length)), to: log.path)
      var reading = LogReading()
      try log.read(after: &reading)
      try #require(reading.contents.entries == entries, "\(length) bytes")
      let isTorn = length > before.count
      try #require(reading.contents.damages.map(\.reason) == (isTorn ? [.torn] : []))
      let next = try log.append(at: 3) { _ in [Self.change(7), Self.change(8)] }
      let contents = try log.read()
      try #require(contents.entries == entries + next, "\(length) bytes")
      try #require(contents.damageCount == 0 && contents.cancelledCount == (isTorn ? 1 : 0))
      try log.read(after: &reading)
      try #require(reading.contents == contents, "\(length) bytes")
    }
    // Only the last newline is missing.
    Files.write(Array(after.dropLast()), to: log.path)
    try #require(try log.read().entries == entries + added)
    try log.append(at: 3) { _ in [Self.change(7)] }
    try #require(try log.read().entries.count == entries.count + added.count + 1)
  }

  @Test("NUL bytes in place of its last page cancel it")
  func zeros() throws {
    let before = try fill(leaving: 300)
    let entries = try log.read().entries
    try log.append(at: 2) { _ in (1...5).map { Self.change($0) } }
    let after = try #require(Repository.bytes(of: log.path))
    let end = try #require(after[..<4096].lastIndex(of: UInt8(ascii: "\n"))) + 1
    try #require(end > before.count)
    Files.write(after[..<end] + [UInt8](repeating: 0, count: after.count - end), to: log.path)
    #expect(try log.read().entries == entries)
    #expect(try log.read().damages.map(\.reason) == [.zeros])
  }

  @Test("a flipped bit in an append of several lines removes only the entry of its line")
  func flips() throws {
    let before = try fill(leaving: 300)
    let entries = try log.read().entries
    let added = try log.append(at: 2) { _ in (1...5).map { Self.change($0) } }
    let after = try #require(Repository.bytes(of: log.path))
    for index in before.count..<after.count {
      var bytes = after
      bytes[index] ^= 1 << UInt8(index % 8)
      let contents = LogContents(bytes)
      try #require(contents.damageCount == 1, "byte \(index)")
      try #require(contents.entries.count >= entries.count + added.count - 2, "byte \(index)")
    }
  }

  @Test("appends within a page, of one line, and rewritten logs have no additional line")
  func shortAppends() throws {
    let before = try fill(leaving: 1500)
    let pair = try log.append(at: 2) { _ in [Self.change(1), Self.change(2)] }
    #expect(Repository.bytes(of: log.path) == before + Samples.log(pair))
    let single = try log.append(at: 2) { _ in [Self.change(1, length: 3000)] }
    #expect(Repository.bytes(of: log.path) == before + Samples.log(pair + single))
  }
}
