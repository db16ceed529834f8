func moveParticles(_ run: Run) {
  var positions = (0..<run.size).map(Vector.start)
  let velocities = (0..<run.size).map(Vector.velocity)
  run.particles(
    {
      for number in positions.indices {
        positions[number].x += velocities[number].x
        positions[number].y += velocities[number].y
      }
    }, { positions })
}
