import Basics
import ECSStore
import TestSupport
import Testing

/// Damage stays as evidence, and is repaired on request.
@Suite("Repairing a ChangeLog")
struct RepairTests {
  private let folder = TemporaryFolder()
  private var log: ChangeLog { ChangeLog(folder: folder.path, name: "ratings.log") }

  private static func change(_ value: String, _ target: String) -> LogChange {
    LogChange(scope: "conference-2015", kind: "rating", target: target, value: value)
  }

  /// Returns the bytes of a log of three entries, with one bit of the second flipped.
  private func makeDamaged() throws -> [UInt8] {
    try log.append(at: 0) { _ in (1...3).map { Self.change("\($0)", "slot/\($0)") } }
    var bytes = try #require(Repository.bytes(of: log.path))
    bytes[bytes.count / 2] ^= 4
    Files.write(bytes, to: log.path)
    return bytes
  }

  @Test("an intact or missing log is not touched")
  func sound() throws {
    #expect(try log.repair(at: 0) == nil)
    #expect(TemporaryFolder.names(in: folder.path) == ["lock"])
    #expect(
      try ChangeLog(folder: "\(folder.path)/no", name: "ratings.log").repair(at: 0) == nil)
    try log.append(at: 0) { _ in [Self.change("1", "slot/1")] }
    let bytes = Repository.bytes(of: log.path)
    #expect(try log.repair(at: 0) == nil)
    #expect(Repository.bytes(of: log.path) == bytes)
  }

  @Test("the damaged file is set aside unchanged, and all readable entries stay")
  func repaired() throws {
    let damaged = try makeDamaged()
    let before = try log.read()
    #expect(before.damageCount == 1)
    chmod(log.path, 0o640)
    let repair = try #require(try log.repair(at: 77))
    #expect(repair.evidence == "ratings.log.damaged-1")
    #expect(repair.damageCount == 1 && repair.recoveredCount == 0)
    let evidence = "\(folder.path)/\(repair.evidence)"
    #expect(Repository.bytes(of: evidence) == damaged)
    #expect(Files.mode(of: evidence) == 0o640 && Files.mode(of: log.path) == 0o640)
    let after = try log.read()
    #expect(after.damageCount == 0)
    #expect(Array(after.entries.dropLast()) == before.entries)
    let note = try #require(after.entries.last)
    #expect(note.change.kind == ChangeLog.repairKind && note.change.target == repair.evidence)
    #expect(note.change.value == "1" && note.time == 77)
    #expect(try log.repair(at: 78) == nil)
    #expect(
      TemporaryFolder.names(in: folder.path)
        == ["device", "lock", "ratings.log", "ratings.log.damaged-1"])
  }

  @Test("the number of a lost entry is not reused, even if it was the last")
  func counters() throws {
    try log.append(at: 0) { _ in (1...3).map { Self.change("\($0)", "slot/\($0)") } }
    Files.resize(log.path, to: try #require(Files.size(of: log.path)) - 5)
    _ = try #require(try log.repair(at: 0))
    let added = try log.append(at: 0) { _ in [Self.change("4", "slot/4")] }
    #expect(try #require(added.first).counter > 3)
    let counters = try log.read().entries.map(\.counter)
    #expect(Set(counters).count == counters.count && !counters.contains(3))
  }

  @Test("the number of a repair follows all known numbers and all that damage may hide")
  func numberOfRepair() throws {
    let entries = [Samples.entry(1), Samples.entry(2), Samples.entry(7)]
    let garbage = Array("garbage\n".utf8)
    let hidden = [UInt8](repeating: UInt8(ascii: "x"), count: 500) + [UInt8(ascii: "\n")]
    // What the former generation has, the log, and the number.
    let cases: [(previous: [LogEntry], bytes: [UInt8], number: UInt64)] = [
      ([], garbage, 1), ([], Samples.log(entries) + garbage, 8),
      (entries, Samples.log([entries[0]]) + garbage, 8),
      (entries, Samples.log([entries[0], Samples.entry(9)]) + garbage, 10),
      ([], Samples.log(entries) + hidden, LogContents(Samples.log(entries) + hidden).nextCounter),
    ]
    for (number, each) in cases.enumerated() {
      Files.write(Samples.log(each.previous), to: "\(folder.path)/\(log.previousName)")
      Files.write(each.bytes, to: log.path)
      let repair = try #require(try log.repair(at: 0))
      let note = try #require(try log.read().entries.last)
      #expect(note.change.target == repair.evidence, "case \(number)")
      #expect(note.counter == each.number, "case \(number)")
      let added = try log.append(at: 0) { _ in [Self.change("4", "slot/4")] }
      #expect(added.map(\.counter) == [each.number + 1], "case \(number)")
    }
    #expect(LogContents(Samples.log(entries) + hidden).nextCounter > 8)
  }

  @Test(
    "the damaged line is identified by its number, its first byte and its length", arguments: 0..<6)
  func damagedLine(place: Int) throws {
    var lines = (1...6).map { Samples.log([Samples.entry(UInt64($0))]) }
    lines[place] = Array("garbage\n".utf8)
    Files.write(lines.flatMap(\.self), to: log.path)
    let damage = try #require(try log.read().damages.first)
    #expect(damage.line == place + 1 && damage.length == 7)
    #expect(damage.offset == lines[..<place].reduce(0) { $0 + $1.count })
    let repair = try #require(try log.repair(at: 0))
    #expect(repair.damageCount == 1 && repair.recoveredCount == 0)
    let kept = try log.read().entries.dropLast().map(\.counter)
    #expect(kept == (1...6).filter { $0 != place + 1 }.map(UInt64.init))
  }

  @Test("entries that the former generation still has are restored")
  func recovered() throws {
    try log.append(at: 0) { _ in (1...3).map { Self.change("\($0)", "slot/\($0)") } }
    let entries = try log.read().entries
    try rename(log.path, to: "\(folder.path)/\(log.previousName)")
    Files.write(
      Samples.log([entries[0]]) + Array("garbage\n".utf8) + Samples.log([entries[2]]),
      to: log.path)
    let repair = try #require(try log.repair(at: 0))
    #expect(repair.recoveredCount == 1)
    #expect(Array(try log.read().entries.dropLast()) == entries)
  }

  private func rename(_ path: String, to newPath: String) throws {
    let bytes = try #require(Repository.bytes(of: path))
    Files.write(bytes, to: newPath)
  }

  @Test("repeated damage is set aside separately, and a repeated repair finds the earlier evidence")
  func again() throws {
    let first = try makeDamaged()
    _ = try log.repair(at: 0)
    // As if the process had died before the log was replaced.
    Files.write(first, to: log.path)
    #expect(try log.repair(at: 0)?.evidence == "ratings.log.damaged-1")
    Files.append([0, 0, 0], to: log.path)
    #expect(try log.repair(at: 0)?.evidence == "ratings.log.damaged-2")
    #expect(Repository.bytes(of: "\(folder.path)/ratings.log.damaged-1") == first)
  }

  @Test("a log of a newer format, reached by a link or with two names is refused and not touched")
  func refused() throws {
    let damaged = try makeDamaged()
    link(log.path, "\(folder.path)/other")
    let expected = StoreError(path: log.path, reason: .severalNames)
    #expect(throws: expected) { try log.repair(at: 0) }
    unlink(log.path)
    symlink("other", log.path)
    #expect(throws: expected) { try log.repair(at: 0) }
    #expect(Repository.bytes(of: "\(folder.path)/other") == damaged)
    unlink(log.path)
    let newer = damaged + Samples.line(["5", "x"]) + [UInt8(ascii: "\n")]
    Files.write(newer, to: log.path)
    #expect(throws: StoreError(path: log.path, reason: .newerFormat(found: 5, known: 4))) {
      try log.repair(at: 0)
    }
    #expect(Repository.bytes(of: log.path) == newer)
  }

  @Test("an examination finds all problems and changes nothing")
  func examination() throws {
    #expect(
      try ChangeLog(folder: "\(folder.path)/no", name: "ratings.log").examine() == nil)
    let empty = try #require(try log.examine())
    #expect(empty.contents == nil && empty.device == nil && empty.previous == nil)
    #expect(TemporaryFolder.names(in: folder.path).isEmpty)
    _ = try makeDamaged()
    _ = try log.repair(at: 0)
    Files.write([1], to: "\(folder.path)/unfinished")
    Files.write(Samples.log([Samples.entry(1)]), to: "\(folder.path)/\(log.previousName)")
    let names = TemporaryFolder.names(in: folder.path)
    let found = try #require(try log.examine())
    #expect(found.contents == (try log.read()))
    #expect(found.contents?.byteCount == Files.size(of: log.path))
    #expect(found.device == found.contents?.entries.first?.device)
    #expect(found.previous?.entries == [Samples.entry(1)])
    #expect(found.evidence == ["ratings.log.damaged-1"] && found.hasUnfinished)
    #expect(TemporaryFolder.names(in: folder.path) == names)
  }
}
