import ECSKit

/// A component with several keys.
private struct Words: Component, Equatable {
  var all: [Int]
}

extension ComplexityCase {
  static let ofIndices = [
    afresh("Context.index(_:), the first time", .linear) { $0.index(\Name.text).keyCount },
    afresh("Context.index(unique:), the first time", .linear) {
      $0.index(unique: \Name.text).keyCount
    },
    afresh("Context.index(ordered:), the first time", .linear) {
      $0.index(ordered: \Position.x)[5..<6].count
    },
    ComplexityCase("Context.index(forEach:), elements", .linear, in: "k", from: 500) { size in
      let context = Box(Context())
      let prepare = {
        context.value = Context()
        context.value.createEntity(Words(all: Array(0..<size)))
      }
      return Trial(operations: 1, prepare: prepare) {
        Double(context.value.index(forEach: \Words.all).keyCount)
      }
    },
    ask("Context.index(_:), again", .constant) { context, _ in
      context.index(\Name.text).keyCount
    },
    ask("Index.first", .constant) { context, name in
      context.index(\Name.text).first(name) == nil ? 0 : 1
    },
    ask("Index.count", .constant) { $0.index(\Name.text).count($1) },
    ask("Index subscript", .constant) { $0.index(\Name.text)[$1].count },
    ask("Index, a change", .constant) { context, name in
      let entity = context.index(\Name.text).first(name)
      entity?.set(Name(text: "other")).set(Name(text: name))
      return 1
    },
    underOneKey("Index subscript", .linear) { context, _ in
      context.index(\Velocity.x)[1].count
    },
    underOneKey("Index.place", .logarithmic) { context, entity in
      context.index(\Velocity.x).position(of: entity, under: 1) ?? 0
    },
    underOneKey("Index, a change under a shared key", .logarithmicWithMove) { _, entity in
      entity.set(Velocity(x: 2, y: 0)).set(Velocity(x: 1, y: 0))
      return 1
    },
    ordered("OrderedIndex subscript", .logarithmic) { $0[5..<15].count },
    ordered("OrderedIndex.entities", .constant) { $0.entities.count },
    ordered("OrderedIndex.keyBounds", .constant) { Int($0.keyBounds?.largest ?? 0) },
    ComplexityCase("OrderedIndex subscript, found", .linear, in: "k", from: 2_000) { size in
      let context = Context()
      _ = context.fill(10_000)
      let index = context.index(ordered: \Position.x)
      return Trial(operations: 1) {
        Double(withExtendedLifetime(context) { index[1..<Double(size)].count })
      }
    },
    ComplexityCase(
      "OrderedIndex, one change and a read", .logarithmicWithMove, in: "n", from: 2_000
    ) {
      size in
      let context = Context()
      let entities = context.fill(size)
      let index = context.index(ordered: \Position.x)
      var pass = 0
      return Trial(operations: 8) {
        for _ in 0..<8 {
          pass += 1
          let place = pass * 7_919 % size
          entities[place].set(Position(x: Double(place), y: Double(pass)))
          _ = index.keyBounds?.smallest
        }
        return withExtendedLifetime(context) { index.keyBounds?.smallest ?? 0 }
      }
    },
    ComplexityCase("OrderedIndex.entities(withPrefix:)", .logarithmic, in: "n", from: 2_000) {
      size in
      let context = Context()
      _ = context.fill(size)
      let index = context.index(ordered: \Name.text)
      return Trial(operations: 1) {
        Double(
          withExtendedLifetime(context) { index.entities(withPrefix: "participant 150").count })
      }
    },
  ]

  private static func afresh(
    _ operation: String, _ growth: Growth, _ body: @escaping @Sendable (Context) -> Int
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "n", from: 2_000) { size in
      let context = Box(Context())
      let prepare = {
        context.value = Context()
        _ = context.value.fill(size)
      }
      return Trial(operations: 1, prepare: prepare) { Double(body(context.value)) }
    }
  }

  private static func ask(
    _ operation: String, _ growth: Growth, _ body: @escaping @Sendable (Context, String) -> Int
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "n", from: 2_000) { size in
      let context = Context()
      _ = context.fill(size)
      let index = context.index(\Name.text)
      let names = Contents.names(100)
      return Trial(operations: 100) {
        var sum = 0
        for name in names { sum += body(context, name) }
        return withExtendedLifetime(index) { Double(sum) }
      }
    }
  }

  /// More and more entities have one key.
  private static func underOneKey(
    _ operation: String, _ growth: Growth, _ body: @escaping @Sendable (Context, Entity) -> Int
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "k", from: 2_000) { size in
      let context = Context()
      let entities = context.fill(size)
      let index = context.index(\Velocity.x)
      return Trial(operations: 8) {
        var sum = 0
        for place in 0..<8 { sum += body(context, entities[place * 7_919 % size]) }
        return withExtendedLifetime(index) { Double(sum) }
      }
    }
  }

  private static func ordered(
    _ operation: String, _ growth: Growth,
    _ body: @escaping @Sendable (OrderedIndex<Position, Double>) -> Int
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "n", from: 2_000) { size in
      let context = Context()
      _ = context.fill(size)
      let index = context.index(ordered: \Position.x)
      return Trial(operations: 100) {
        var sum = 0
        for _ in 0..<100 { sum += body(index) }
        return withExtendedLifetime(context) { Double(sum) }
      }
    }
  }
}
