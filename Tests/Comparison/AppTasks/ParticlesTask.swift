/// Where a particle is, and how far it moves in a step.
struct Vector: Equatable, Sendable {
  var x: Double
  var y: Double

  init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

extension Vector {
  /// The start of a particle; `particles.cpp` has the same.
  static func start(_ number: Int) -> Vector {
    Vector(x: Double(number % 1000), y: Double(number % 777))
  }

  /// The velocity of a particle.
  static func velocity(_ number: Int) -> Vector {
    Vector(x: Double(number % 7) * 0.25, y: Double(number % 5) * 0.125)
  }
}

extension Run {
  /// Moves all particles by their velocities, step by step.
  ///
  /// - Parameters:
  ///   - move: Moves all once.
  ///   - positions: Returns where they are, in any order.
  func particles(_ move: () -> Void, _ positions: () -> [Vector]) {
    for _ in 0..<10 { move() }
    let steps = 200
    var best = Double.infinity
    for _ in 0..<5 {
      let start = Self.processorTime
      for _ in 0..<steps { move() }
      best = min(best, (Self.processorTime - start) * 1e9 / Double(steps * size))
    }
    print("ns", "particle", best)
    // The sums are exact, so their order is none of the answer.
    let sum = positions().reduce(0) { $0 + $1.x + $1.y }
    answer("particles", ["\(Int(sum * 8))"])
  }
}
