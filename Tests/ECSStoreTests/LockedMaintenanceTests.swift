import Basics
import ECSKit
import ECSStore
import Synchronization
import TestSupport
import Testing

/// A log is written to, repaired and rewritten under the lock, and under the one that has its name.
@Suite("Maintaining a shared ChangeLog")
struct LockedMaintenanceTests {
  /// What writes to a log.
  enum Task: CaseIterable {
    case appending
    case makingRoom
    case repair
    case rewriting

    /// Does it, with a pause when the log was read and is not changed yet; the outcome is whether it
    /// was done.
    func run(
      on log: ChangeLog, pausing pause: @escaping @Sendable () -> Void = {}
    ) throws(StoreError) -> Bool {
      switch self {
      case .appending, .makingRoom:
        let change = LogChange(
          scope: "", kind: "k", target: "t", value: "1",
          comment: String(repeating: "x", count: 300))
        return try log.append(at: 0) { _ in
          pause()
          return [change]
        }.count == 1
      case .repair: return try log.repair(at: 0, pausing: pause) != nil
      case .rewriting:
        return try log.rewriteInFormat1 { (change) throws(StoreError) in
          if change.version == 1 { return change }
          pause()
          return LogChange(subject: change.subject, value: change.value)
        } == 0
      }
    }

    /// The bytes of a log that it changes.
    var bytes: [UInt8] {
      switch self {
      case .appending: return Samples.log([Samples.entry(1)])
      case .makingRoom:
        return Samples.log((1...UInt64(Compaction.history + 100)).map { Samples.entry($0) })
      case .repair: return Samples.log([Samples.entry(1)]) + Array("garbage\n".utf8)
      case .rewriting:
        let change = LogChange(scope: "", kind: "k", target: "t", version: 2, value: "1")
        let entry = LogEntry(device: Samples.device, counter: 1, time: 0, change: change)
        return Samples.log([entry])
      }
    }

    /// The greatest number of bytes of the log; one that has to make room has some for another's line.
    var limit: Int { self == .makingRoom ? bytes.count + 200 : ChangeLog.longest }
  }

  /// A task on a thread of its own.
  private final class Attempt: Sendable {
    private let isDone = Atomic(false)
    private let outcome = Mutex<Result<Bool, StoreError>?>(nil)

    func run(_ task: Task, on log: ChangeLog, pausing pause: @escaping @Sendable () -> Void = {}) {
      do throws(StoreError) {
        let isMade = try task.run(on: log, pausing: pause)
        outcome.withLock { $0 = .success(isMade) }
      } catch {
        outcome.withLock { $0 = .failure(error) }
      }
      isDone.store(true, ordering: .releasing)
    }

    var hasEnded: Bool { isDone.load(ordering: .acquiring) }

    /// Whether the task was done.
    var wasMade: Bool { outcome.withLock { $0 } == .success(true) }

    /// Waits until the task, too, has opened a lock file, or has ended.
    func wait(for lock: HeldLock) {
      while LockedMaintenanceTests.descriptors(of: lock.descriptor) < 2, !hasEnded { sched_yield() }
    }
  }

  private let folder = TemporaryFolder()
  private var lockPath: String { "\(folder.path)/lock" }

  private func log(for task: Task, wait: Duration = .seconds(60)) -> ChangeLog {
    ChangeLog(folder: folder.path, name: "ratings.log", wait: wait, limit: task.limit)
  }

  @Test(
    "waiting for a busy lock ends after the timeout, and nothing is changed",
    arguments: Task.allCases)
  func busy(task: Task) throws {
    let log = log(for: task, wait: .zero)
    Files.write(task.bytes, to: log.path)
    let lock = try HeldLock(lockPath)
    #expect(throws: StoreError(path: lockPath, reason: .busy(.zero))) {
      try task.run(on: log)
    }
    #expect(Repository.bytes(of: log.path) == task.bytes)
    #expect(TemporaryFolder.names(in: folder.path) == ["lock", "ratings.log"])
    lock.release()
    #expect(try task.run(on: log))
    #expect(Repository.bytes(of: log.path) != task.bytes)
  }

  @Test("a lock whose file lost its name is not a lock", arguments: Task.allCases)
  func replacedLock(task: Task) throws {
    // The defect: a task that waited for the former file works beside one that has the present one.
    let log = log(for: task)
    Files.write(task.bytes, to: log.path)
    let former = try HeldLock(lockPath)
    let attempt = Attempt()
    let threads = Threads(count: 1) { _ in attempt.run(task, on: log) }
    attempt.wait(for: former)
    unlink(lockPath)
    let present = try HeldLock(lockPath)
    former.release()
    attempt.wait(for: present)
    #expect(!attempt.hasEnded)
    #expect(Repository.bytes(of: log.path) == task.bytes)
    present.release()
    threads.join()
    #expect(attempt.wasMade)
    #expect(Repository.bytes(of: log.path) != task.bytes)
  }

  @Test("a missing lock file is created again before the log is read", arguments: Task.allCases)
  func removedLock(task: Task) throws {
    let log = log(for: task)
    Files.write(task.bytes, to: log.path)
    let former = try HeldLock(lockPath)
    let path = lockPath
    let attempt = Attempt()
    let isThere = Mutex<[Bool]>([])
    let threads = Threads(count: 1) { _ in
      attempt.run(task, on: log) {
        let isMade = access(path, F_OK) == 0
        isThere.withLock { $0.append(isMade) }
      }
    }
    attempt.wait(for: former)
    unlink(lockPath)
    former.release()
    threads.join()
    #expect(attempt.wasMade)
    // Making room is an append that starts again.
    #expect(isThere.withLock { $0 } == (task == .makingRoom ? [true, true] : [true]))
  }

  /// What another program replaces under a task.
  enum Foreign: CaseIterable {
    case lock
    case log
  }

  @Test(
    "another writer's entries survive while the lock or the log is replaced",
    arguments: Task.allCases, Foreign.allCases)
  func foreignWriter(task: Task, foreign: Foreign) throws {
    // The defect: the log is replaced by what it held before the other wrote.
    let log = log(for: task)
    Files.write(task.bytes, to: log.path)
    let lockPath = lockPath
    let entry = Samples.entry(7000, target: "other", device: Samples.otherDevice)
    let calls = Mutex(0)
    let isMade = try task.run(on: log) {
      guard
        calls.withLock({
          $0 += 1
          return $0
        }) == 1
      else { return }
      switch foreign {
      case .lock:
        unlink(lockPath)
        Files.append(Samples.log([entry]), to: log.path)
      case .log:
        Files.write(task.bytes + Samples.log([entry]), to: "\(log.path).new")
        rename("\(log.path).new", log.path)
      }
    }
    #expect(isMade)
    #expect(try log.read().entries.contains(entry))
    #expect(calls.withLock { $0 } == (task == .makingRoom ? 3 : 2))
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
