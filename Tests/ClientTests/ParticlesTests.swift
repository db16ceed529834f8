import ECSKit
import Testing

struct Spot: Component, Equatable {
  var x: Double
  var y: Double
}

struct Drift: Component {
  var x: Double
  var y: Double
}

/// A simulation that moves everything in each frame, and a view that looks at one particle.
@Suite("A client that moves particles") struct ParticlesTests {
  private func simulation(_ count: Int) -> (context: Context, moving: Group) {
    let context = Context()
    for number in 0..<count {
      context.createEntity(
        Spot(x: Double(number), y: 0), Drift(x: 1, y: Double(number % 3) - 1))
    }
    return (context, context.group(.all(Spot.self, Drift.self)))
  }

  private func step(_ moving: Group, by time: Double) {
    moving.withEach(updating: Spot.self, Drift.self) { _, place, speed in
      place.x += speed.x * time
      place.y += speed.y * time
    }
  }

  @Test("100,000 particles move to the positions given by their speed")
  func moves() {
    let (context, moving) = simulation(100_000)
    for _ in 0..<2 { step(moving, by: 0.5) }
    var wrong = 0
    for (number, particle) in context.entities.enumerated()
    where particle[Spot.self] != Spot(x: Double(number) + 1, y: Double(number % 3) - 1) {
      wrong += 1
    }
    #expect(wrong == 0)
  }

  @Test("A view of one particle follows it, and a particle at rest causes no change")
  func follows() throws {
    let (context, moving) = simulation(1000)
    let followed = context.entities[2]
    let resting = context.entities[4]
    resting.set(Drift(x: 0, y: 0))
    var path: [Spot] = []
    followed.observe(.updated) { path.append($0.new(Spot.self) ?? Spot(x: 0, y: 0)) }
    resting.observe { _ in Issue.record("it did not move") }
    for _ in 0..<2 { step(moving, by: 1) }
    #expect(path == [Spot(x: 3, y: 1), Spot(x: 4, y: 2)])
  }
}
