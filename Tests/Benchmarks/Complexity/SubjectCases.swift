import ECSKit

// The cost of one subject beside many others, where one subject alone would show nothing.
extension ComplexityCase {
  static let ofManySubjects =
    [
      observed("ObserverToken.cancel, each of n entities'", .constant) {
        $0.entity.observe { _ in }
      },
      observed("ObserverToken.cancel, each of n contextual", .logarithmicWithMove) {
        $0.context.observe { _ in }
      },
      observed("ObserverToken.cancel, each of n of a group", .logarithmicWithMove) {
        $0.context.group(.all(Position.self)).observe { _ in }
      },
      observed("ObserverToken.cancel, each of n readers", .logarithmicWithMove) {
        $0.context.observeChanges { _ in }
      },
      ComplexityCase("ObserverToken.cancel, all at once", .linear, in: "n", from: 500) { size in
        cancelling(size, { $0.context.observe { _ in } }) { context, tokens in
          context.transaction { for token in tokens { token.cancel() } }
        }
      },
      ComplexityCase("Context.createEntity, n observers of all gone", .constant, in: "n", from: 500)
      {
        size in
        let context = Context()
        let group = context.group(Matcher())
        for _ in 0..<size { group.observe { _ in }.cancel() }
        return Trial(operations: 100) {
          for _ in 0..<100 { context.createEntity(Position(x: 0, y: 0)).destroy() }
          return Double(context.count)
        }
      },
      ComplexityCase("Entity.destroy, each of n observed", .constant, in: "n", from: 500) { size in
        let context = Box(Context())
        let entities = Box<[Entity]>([])
        let prepare = {
          context.value = Context()
          entities.value = context.value.fill(size)
          for entity in entities.value { entity.observe { _ in } }
        }
        return Trial(operations: size, prepare: prepare) {
          for entity in entities.value { entity.destroy() }
          return Double(context.value.count)
        }
      },
      ComplexityCase("Entity.set beside n observed", .constant, in: "n", from: 500) { size in
        let context = Context()
        let entities = context.fill(size)
        for entity in entities { entity.observe { _ in } }
        let pass = Counter()
        return Trial(operations: size, prepare: { pass.value += 1 }) {
          for entity in entities { entity.set(Position(x: 0, y: pass.value)) }
          return withExtendedLifetime(context) { pass.value }
        }
      },
      ComplexityCase("Collectors let go of, n at once", .linear, in: "n", from: 500) { size in
        let context = Box(Context())
        let entity = Box<Entity?>(nil)
        let prepare = {
          context.value = Context()
          let group = context.value.group(.all(Position.self))
          entity.value = context.value.fill(1).first
          for _ in 0..<size { _ = Collector(group) }
        }
        return Trial(operations: 1, prepare: prepare) {
          entity.value?.set(Position(x: -1, y: -1))
          return withExtendedLifetime(context.value) { 0 }
        }
      },
      ComplexityCase("Collector.cancel, each of n", .logarithmicWithMove, in: "n", from: 500) {
        size in
        let context = Box(Context())
        let collectors = Box<[Collector]>([])
        let prepare = {
          context.value = Context()
          let group = context.value.group(.all(Position.self))
          collectors.value = (0..<size).map { _ in Collector(group) }
        }
        return Trial(operations: size, prepare: prepare) {
          for collector in collectors.value { collector.cancel() }
          return withExtendedLifetime(context.value) { 0 }
        }
      },
      ofGroups("Context.group, each of n for the first time", .constant) { _, groups in
        groups.count
      },
      ofGroups("ObserverToken.cancel, of n groups", .logarithmicWithMove) { _, groups in
        for token in groups.map({ $0.observe { _ in } }) { token.cancel() }
        return groups.count
      },
      ofIndices("Context.index, each of n for the first time", .constant) { _, indices in
        indices.count
      },
      ofIndices("Context.shrink, with n indices to drop", .constant) { context, indices in
        indices.removeAll()
        context.shrink()
        return context.statistics.indices.count
      },
      ComplexityCase("ChangeSet, each of n kept and undone", .constant, in: "n", from: 500) {
        size in
        let context = Box(Context())
        let entities = Box<[Entity]>([])
        let prepare = {
          context.value = Context()
          entities.value = context.value.fill(size)
        }
        return Trial(operations: size, prepare: prepare) {
          let sets = entities.value.map { entity in context.value.recordChanges { entity.destroy() }
          }
          for set in sets { try? context.value.apply(set.inverse) }
          return Double(context.value.count)
        }
      },
      ComplexityCase("Index under n shared elements", .linear, in: "k", from: 500) { size in
        let context = Context()
        let index = context.index(forEach: \Tags.all)
        context.createEntity(Tags(all: Array(0..<size)))
        let entity = context.createEntity(Tags(all: []))
        return Trial(operations: 1) {
          entity.set(Tags(all: Array(0..<size))).set(Tags(all: []))
          return withExtendedLifetime(context) { Double(index.keyCount) }
        }
      },
    ]

  /// Observes n subjects, and cancels one after the other.
  ///
  /// The sizes are small where lists are moved up: the counter sees a large move as an instruction for
  /// each byte.
  private static func observed(
    _ operation: String, _ growth: Growth,
    _ observe: @escaping @Sendable ((context: Context, entity: Entity)) -> ObserverToken
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "n", from: growth == .constant ? 500 : 50) { size in
      cancelling(size, observe) { _, tokens in for token in tokens { token.cancel() } }
    }
  }

  private static func cancelling(
    _ size: Int, _ observe: @escaping ((context: Context, entity: Entity)) -> ObserverToken,
    _ cancel: @escaping (Context, [ObserverToken]) -> Void
  ) -> Trial {
    let context = Box(Context())
    let tokens = Box<[ObserverToken]>([])
    let prepare = {
      context.value = Context()
      tokens.value = context.value.fill(size).map { observe((context.value, $0)) }
    }
    return Trial(operations: size, prepare: prepare) {
      cancel(context.value, tokens.value)
      return withExtendedLifetime(context.value) { 0 }
    }
  }

  /// Makes n groups of one component.
  private static func ofGroups(
    _ operation: String, _ growth: Growth,
    _ body: @escaping @Sendable (Context, [Group]) -> Int
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "n", from: 250) { size in
      let types = Marks.types(49)
      let rules = (0..<size).map { number -> Matcher in
        .all(Position.self).none(types[number % 49]).any(types[number / 49], Velocity.self)
      }
      let context = Box(Context())
      let prepare = {
        context.value = Context()
        // The first rule that names a type makes its column.
        _ = context.value.group(Marks.rule(49))
      }
      return Trial(operations: size, prepare: prepare) {
        let groups = rules.map { context.value.group($0) }
        return Double(body(context.value, groups))
      }
    }
  }

  /// Makes n indices of one component.
  private static func ofIndices(
    _ operation: String, _ growth: Growth,
    _ body: @escaping @Sendable (Context, inout [Index<Position, Double>]) -> Int
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "n", from: 250) { size in
      let names = (0..<size).map { "index \($0)" }
      let context = Box(Context())
      return Trial(operations: size, prepare: { context.value = Context() }) {
        var indices = names.map { context.value.index($0, of: Position.self) { $0.x } }
        return Double(body(context.value, &indices))
      }
    }
  }
}

/// A component with several keys that others may share.
private struct Tags: Component, Equatable {
  var all: [Int]
}
