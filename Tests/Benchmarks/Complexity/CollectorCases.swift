import ECSKit
import ECSReactive

extension ComplexityCase {
  static let ofCollectors = [
    ComplexityCase("Collector.init", .linear, in: "c", from: 12) { size in
      let context = Box(Context())
      let prepare = { context.value = Context() }
      return Trial(operations: 100, prepare: prepare) {
        let group = context.value.group(Marks.rule(size))
        var count = 0
        for _ in 0..<100 { count += Collector(group).count }
        return Double(count)
      }
    },
    ComplexityCase("Collector, a change", .constant, in: "n", from: 2_000) { size in
      let context = Context()
      let collector = Collector(context.group(.all(Position.self)), .updated)
      let entities = context.fill(size)
      let pass = Counter()
      return Trial(operations: size, prepare: { pass.value += 1 }) {
        for entity in entities { entity.set(Position(x: 0, y: pass.value)) }
        return withExtendedLifetime(context) { Double(collector.drain().count) }
      }
    },
    ComplexityCase("Collector in the mode net, a change", .linear, in: "c", from: 12) { size in
      let context = Context()
      let collector = Collector(context.group(Marks.rule(size)), mode: .net)
      let entity = context.createEntity { Marks.fill($0, size) }
      return Trial(operations: 100) {
        for _ in 0..<100 { entity.clone().destroy() }
        return withExtendedLifetime(context) { Double(collector.drain().count) }
      }
    },
    filled("Collector.count", .constant) { $0.count },
    filled("Collector.isEmpty", .constant) { $0.isEmpty ? 1 : 0 },
    filled("Collector.count in the mode net", .linear, mode: .net) { $0.count },
    filled("Collector.drain", .linear) { $0.drain().count },
    filled("Collector.pull, of more and more", .constant) { $0.pull(100).count },
    ComplexityCase("Collector.pull", .linear, in: "k", from: 500) { size in
      collected(4_000) { $0.pull(size).count }
    },
    ComplexityCase("Collector.cancel", .logarithmicWithMove, in: "o", from: 50) { size in
      let context = Box(Context())
      let collectors = Box<[Collector]>([])
      let prepare = {
        context.value = Context()
        let group = context.value.group(.all(Position.self))
        collectors.value = (0..<size).map { _ in Collector(group) }
      }
      return Trial(operations: 1, prepare: prepare) {
        collectors.value[0].cancel()
        return withExtendedLifetime(context.value) { 0 }
      }
    },
    ofLoop("Loop.init", .linear) { _, systems in Loop(systems).timings.count },
    ComplexityCase("Loop.add", .constant, in: "s", from: 500) { size in
      let loop = Box(Loop())
      return Trial(operations: size, prepare: { loop.value = Loop() }) {
        for _ in 0..<size { loop.value.add(Resting()) }
        return 0
      }
    },
    ofLoop("Loop.timings", .linear) { loop, _ in loop.timings.count },
    ofLoop("Loop.execute", .linear) { loop, _ in
      try? loop.execute()
      return 1
    },
  ]

  /// Fills a collector with more and more, and then takes or asks once.
  private static func filled(
    _ operation: String, _ growth: Growth, mode: Collector.Mode = .latest,
    _ body: @escaping @Sendable (Collector) -> Int
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "n", from: 2_000) { size in
      collected(size, mode: mode, body)
    }
  }

  private static func collected(
    _ size: Int, mode: Collector.Mode = .latest, _ body: @escaping (Collector) -> Int
  ) -> Trial {
    let context = Context()
    let collector = Collector(context.group(.all(Position.self)), .updated, mode: mode)
    let entities = context.fill(size)
    let pass = Counter()
    let prepare = {
      _ = collector.drain()
      pass.value += 1
      for entity in entities { entity.set(Position(x: 0, y: pass.value)) }
    }
    return Trial(operations: 1, prepare: prepare) {
      withExtendedLifetime(context) { Double(body(collector)) }
    }
  }

  private static func ofLoop(
    _ operation: String, _ growth: Growth,
    _ body: @escaping @Sendable (Loop, [any LoopSystem]) -> Int
  ) -> ComplexityCase {
    ComplexityCase(operation, growth, in: "s", from: 500) { size in
      let systems = (0..<size).map { _ in Resting() }
      let loop = Box(Loop())
      return Trial(operations: 1, prepare: { loop.value = Loop(systems) }) {
        Double(body(loop.value, systems))
      }
    }
  }
}

/// A system that has nothing to do.
private struct Resting: ExecuteSystem {
  func execute() {}
}
