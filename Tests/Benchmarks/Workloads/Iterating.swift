import ECSKit

extension Workload {
  /// The sum over two components of the members of a group, per member.
  static let iterating = [
    Workload(
      "w4_iter_all", sizes: withMillion, library: { iterate($0) },
      existential: { existentialIterate($0) }, arrays: { arrayIterate($0) }),
    Workload(
      "w4_iter_10", library: { iterate($0, every: 10) },
      existential: { existentialIterate($0, every: 10) },
      arrays: { arrayIterate($0, every: 10) }),
    Workload("w4_iter_one", library: iterateOne, arrays: arrayIterateOne),
    Workload("w4_iter_three", library: iterateThree, arrays: arrayIterateThree),
    Workload("w4_iter_all_get", library: iterateHandles),
    // The values no longer lie in the order of the members: what an application has after an hour.
    Workload(
      "w4_iter_churned", sizes: withMillion, library: { iterate($0, isChurned: true) },
      arrays: arrayIterateChurned),
    // Particles: each member is moved by its velocity.
    Workload(
      "w4_update", sizes: withMillion, library: { update($0, isObserved: false) },
      arrays: arrayUpdate),
    Workload("w4_update_obs", library: { update($0, isObserved: true) }),
  ]

  private static func update(_ size: Int, isObserved: Bool) -> Trial {
    let context = Context()
    let group = context.group(.all(Position.self, Velocity.self))
    let entities = context.fill(size)
    var count = 0
    if isObserved { group.observe(.updated) { _ in count += 1 } }
    return Trial(operations: size) {
      group.withEach(updating: Position.self, Velocity.self) { _, position, velocity in
        position.x += velocity.x
        position.y += velocity.y
      }
      return withExtendedLifetime(context) { Double(count) + (entities[0][Position.self]?.x ?? 0) }
    }
  }

  private static func arrayUpdate(_ size: Int) -> Trial {
    var world = ArrayWorld(Contents.names(size))
    return Trial(operations: size) {
      // In a variable of its own an array is written without a check of exclusivity.
      var positions: [Position] = []
      swap(&positions, &world.positions)
      for (place, velocity) in world.velocities.enumerated() {
        positions[place].x += velocity.x
        positions[place].y += velocity.y
      }
      swap(&positions, &world.positions)
      return world.positions[0].x
    }
  }

  /// The members of the group are every so-manieth entity.
  private static func iterate(
    _ size: Int, every step: Int = 1, isChurned: Bool = false
  ) -> Trial {
    let context = Context()
    let group = context.group(.all(Position.self, Velocity.self))
    let entities = context.fill(size)
    for number in 0..<size where number % step != 0 { entities[number].remove(Velocity.self) }
    if isChurned { churn(context, entities) }
    return Trial(operations: group.count) {
      var sum = 0.0
      group.withEach(Position.self, Velocity.self) { _, position, velocity in
        sum += position.x + velocity.x
      }
      return withExtendedLifetime(context) { sum }
    }
  }

  /// Half of the entities lose both components and get them back, each in another order; a quarter
  /// is destroyed and created again.
  private static func churn(_ context: Context, _ entities: [Entity]) {
    let shuffled = Contents.shuffled(Array(entities.enumerated()))
    let changed = shuffled.prefix(entities.count / 2)
    for (_, entity) in changed { entity.remove(Position.self).remove(Velocity.self) }
    for (number, entity) in changed.reversed() { entity.set(Contents.velocity(number)) }
    for (number, entity) in changed { entity.set(Contents.position(number)) }
    let renewed = shuffled.suffix(entities.count / 4)
    for (_, entity) in renewed { entity.destroy() }
    for (number, _) in renewed { context.createEntity(number, name: "renewed participant") }
  }

  private static func iterateOne(_ size: Int) -> Trial {
    let context = Context()
    let group = context.group(.all(Position.self, Velocity.self))
    _ = context.fill(size)
    return Trial(operations: size) {
      var sum = 0.0
      group.withEach(Position.self) { _, position in sum += position.x }
      return withExtendedLifetime(context) { sum }
    }
  }

  private static func iterateThree(_ size: Int) -> Trial {
    let context = Context()
    let group = context.group(.all(Position.self, Velocity.self, Name.self))
    _ = context.fill(size)
    return Trial(operations: size) {
      var sum = 0.0
      group.withEach(Position.self, Velocity.self, Name.self) { _, position, velocity, name in
        sum += position.x + velocity.x + Double(name.text.utf8.count)
      }
      return withExtendedLifetime(context) { sum }
    }
  }

  /// In creation order, each component read by the handle.
  private static func iterateHandles(_ size: Int) -> Trial {
    let context = Context()
    let group = context.group(.all(Position.self, Velocity.self))
    _ = context.fill(size)
    return Trial(operations: size) {
      var sum = 0.0
      for entity in group {
        sum += (entity[Position.self]?.x ?? 0) + (entity[Velocity.self]?.x ?? 0)
      }
      return withExtendedLifetime(context) { sum }
    }
  }

  private static func existentialIterate(_ size: Int, every step: Int = 1) -> Trial {
    let world = ExistentialWorld()
    let group = world.group(all: [Position.self, Velocity.self])
    let entities = world.fill(size)
    for number in 0..<size where number % step != 0 { entities[number].remove(Velocity.self) }
    return Trial(operations: group.members.count) {
      var sum = 0.0
      for entity in group.members {
        sum += (entity.get(Position.self)?.x ?? 0) + (entity.get(Velocity.self)?.x ?? 0)
      }
      return withExtendedLifetime((world, entities)) { sum }
    }
  }

  private static func arrayIterateOne(_ size: Int) -> Trial {
    let positions = ArrayWorld(Contents.names(size)).positions
    return Trial(operations: size) { positions.reduce(0.0) { $0 + $1.x } }
  }

  private static func arrayIterateThree(_ size: Int) -> Trial {
    let world = ArrayWorld(Contents.names(size))
    return Trial(operations: size) {
      var sum = 0.0
      for place in 0..<size {
        sum +=
          world.positions[place].x + world.velocities[place].x
          + Double(world.names[place].text.utf8.count)
      }
      return sum
    }
  }

  /// What arrays are after an hour: the values of a member are wherever there was room.
  private static func arrayIterateChurned(_ size: Int) -> Trial {
    let world = ArrayWorld(Contents.names(size))
    let places = Contents.shuffled(Array(0..<size))
    let others = Contents.shuffled(places)
    return Trial(operations: size) {
      var sum = 0.0
      for (place, other) in zip(places, others) {
        sum += world.positions[place].x + world.velocities[other].x
      }
      return sum
    }
  }

  private static func arrayIterate(_ size: Int, every step: Int = 1) -> Trial {
    let world = ArrayWorld(Contents.names(size))
    let positions = world.positions
    let velocities = world.velocities
    guard step > 1 else {
      return Trial(operations: size) {
        var sum = 0.0
        for (position, velocity) in zip(positions, velocities) { sum += position.x + velocity.x }
        return sum
      }
    }
    let members = Array(stride(from: 0, to: size, by: step))
    return Trial(operations: members.count) {
      members.reduce(0.0) { $0 + positions[$1].x + velocities[$1].x }
    }
  }
}
