import ECSKit

extension Context {
  @discardableResult
  func createEntity(_ number: Int, name: String) -> Entity {
    createEntity(
      Contents.position(number), Contents.velocity(number), Name(text: name))
  }

  /// Creates entities of three components.
  func fill(_ count: Int) -> [Entity] {
    Contents.names(count).enumerated().map { createEntity($0.offset, name: $0.element) }
  }
}

extension ExistentialWorld {
  func fill(_ count: Int) -> [ExistentialEntity] {
    Contents.names(count).enumerated().map { createEntity($0.offset, name: $0.element) }
  }
}

extension Workload {
  /// Entities that come with three components, and go.
  static let creating = [
    Workload(
      "w1_create", sizes: withMillion,
      library: { size in
        let names = Contents.names(size)
        let context = Box(Context())
        let prepare = { context.value = Context() }
        return Trial(operations: size, prepare: prepare) {
          let context = context.value
          for number in 0..<size { context.createEntity(number, name: names[number]) }
          return Double(context.count)
        }
      },
      existential: { size in
        let names = Contents.names(size)
        let world = Box(ExistentialWorld())
        let prepare = { world.value = ExistentialWorld() }
        return Trial(operations: size, prepare: prepare) {
          let world = world.value
          for number in 0..<size { _ = world.createEntity(number, name: names[number]) }
          return Double(world.count)
        }
      },
      arrays: { size in
        let names = Contents.names(size)
        let world = Box(ArrayWorld())
        let prepare = { world.value = ArrayWorld() }
        return Trial(operations: size, prepare: prepare) {
          var made = ArrayWorld()
          for number in 0..<size { made.append(number, name: names[number]) }
          world.value = made
          return Double(made.count)
        }
      }),
    Workload(
      "w1_destroy", sizes: withMillion,
      // The components alone hold the texts, so that each contestant frees them.
      library: { size in
        let context = Box(Context())
        let entities = Box([Entity]())
        let prepare = {
          context.value = Context()
          entities.value = context.value.fill(size)
        }
        return Trial(operations: size, prepare: prepare) {
          for entity in entities.value { entity.destroy() }
          return Double(context.value.count)
        }
      },
      existential: { size in
        let world = Box(ExistentialWorld())
        let entities = Box([ExistentialEntity]())
        let prepare = {
          world.value = ExistentialWorld()
          entities.value = world.value.fill(size)
        }
        return Trial(operations: size, prepare: prepare) {
          for entity in entities.value { entity.destroy() }
          return Double(world.value.count)
        }
      },
      arrays: { size in
        let world = Box(ArrayWorld())
        let prepare = { world.value = ArrayWorld(Contents.names(size)) }
        return Trial(operations: size, prepare: prepare) {
          func removeAll(_ world: inout ArrayWorld) {
            while world.count > 0 { world.remove(at: 0) }
          }
          removeAll(&world.value)
          return Double(world.value.count)
        }
      }),
  ]
}
