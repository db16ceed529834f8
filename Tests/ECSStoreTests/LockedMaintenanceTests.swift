import ECSKit
import ECSStore
import Synchronization
import SystemBasics
import TestSupport
import Testing

/// Repairing and rewriting a log happen under the lock, and under the one that has its name.
@Suite("ChangeLog, maintained beside others")
struct LockedMaintenanceTests {
  /// What rewrites a log.
  enum Task: CaseIterable {
    case repair
    case rewriting

    /// Does it; the outcome is whether the log was rewritten.
    func run(on log: ChangeLog) throws(StoreError) -> Bool {
      switch self {
      case .repair: return try log.repair(at: 0) != nil
      case .rewriting:
        let store = ComponentStore(Context(), log, StoredComponents(), clock: { 0 }, naming: nil)
        return try store.rewriteInFormat1() >= 0
      }
    }

    /// The bytes of a log that it rewrites.
    var bytes: [UInt8] {
      switch self {
      case .repair: return Samples.log([Samples.entry(1)]) + Array("garbage\n".utf8)
      case .rewriting:
        let change = LogChange(scope: "", kind: "k", target: "t", version: 2, value: "1")
        let entry = LogEntry(device: Samples.device, counter: 1, time: 0, change: change)
        return Samples.log([entry])
      }
    }
  }

  private let folder = TemporaryFolder()
  private var lockPath: String { "\(folder.path)/lock" }

  private func log(wait: Duration) -> ChangeLog {
    ChangeLog(folder: folder.path, name: "ratings.log", wait: wait)
  }

  /// Makes the lock file, if there is none, and takes the lock.
  private func takeLock() throws -> Int32 {
    let lock = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
    return lock
  }

  @Test("a lock that stays taken is given up, and nothing is changed", arguments: Task.allCases)
  func busy(task: Task) throws {
    Files.write(task.bytes, to: log(wait: .zero).path)
    let lock = try takeLock()
    #expect(throws: StoreError(path: lockPath, reason: .busy(.zero))) {
      try task.run(on: log(wait: .zero))
    }
    #expect(Repository.bytes(of: log(wait: .zero).path) == task.bytes)
    #expect(TemporaryFolder.names(in: folder.path) == ["lock", "ratings.log"])
    close(lock)
    #expect(try task.run(on: log(wait: .zero)))
    #expect(Repository.bytes(of: log(wait: .zero).path) != task.bytes)
  }

  @Test("a lock whose file lost its name is none", arguments: Task.allCases)
  func replacedLock(task: Task) throws {
    // The defect: a task that waited for the former file works beside one that has the present one.
    let log = log(wait: .seconds(60))
    Files.write(task.bytes, to: log.path)
    let former = try takeLock()
    let isDone = Atomic(false)
    let failure = Mutex<StoreError?>(nil)
    let threads = Threads(count: 1) { _ in
      do throws(StoreError) { _ = try task.run(on: log) } catch {
        failure.withLock { $0 = error }
      }
      isDone.store(true, ordering: .releasing)
    }
    func waitUntilOpened(_ lock: Int32) {
      while Self.descriptors(of: lock) < 2, !isDone.load(ordering: .acquiring) { sched_yield() }
    }
    waitUntilOpened(former)
    unlink(lockPath)
    let present = try takeLock()
    close(former)
    waitUntilOpened(present)
    let isDoneTooEarly = isDone.load(ordering: .acquiring)
    #expect(!isDoneTooEarly)
    #expect(Repository.bytes(of: log.path) == task.bytes)
    close(present)
    threads.join()
    #expect(failure.withLock { $0 } == nil)
    #expect(Repository.bytes(of: log.path) != task.bytes)
  }

  /// Returns how often this process has a file open.
  private static func descriptors(of file: Int32) -> Int {
    var wanted = stat()
    fstat(file, &wanted)
    return (0..<Int32(1024)).count { number in
      var status = stat()
      return fstat(number, &status) == 0 && status.st_ino == wanted.st_ino
        && status.st_dev == wanted.st_dev
    }
  }
}
