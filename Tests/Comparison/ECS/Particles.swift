import ECSKit

private struct Position: Component, Equatable {
  var value: Vector
}
private struct Velocity: Component, Equatable {
  var value: Vector
}

func moveParticles(_ run: Run) {
  let context = Context()
  for number in 0..<run.size {
    context.createEntity(Position(value: .start(number)), Velocity(value: .velocity(number)))
  }
  let particles = context.group(.all(Position.self, Velocity.self))
  run.particles(
    {
      particles.withEach(updating: Position.self, Velocity.self) { _, position, velocity in
        position.value.x += velocity.value.x
        position.value.y += velocity.value.y
      }
    }, { particles.compactMap { $0[Position.self]?.value } })
}
