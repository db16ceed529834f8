import ECSKit
import TestSupport
import Testing

/// A context may use the core of one that has ended, and must inherit nothing from it.
@Suite("Successive contexts") struct NextContextTests {
  @Test("a context that ends releases its misuse handler")
  func handlerReleased() {
    // The defect: the next context reports to the handler of the former one.
    weak var kept: Collected<Misuse>?
    do {
      let context = Context()
      let misuses = context.collectMisuses()
      kept = misuses
      let entity = context.createEntity()
      entity.destroy()
      entity.set(Marked())
      #expect(kept?.items.count == 1)
    }
    #expect(kept == nil)
  }

  @Test("a context has its own limits, numbers and observers")
  func fresh() async {
    // In a process of its own, the core of the former context is the one that is used next.
    await #expect(processExitsWith: .success) {
      var stale: Entity?
      let former = Collected<String>()
      for round in 1...3 {
        let context = Context()
        let entity = context.createEntity(Number(value: round), Selection(reason: round))
        precondition(entity.creationNumber == 1 && context.count == 1)
        precondition(context.cascadeLimit == 100 && context.cascadeWidth == 1_000_000)
        precondition(context.statistics.observerCount == 0 && context.groups.isEmpty)
        precondition(stale?.isAlive != true && stale != entity)
        let heard = former.items.count
        entity.set(Number(value: 9))
        context.destroyAll()
        precondition(former.items.count == heard, "an observer of a former context is notified")
        fill(context, former)
        stale = context.createEntity(Number(value: 7))
      }
      // As in a context that was changed by an observer, in a transaction and in a recording.
      @Sendable func fill(_ context: Context, _ former: Collected<String>) {
        context.cascadeLimit = 2
        context.cascadeWidth = 1
        context.misuseHandler = { former.items.append("\($0)") }
        context.observe { former.items.append("\($0.kind)") }
        context.observeChanges { former.items.append("\($0.changes.count)") }
        let entity = context.createEntity(Marked(), Current())
        entity.observe { former.items.append("\($0.kind)") }
        context.group(.none(Marked.self)).observe { former.items.append("\($0.kind)") }
        _ = context.index(unique: \Number.value)
        context.transaction(label: "last") { entity.set(Number(value: 1)) }
      }
    }
  }
}
