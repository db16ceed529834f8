import ECSKit

// What the entities of the workloads hold. All are compared, so that the check for an equal value is
// paid for, and every change of a workload gives another value.

struct Position: Component, Comparable {
  var x: Double
  var y: Double

  static func < (first: Position, second: Position) -> Bool {
    (first.x, first.y) < (second.x, second.y)
  }
}

struct Velocity: Component, Equatable {
  var x: Double
  var y: Double
}

struct Name: Component, Equatable {
  var text: String
}

struct RecordID: Component, Hashable {
  let text: String
}

struct Flag: Component, Equatable {}

/// The contents of a world before the clock runs; the same for the library and for its baselines.
enum Contents {
  /// Different names of 15 to 18 characters, nearly all too long to be kept inside a string.
  static func names(_ count: Int) -> [String] {
    (0..<count).map { "participant \(100 + $0)" }
  }

  /// As many different names again.
  static func otherNames(_ count: Int) -> [String] {
    (0..<count).map { "replacement \(100 + $0)" }
  }

  static func position(_ number: Int) -> Position { Position(x: Double(number), y: 0) }

  static func velocity(_ number: Int) -> Velocity { Velocity(x: 1, y: Double(number)) }

  /// The values in an order that no cache foresees, and the same in each run.
  static func shuffled<Value>(_ values: [Value]) -> [Value] {
    var generator = Generator(state: 42)
    return values.shuffled(using: &generator)
  }

  /// A linear congruential generator: the high bits are random enough for an order of access.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let high = state >> 32
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return high << 32 | state >> 32
    }
  }
}
