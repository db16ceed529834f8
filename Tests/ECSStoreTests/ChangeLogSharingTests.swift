import Basics
import ECSStore
import Synchronization
import TestSupport
import Testing

/// The log under several hands at once.
@Suite("Sharing a ChangeLog")
struct ChangeLogSharingTests {
  private let folder = TemporaryFolder()

  private func log(wait: Duration = .seconds(60)) -> ChangeLog {
    ChangeLog(folder: folder.path, name: "ratings.log", wait: wait)
  }

  private static func change(_ value: String) -> LogChange {
    LogChange(scope: "conference-2015", kind: "rating", target: "slot/1", value: value)
  }

  @Test("eight writers lose nothing, and a reader finds no damage except an incomplete last line")
  func writers() throws {
    let log = log()
    let failures = Mutex<[String]>([])
    let running = Atomic(8)
    let threads = Threads(count: 8) { writer in
      for step in 0..<25 {
        do throws(StoreError) {
          // The written line depends on the lines read before: an update that is lost would show.
          try log.append(at: 0) { contents in
            [Self.change("\(writer) \(step) \(contents.entries.count)")]
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
      running.subtract(1, ordering: .relaxed)
    }
    var seen = 0
    while running.load(ordering: .relaxed) > 0 {
      let contents = try log.read()
      // How long the last line is on its way depends on the machine; see HalfLineTests.
      #expect(contents.damageCount == (contents.endsInsideLine ? 1 : 0))
      #expect(contents.entries.count >= seen)
      seen = contents.entries.count
      sched_yield()
    }
    threads.join()
    #expect(failures.withLock { $0 } == [])
    let entries = try log.read().entries
    #expect(entries.count == 200)
    #expect(entries.map(\.counter) == Array(1...200))
    let words = entries.map { entry in entry.change.value.split(separator: " ").map { Int($0) } }
    #expect(words.map(\.last) == Array(0..<200))
    for writer in 0..<8 {
      let steps = words.filter { $0[0] == writer }.map { $0[1] }
      #expect(steps == Array(0..<25))
    }
  }

  @Test("waiting for a busy lock ends after the timeout, and nothing is changed")
  func busy() throws {
    try log().append(at: 0) { _ in [Self.change("1")] }
    let before = Repository.bytes(of: log().path)
    let other = try HeldLock("\(folder.path)/lock")
    let wait = Duration.milliseconds(200)
    let expected = StoreError(path: "\(folder.path)/lock", reason: .busy(wait))
    let taken = ContinuousClock().measure {
      #expect(throws: expected) {
        try log(wait: wait).append(at: 0) { _ in [Self.change("2")] }
      }
    }
    #expect(taken >= wait && taken < .seconds(30))
    // Reading asks for no lock.
    #expect(try log(wait: wait).read().entries.count == 1)
    #expect(Repository.bytes(of: log().path) == before)
    other.release()
    try log(wait: .zero).append(at: 0) { _ in [Self.change("2")] }
    #expect(try log().read().entries.count == 2)
  }

  @Test("a lock that is released in time is taken")
  func patience() throws {
    try log().append(at: 0) { _ in [] }
    let other = try HeldLock("\(folder.path)/lock")
    let threads = Threads(count: 1) { _ in
      usleep(100_000)
      other.release()
    }
    try log().append(at: 0) { _ in [Self.change("1")] }
    threads.join()
    #expect(try log().read().entries.count == 1)
  }

  @Test("a released lock is free although another process has a copy of its descriptor")
  func copiedLock() throws {
    var copy: Int32 = -1
    try log().append(at: 0) { _ in
      copy = Self.copyOfDescriptor(of: "\(folder.path)/lock")
      return [Self.change("1")]
    }
    defer { close(copy) }
    try #require(copy >= 0)
    try log(wait: .zero).append(at: 0) { _ in [Self.change("2")] }
    #expect(try log().read().entries.count == 2)
  }

  /// Copies the descriptor with which this process has opened a file.
  private static func copyOfDescriptor(of path: String) -> Int32 {
    var file = stat()
    var other = stat()
    guard stat(path, &file) == 0 else { return -1 }
    let opened = (0..<Int32(getdtablesize())).first { number in
      fstat(number, &other) == 0 && (other.st_dev, other.st_ino) == (file.st_dev, file.st_ino)
    }
    return opened.map { dup($0) } ?? -1
  }

  @Test("a removed lock file is created again")
  func removedLock() throws {
    try log().append(at: 0) { _ in [Self.change("1")] }
    unlink("\(folder.path)/lock")
    try log().append(at: 0) { _ in [Self.change("2")] }
    #expect(try log().read().entries.map(\.counter) == [1, 2])
  }

  @Test("a process that dies with the lock releases it")
  func death() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
      try ChangeLog(folder: path, name: "ratings.log").append(at: 0) { _ in
        kill(getpid(), SIGKILL)
        return []
      }
    }
    try log(wait: .zero).append(at: 0) { _ in [Self.change("1")] }
    #expect(try log().read().entries.count == 1)
  }
}

/// System threads that all run one body with their number.
final class Threads {
  private final class Body: Sendable {
    let run: @Sendable (Int) -> Void
    let number: Int

    init(_ number: Int, _ run: @escaping @Sendable (Int) -> Void) {
      self.number = number
      self.run = run
    }
  }

  private var threads: [pthread_t] = []

  init(count: Int, _ run: @escaping @Sendable (Int) -> Void) {
    for number in 0..<count {
      let body = Unmanaged.passRetained(Body(number, run)).toOpaque()
      #if canImport(Darwin)
        var thread: pthread_t?
        let start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
          Threads.run($0)
        }
        pthread_create(&thread, nil, start, body)
        if let thread { threads.append(thread) }
      #else
        var thread = pthread_t()
        pthread_create(
          &thread, nil,
          {
            if let body = $0 { Threads.run(body) }
            return nil
          }, body)
        threads.append(thread)
      #endif
    }
  }

  func join() {
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }

  @discardableResult
  private static func run(_ body: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let body = Unmanaged<Body>.fromOpaque(body).takeRetainedValue()
    body.run(body.number)
    return nil
  }
}
