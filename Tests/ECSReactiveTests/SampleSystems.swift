import ECSKit
import ECSReactive
import Synchronization

/// A list of lines that systems write.
final class Diary {
  var lines: [String] = []

  /// Returns and removes the lines.
  func read() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A system that writes each phase into a diary and throws in the chosen phases.
struct Phases: InitSystem, ExecuteSystem, CleanupSystem, TeardownSystem {
  let name: String
  let diary: Diary
  var throwing: Set<String> = []

  func initialize() throws { try note("init") }
  func execute() throws { try note("execute") }
  func cleanup() throws { try note("cleanup") }
  func teardown() throws { try note("teardown") }

  private func note(_ phase: String) throws {
    diary.lines.append("\(name) \(phase)")
    if throwing.contains(phase) { throw Refused() }
  }
}

/// A reactive system that calls a closure.
struct Reacting: ReactiveSystem {
  var name = "Reacting"
  let collector: Collector
  let body: ([Entity]) throws -> Void

  func execute(_ entities: [Entity]) throws { try body(entities) }
}

/// A strict reactive system that calls a closure.
struct StrictlyReacting: StrictReactiveSystem {
  let collector: Collector
  let body: ([Entity]) throws -> Void

  func execute(_ entities: [Entity]) throws { try body(entities) }
}

/// A reactive system that handles a limited number of entities in each pass.
struct Budgeted: ReactiveSystem {
  let collector: Collector
  let budget: Int
  let body: ([Entity]) -> Void

  func execute() { execute(collector.pull(budget).map(\.entity)) }
  func execute(_ entities: [Entity]) { body(entities) }
}

/// An execute system that calls a closure.
struct Doing: ExecuteSystem {
  var name = "Doing"
  let body: () throws -> Void

  func execute() throws { try body() }
}

/// A clock that advances by one second each time it is read.
final class TickingClock: Clock {
  struct Instant: InstantProtocol {
    var time: Duration

    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    func duration(to other: Instant) -> Duration { other.time - time }
    static func < (first: Instant, second: Instant) -> Bool { first.time < second.time }
  }

  private let reads = Mutex(0)
  let minimumResolution = Duration.zero

  var now: Instant {
    Instant(
      time: .seconds(
        reads.withLock { count in
          count += 1
          return count
        }))
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

/// A simulated time that tests advance by hand.
final class WoundTime {
  private(set) var now = Duration.zero
  private var waiting: [(number: Int, due: Duration, work: () -> Void)] = []
  private var count = 0

  var isIdle: Bool { waiting.isEmpty }

  var scheduler: LoopScheduler {
    LoopScheduler(
      now: { self.now },
      schedule: { delay, work in
        self.count += 1
        let number = self.count
        self.waiting.append((number, self.now + delay, work))
        return { self.waiting.removeAll { $0.number == number } }
      })
  }

  /// Advances the time, and runs due work in the order of its due times.
  func pass(_ milliseconds: Int) {
    let end = now + .milliseconds(milliseconds)
    while let next = waiting.filter({ $0.due <= end }).min(by: {
      ($0.due, $0.number) < ($1.due, $1.number)
    }) {
      waiting.removeAll { $0.number == next.number }
      now = max(now, next.due)
      next.work()
    }
    now = end
  }
}
