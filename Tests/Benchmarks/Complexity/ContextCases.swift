import ECSKit

/// A component that one entity holds.
struct Chosen: UniqueComponent, Equatable {
  var number = 0
}

extension ComplexityCase {
  static let ofContexts = [
    ask("Context.count", .constant) { $0.count },
    ask("Context.entities", .linearithmic) { $0.entities.count },
    ask("Context.group, again", .constant) { $0.group(.all(Position.self)).count },
    ask("Context.holder(of:)", .constant) { $0.holder(of: Chosen.self) == nil ? 0 : 1 },
    ask("Context subscript", .constant) { $0[Chosen.self] == nil ? 0 : 1 },
    ask("Context.setUnique", .constant) { context in
      let number = context[Chosen.self]?.number ?? 0
      context.setUnique(Chosen(number: number + 1))
      return number
    },
    ask("Context.statistics", .linear) { $0.statistics.entityCount },
    ask("Context.shrink", .linear) { context in
      context.shrink()
      return 0
    },
    afresh("Context.destroyAll", .linearithmic) { context in
      context.destroyAll()
      return context.count
    },
    afresh("Context.group, the first time", .linear) { $0.group(.all(Position.self)).count },
    afresh("Context.transaction, taken back", .linear, in: "r") { context in
      let entities = context.entities
      try? context.transaction {
        for entity in entities { entity.set(Position(x: -1, y: -1)) }
        throw CancellationError()
      }
      return context.count
    },
    ComplexityCase("Context.createEntity", .constant, in: "n", from: 2_000) { size in
      let names = Contents.names(size)
      let context = Box(Context())
      return Trial(operations: size, prepare: { context.value = Context() }) {
        let context = context.value
        for number in 0..<size { context.createEntity(number, name: names[number]) }
        return Double(context.count)
      }
    },
    ComplexityCase("Context.createEntity and destroy", .linear, in: "g", from: 12) { size in
      let context = Context()
      let groups = Marks.rules(size, requiring: Position.self).map { context.group($0) }
      return Trial(operations: 100) {
        for number in 0..<100 { context.createEntity(number, name: "a").destroy() }
        return Double(groups[0].count)
      }
    },
    ComplexityCase("Context.createEntity(with:) and destroy", .linear, in: "c", from: 12) { size in
      let context = Context()
      let components = Marks.first(size)
      return Trial(operations: 100) {
        for _ in 0..<100 {
          context.createEntity { for each in components { $0.set(each) } }.destroy()
        }
        return Double(context.count)
      }
    },
    withGroups("Context.groups", .linearithmic) { $0.groups.count },
    withGroups("Context.group, again", .constant) { context in
      context.group(.all(Position.self)).count
    },
    withGroups("Context.statistics", .linearithmic) { $0.statistics.groups.count },
    withTypes("Context.statistics", .linear) { $0.statistics.components.count },
    withTypes("Context.shrink", .linear) { context in
      context.shrink()
      return 0
    },
  ]

  /// Asks a context of more and more entities.
  private static func ask(
    _ operation: String, _ growth: Growth, _ body: @escaping @Sendable (Context) -> Int
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "n", from: 2_000) { size in
      let context = Context()
      context.createEntity(Chosen())
      _ = context.group(.all(Position.self))
      _ = context.fill(size)
      return Trial(operations: 1) { Double(body(context)) }
    }
  }

  /// Does something once to a context that is created each time.
  static func afresh(
    _ operation: String, _ growth: Growth, in variable: String = "n",
    _ body: @escaping @Sendable (Context) -> Int
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: variable, from: 2_000) { size in
      let context = Box(Context())
      let prepare = {
        context.value = Context()
        _ = context.value.fill(size)
      }
      return Trial(operations: 1, prepare: prepare) { Double(body(context.value)) }
    }
  }

  private static func withGroups(
    _ operation: String, _ growth: Growth, _ body: @escaping @Sendable (Context) -> Int
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "g", from: 12) { size in
      let context = Context()
      let groups = Marks.rules(size, requiring: Position.self).map { context.group($0) }
      return Trial(operations: 1) { withExtendedLifetime(groups) { Double(body(context)) } }
    }
  }

  private static func withTypes(
    _ operation: String, _ growth: Growth, _ body: @escaping @Sendable (Context) -> Int
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "t", from: 12) { size in
      let context = Context()
      for _ in 0..<100 { context.createEntity { Marks.fill($0, size) } }
      return Trial(operations: 1) { Double(body(context)) }
    }
  }
}
