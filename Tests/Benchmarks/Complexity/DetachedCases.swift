import ECSDetached
import ECSKit

extension ComplexityCase {
  static let ofDetached = [
    ofOne("Entity.detach", .linear, in: "c") { _, entity, _ in entity.detach().has(Tagged.self) },
    ofOne("DetachedEntity subscript", .linear, in: "c") { _, _, copy in
      read(Marks.last, of: copy)
    },
    ofOne("DetachedEntity.has", .linear, in: "c") { _, _, copy in has(Marks.last, in: copy) },
    ofOne("DetachedEntity.set", .linear, in: "c") { _, _, copy in
      var copy = copy
      set(Marks.last, in: &copy)
      return true
    },
    ofOne("DetachedEntity.remove", .linear, in: "c") { _, _, copy in
      var copy = copy
      remove(Marks.last, from: &copy)
      return true
    },
    ofOne("Context.sync", .linear, in: "c") { context, _, copy in
      context.sync(copy, policy: .mine).outcome == .synced
    },
    ComplexityCase("Context.sync", .linear, in: "g", from: 12) { size in
      let context = Context()
      let groups = Marks.rules(size, requiring: Tagged.self).map { context.group($0) }
      let entity = context.createEntity(1, name: "a")
      var with = entity.detach()
      with.set(Tagged())
      return Trial(operations: 100) {
        var count = 0
        for _ in 0..<100 {
          count += context.sync(with, policy: .mine).applied.count
          entity.remove(Tagged.self)
        }
        return Double(count + groups[0].count)
      }
    },
    posted("Inbox.post", .constant) { size, context, copy in
      let inbox = context.inbox
      return Trial(operations: size) {
        for _ in 0..<size { inbox.post(copy, policy: .mine) }
        return withExtendedLifetime(context) { 0 }
      }
    },
    posted("Context.receive", .linear) { size, context, copy in
      let inbox = context.inbox
      let prepare = { for _ in 0..<size { inbox.post(copy, policy: .mine) } }
      return Trial(operations: 1, prepare: prepare) { Double(context.receive().count) }
    },
  ]

  private static func ofOne(
    _ operation: String, _ growth: Growth, in variable: String,
    _ body: @escaping @Sendable (Context, Entity, DetachedEntity) -> Bool
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: variable, from: 12) { size in
      let context = Context()
      let entity = context.createEntity { Marks.fill($0, size) }
      let copy = entity.detach()
      return Trial(operations: 100) {
        var count = 0
        for _ in 0..<100 where body(context, entity, copy) { count += 1 }
        return Double(count)
      }
    }
  }

  private static func posted(
    _ operation: String, _ growth: Growth,
    _ trial: @escaping @Sendable (Int, Context, DetachedEntity) -> Trial
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "n", from: 500) { size in
      let context = Context()
      var copy = context.createEntity(1, name: "a").detach()
      copy.set(Tagged())
      return trial(size, context, copy)
    }
  }

  // MARK: With a component whose type is known at run time only

  private static func read<C: DetachableComponent>(_ component: C, of copy: DetachedEntity) -> Bool
  {
    copy[C.self] != nil
  }

  private static func has<C: DetachableComponent>(_ component: C, in copy: DetachedEntity) -> Bool {
    copy.has(C.self)
  }

  private static func set(
    _ component: some DetachableComponent, in copy: inout DetachedEntity
  ) {
    copy.set(component)
  }

  private static func remove<C: DetachableComponent>(
    _ component: C, from copy: inout DetachedEntity
  ) {
    copy.remove(C.self)
  }
}

/// A flag that may leave its context.
private struct Tagged: DetachableComponent, Equatable {}

extension Marks {
  /// A component that none of the entities has, for which all others are looked at.
  fileprivate static let last: any DetachableComponent = all[48]
}
