import ECSHistory
import ECSKit
import ECSReactive

struct Title: PortableComponent, Equatable {
  let text: String
}

struct Rating: PortableComponent, Equatable {
  let stars: Int
  var comment: String?
}

struct Tags: PortableComponent, Equatable {
  let names: [String]
}

struct Draft: PortableComponent, Equatable {}

/// A value that is larger than the inline buffer of an existential.
struct Span: PortableComponent, Equatable {
  let start: Int
  let end: Int
  let zone: String
  let isFixed: Bool
}

/// A clock that moves only on request.
final class TestClock: Clock {
  struct Instant: InstantProtocol {
    var time: Duration
    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    func duration(to other: Instant) -> Duration { other.time - time }
    static func < (first: Instant, second: Instant) -> Bool { first.time < second.time }
  }

  nonisolated(unsafe) var time = Duration.zero
  var now: Instant { Instant(time: time) }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

/// A system whose work is a closure.
struct Work: InitSystem, ExecuteSystem, CleanupSystem, TeardownSystem {
  let name: String
  var prepare: () -> Void = {}
  var work: () throws -> Void = {}
  func initialize() { prepare() }
  func execute() throws { try work() }
  func cleanup() {}
  func teardown() {}
}

extension History {
  /// The lines of a query's answer.
  func lines(_ query: String) throws -> [String] {
    switch try answer(query) {
    case .names(let names): names
    case .events(let events): events.map(\.description)
    case .durations(let runs): runs.map { "\($0.system) \($0.phase.rawValue) \($0.duration)" }
    case .lives(let lives):
      lives.map { life in
        "\(life.context) \(life.entity): \(life.eventCount)"
          + (life.destroyed == nil ? "" : " destroyed")
      }
    case .count(let count): ["\(count)"]
    }
  }
}
