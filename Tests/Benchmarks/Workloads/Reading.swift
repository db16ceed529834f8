import ECSKit

extension Workload {
  /// A component read, and asked for, on all entities in random order.
  static let reading = [
    Workload(
      "w3_get_rand", sizes: withMillion,
      library: { size in
        let context = Context()
        let entities = Contents.shuffled(context.fill(size))
        return Trial(operations: size) {
          var sum = 0.0
          for entity in entities { sum += entity[Position.self]?.x ?? 0 }
          return withExtendedLifetime(context) { sum }
        }
      },
      existential: { size in
        let world = ExistentialWorld()
        let entities = Contents.shuffled(world.fill(size))
        return Trial(operations: size) {
          var sum = 0.0
          for entity in entities { sum += entity.get(Position.self)?.x ?? 0 }
          return withExtendedLifetime(world) { sum }
        }
      },
      arrays: { size in
        let positions = ArrayWorld(Contents.names(size)).positions
        let places = Contents.shuffled(Array(0..<size))
        return Trial(operations: size) {
          places.reduce(0.0) { $0 + positions[$1].x }
        }
      }),
    Workload(
      "w3_has_rand", sizes: withMillion,
      library: { size in
        let context = Context()
        let entities = Contents.shuffled(context.fill(size))
        return Trial(operations: size) {
          var count = 0
          for entity in entities where entity.has(Position.self) { count += 1 }
          return withExtendedLifetime(context) { Double(count) }
        }
      },
      existential: { size in
        let world = ExistentialWorld()
        let entities = Contents.shuffled(world.fill(size))
        return Trial(operations: size) {
          var count = 0
          for entity in entities where entity.has(Position.self) { count += 1 }
          return withExtendedLifetime(world) { Double(count) }
        }
      },
      arrays: { size in
        let presence = Array(repeating: true, count: size)
        let places = Contents.shuffled(Array(0..<size))
        return Trial(operations: size) {
          var count = 0
          for place in places where presence[place] { count += 1 }
          return Double(count)
        }
      }),
  ]
}
