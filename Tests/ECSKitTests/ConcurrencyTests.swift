import ECSKit
import TestSupport
import Testing

@Suite("Contexts on many threads") struct ConcurrencyTests {
  @Test("Each thread has its own contexts, and their storage moves between threads")
  func manyThreads() async {
    let wrong = await withTaskGroup(of: Int.self) { group in
      for task in 1...8 { group.addTask { Self.work(task) } }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  /// Makes and drops contexts, and keeps asking what is left of those that are gone.
  private static func work(_ task: Int) -> Int {
    var wrong = 0
    var stale: [Entity] = []
    var groups: [Group] = []
    var tokens: [ObserverToken] = []
    for round in 1...150 {
      let context = Context()
      let group = context.group(.all(Number.self))
      let index = context.index(\Number.value)
      let heard = Collected<Int>()
      let token = group.observe { heard.items.append($0.new(Number.self)?.value ?? 0) }
      for value in 1...5 { context.createEntity(Number(value: task * value)) }
      // Others may be using the cores of these at this moment.
      for entity in stale where entity.isAlive || entity.has(Number.self) || group.contains(entity)
      {
        wrong += 1
      }
      for entity in stale.suffix(4) { entity.set(Number(value: round)).destroy() }
      for token in tokens.suffix(4) { token.cancel() }
      for group in groups.suffix(4) where !group.isEmpty || !group.entities.isEmpty { wrong += 1 }
      for entity in group { entity.set(Number(value: task)) }
      if context.count != 5 || index[task].count != 5 || heard.items.count < 9 { wrong += 1 }
      stale = Array((stale + group.entities).suffix(40))
      groups = Array((groups + [group]).suffix(8))
      tokens = Array((tokens + [token]).suffix(8))
    }
    return wrong
  }

  @Test("A context may be created on one thread, filled on another, and released on a third")
  func handedOver() async {
    for round in 1...50 {
      let context = Context()
      context.createEntity(Number(value: round))
      let filled = await fill(context)
      #expect(filled == 100 + 1)
    }
  }

  @concurrent private func fill(_ context: sending Context) async -> Int {
    for value in 1...100 { context.createEntity(Number(value: value), Marked()) }
    let all = context.group(.all(Number.self))
    return await count(context, all.count)
  }

  @concurrent private func count(_ context: sending Context, _ expected: Int) async -> Int {
    context.count == expected ? context.count : -1
  }
}
