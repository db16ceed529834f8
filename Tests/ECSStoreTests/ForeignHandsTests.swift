import Basics
import ECSStore
import TestSupport
import Testing

/// Other programs in the folder of a log: what they replace, own or put in its way.
@Suite("A ChangeLog next to other programs")
struct ForeignHandsTests {
  private let folder = TemporaryFolder()
  private var log: ChangeLog { ChangeLog(folder: folder.path, name: "ratings.log") }

  private static func change(_ value: String) -> LogChange {
    LogChange(scope: "conference-2015", kind: "rating", target: "slot/1", value: value)
  }

  @Test("a log that is replaced during a change still gets the change")
  func replacedLog() throws {
    try log.append(at: 0) { _ in [Self.change("1")] }
    let other = "\(folder.path)/other"
    Files.write(try #require(Repository.bytes(of: log.path)), to: other)
    var calls = 0
    try log.append(at: 0) { _ in
      calls += 1
      if calls == 1 { rename(other, log.path) }
      return [Self.change("2")]
    }
    #expect(try log.read().entries.map(\.change.value) == ["1", "2"])
    #expect(calls == 2)
  }

  @Test("a log that is replaced on every attempt results in an error, never in success")
  func alwaysReplaced() throws {
    let other = "\(folder.path)/other"
    let error = #expect(throws: StoreError.self) {
      try log.append(at: 0) { _ in
        Files.write([], to: other)
        rename(other, log.path)
        return [Self.change("2")]
      }
    }
    #expect(error?.reason == .replaced)
  }

  @Test("a lock file removed during a write never lets two writers in at once")
  func removedLock() throws {
    let log = log
    var calls = 0
    try log.append(at: 0) { _ in
      calls += 1
      if calls == 1 {
        unlink("\(log.folder)/lock")
        // The other writer finds no lock, makes one and writes.
        #expect(throws: Never.self) { try log.append(at: 0) { _ in [Self.change("1")] } }
      }
      return [Self.change("2")]
    }
    let entries = try log.read().entries
    #expect(entries.map(\.change.value) == ["1", "2"])
    #expect(entries.map(\.counter) == [1, 2])
  }

  @Test(
    "files created by root in a user's folder belong to the user",
    .enabled(if: geteuid() == 0, "it needs root"))
  func owner() throws {
    chown(folder.path, 65_534, 65_533)
    let log = ChangeLog(folder: "\(folder.path)/deep/down", name: "ratings.log")
    try log.append(at: 0) { _ in
      (0..<Compaction.leastDropped + Compaction.history + 1).map { _ in Self.change("1") }
    }
    let paths = ["", "/down"].map { "\(folder.path)/deep\($0)" }
    let names = TemporaryFolder.names(in: log.folder)
    #expect(names == ["device", "lock", "ratings.log", "ratings.log.previous"])
    for path in paths + names.map({ "\(log.folder)/\($0)" }) {
      var status = stat()
      #expect(lstat(path, &status) == 0 && status.st_uid == 65_534, "\(path)")
      #expect(status.st_gid == 65_533, "\(path)")
    }
  }

  @Test("obstacles in place of the other files are reported, and the log is examined")
  func obstacles() throws {
    try log.append(at: 0) { _ in [Self.change("1")] }
    mkfifo("\(folder.path)/ratings.log.previous", 0o600)
    mkdir("\(folder.path)/ratings.log.damaged-1", 0o700)
    symlink("ratings.log", "\(folder.path)/ratings.log.damaged-2")
    mkfifo("\(folder.path)/unfinished", 0o600)
    let found = try #require(try log.examine())
    #expect(found.contents?.entries.count == 1)
    #expect(found.evidence == ["ratings.log.damaged-1", "ratings.log.damaged-2"])
    #expect(found.previous == nil && found.hasUnfinished)
    let names = found.obstacles.map { $0.path.dropFirst(folder.path.count + 1) }
    #expect(
      Set(names) == [
        "ratings.log.previous", "ratings.log.damaged-1", "ratings.log.damaged-2", "unfinished",
      ])
    #expect(found.obstacles.allSatisfy { $0.reason == .notAFile })
  }

  @Test("a repair avoids obstacles and follows no link")
  func repairBesideObstacles() throws {
    try log.append(at: 0) { _ in [Self.change("1")] }
    let damaged = try #require(Repository.bytes(of: log.path)) + Array("garbage\n".utf8)
    Files.write(damaged, to: log.path)
    mkfifo("\(folder.path)/ratings.log.previous", 0o600)
    symlink("victim", "\(folder.path)/ratings.log.damaged-1")
    mkfifo("\(folder.path)/unfinished", 0o600)
    let repair = try #require(try log.repair(at: 0))
    #expect(repair.evidence == "ratings.log.damaged-2")
    #expect(Repository.bytes(of: "\(folder.path)/ratings.log.damaged-2") == damaged)
    #expect(try log.read().damageCount == 0)
    #expect(!TemporaryFolder.names(in: folder.path).contains("victim"))
  }
}
