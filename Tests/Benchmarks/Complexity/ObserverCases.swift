import ECSKit

extension ComplexityCase {
  static let ofObservers = [
    ComplexityCase("Context.observe", .constant, in: "o", from: 500) { size in
      afresh(size) { context, _ in context.observe { _ in } }
    },
    ComplexityCase("Entity.observe", .constant, in: "n", from: 500) { size in
      afresh(size) { _, entity in entity.observe { _ in } }
    },
    ComplexityCase("Group.observe", .linear, in: "c", from: 12) { size in
      let context = Box(Context())
      let group = Box(context.value.group(Marks.rule(size)))
      let prepare = {
        context.value = Context()
        group.value = context.value.group(Marks.rule(size))
      }
      return Trial(operations: 100, prepare: prepare) {
        for _ in 0..<100 { group.value.observe { _ in } }
        return withExtendedLifetime(context.value) { 0 }
      }
    },
    ComplexityCase("ObserverToken.cancel", .logarithmicWithMove, in: "o", from: 500) { size in
      let context = Box(Context())
      let token = Box(context.value.observe { _ in })
      let prepare = {
        context.value = Context()
        for _ in 0..<size { token.value = context.value.observe { _ in } }
      }
      return Trial(operations: 1, prepare: prepare) {
        token.value.cancel()
        return withExtendedLifetime(context.value) { 0 }
      }
    },
    ComplexityCase("Event.old and new", .linear, in: "c", from: 12) { size in
      let context = Context()
      let counter = Counter()
      let entity = context.createEntity { Marks.fill($0, size) }
      let last = Marks.first(size)[size - 1]
      context.observe(.created) { event in
        // Enough readings to be most of the work.
        for _ in 0..<1_000 { counter.value += isThere(last, in: event) ? 1 : 0 }
      }
      return Trial(operations: 1_000) {
        entity.clone().destroy()
        return withExtendedLifetime(context) { counter.value }
      }
    },
  ]

  private static func isThere<C: Component>(_ component: C, in event: Event) -> Bool {
    event.new(C.self) != nil && event.old(C.self) == nil
  }

  /// Registers an observer with each entity of a new context, or as many with the context.
  private static func afresh(
    _ size: Int, _ observe: @escaping (Context, Entity) -> ObserverToken
  ) -> Trial {
    let context = Box(Context())
    let entities = Box<[Entity]>([])
    let prepare = {
      context.value = Context()
      entities.value = context.value.fill(size)
    }
    return Trial(operations: size, prepare: prepare) {
      let context = context.value
      for entity in entities.value { _ = observe(context, entity) }
      return Double(context.count)
    }
  }
}
