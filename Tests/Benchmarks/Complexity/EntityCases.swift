import ECSKit

extension ComplexityCase {
  static let ofEntities = [
    read("Entity.isAlive") { $0.isAlive },
    read("Entity.creationNumber") { $0.creationNumber != nil },
    read("Entity.require(_:)") { (try? $0.require(Position.self)) != nil },
    read("Entity subscript") { $0[Position.self] != nil },
    read("Entity.has") { $0.has(Position.self) },
    ComplexityCase("Entity.set, a value that is there", .constant, in: "n", from: 2_000) { size in
      let context = Context()
      let entities = context.fill(size)
      let pass = Counter()
      return Trial(operations: size, prepare: { pass.value += 1 }) {
        for entity in entities { entity.set(Position(x: 0, y: pass.value)) }
        return withExtendedLifetime(context) { pass.value }
      }
    },
    ofOne("Entity.set, a value that is there", .constant, rules: Position.self) { entity, pass in
      entity.set(Position(x: 0, y: Double(pass)))
    },
    ofOne("Entity.set and remove, a new component", .linear, rules: Flag.self) { entity, _ in
      entity.set(Flag()).remove(Flag.self)
    },
    ofOne("Entity.setIfAbsent and remove", .linear, rules: Flag.self) { entity, _ in
      _ = entity.setIfAbsent(Flag())
      entity.remove(Flag.self)
    },
    ofOne("Entity.clone and destroy", .linear, rules: Position.self) { entity, _ in
      entity.clone().destroy()
    },
    ComplexityCase("Entity.clone and destroy", .linear, in: "c", from: 12) { size in
      let context = Context()
      let entity = context.createEntity { Marks.fill($0, size) }
      return Trial(operations: 100) {
        for _ in 0..<100 { entity.clone().destroy() }
        return Double(context.count)
      }
    },
    ComplexityCase("Entity.components", .linear, in: "c", from: 12) { size in
      let context = Context()
      let entity = context.createEntity { Marks.fill($0, size) }
      return Trial(operations: 100) {
        var count = 0
        for _ in 0..<100 { count += entity.components.count }
        return withExtendedLifetime(context) { Double(count) }
      }
    },
  ]

  /// Asks all entities.
  private static func read(
    _ operation: String, _ body: @escaping @Sendable (Entity) -> Bool
  ) -> ComplexityCase {
    ComplexityCase(operation, .constant, in: "n", from: 2_000) { size in
      let context = Context()
      let entities = context.fill(size)
      return Trial(operations: size) {
        var count = 0
        for entity in entities where body(entity) { count += 1 }
        return withExtendedLifetime(context) { Double(count) }
      }
    }
  }

  /// Changes one entity a hundred times, with more and more groups that name a component.
  private static func ofOne(
    _ operation: String, _ growth: Growth, rules component: any Component.Type,
    _ body: @escaping @Sendable (Entity, Int) -> Void
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "g", from: 12) { size in
      let context = Context()
      let groups = Marks.rules(size, requiring: component).map { context.group($0) }
      let entity = context.createEntity(1, name: "a")
      var pass = 0
      return Trial(operations: 100) {
        for _ in 0..<100 {
          pass += 1
          body(entity, pass)
        }
        return withExtendedLifetime(context) { Double(groups[0].count) }
      }
    }
  }
}
