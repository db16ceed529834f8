import ECSKit
import TestSupport
import Testing

/// Contexts that end inside every kind of callback while other threads take their cores over.
///
/// Quick by itself, long with `KONF_LONG` in the environment; the thread sanitizer sees the rest.
@Suite("Contexts released in callbacks on many threads") struct EndOnThreadsTests {
  @Test("no context affects another, whatever releases it and where")
  func manyThreads() async {
    let rounds = BuiltProgram.isLong ? 4_000 : 60
    let wrong = await withTaskGroup(of: [String].self) { group in
      for task in 0..<4 {
        group.addTask {
          var random = SplitMix64(seed: UInt64(task))
          var wrong: [String] = []
          for _ in 0..<rounds {
            wrong += Self.endInForeignCode(&random)
            wrong += Self.endInReaction(Int.random(in: 0..<4, using: &random))
            wrong += Self.endAlone(&random)
            wrong += Self.work()
          }
          return wrong
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(wrong == [])
  }

  /// A random request meets foreign code that ends the context.
  private static func endInForeignCode(_ random: inout SplitMix64) -> [String] {
    let call = ForeignCall.allCases.randomElement(using: &random) ?? .key
    let request = Request.allCases.randomElement(using: &random) ?? .set
    let scene = Scene(isObserved: Bool.random(using: &random))
    scene.hook.arm(call) { [unowned scene] in
      scene.endContext()
      linger()
    }
    request.make(in: scene)
    return scene.wrong().map { "\(call), \(request): \($0)" }
  }

  /// What reacts to a change ends the context: a collector in each mode, an object that an observer
  /// holds, an observer.
  private static func endInReaction(_ kind: Int) -> [String] {
    var context: Context? = Context()
    guard let group = context?.group(.all(Number.self)),
      let entity = context?.createEntity(Number(value: 1))
    else { return ["no context"] }
    var heard = 0
    group.observe { _ in heard += 1 }
    switch kind {
    case 0, 1:
      let collector = Collector(group, mode: kind == 0 ? .latest : .net)
      collector.onCollect = {
        context = nil
        linger()
      }
      entity.set(Number(value: 2))
      if !collector.drain().isEmpty { return ["a collector of an ended context has items"] }
    case 2:
      var kept: ObserverToken?
      let resource = Resource { context = nil }
      kept = entity.observe { [resource] _ in
        kept?.cancel()
        withExtendedLifetime(resource) {}
      }
      kept = kept.map { $0 }
      entity.set(Marked())
      context = nil
    default:
      entity.observe { _ in
        context = nil
        linger()
      }
      _ = entity.clone()
      entity.set(Marked())
    }
    context = nil
    return entity.isAlive || !group.isEmpty ? ["reaction \(kind)"] : []
  }

  /// Observers on several subjects, cancelled and left, and their context let go of in one of them.
  private static func endAlone(_ random: inout SplitMix64) -> [String] {
    var context: Context? = Context()
    let entities = (0..<4).compactMap { context?.createEntity(Number(value: $0)) }
    let last = Int.random(in: 0..<4, using: &random)
    var heard = 0
    for (place, entity) in entities.enumerated() {
      entity.observe { _ in
        heard += 1
        if place == last {
          context = nil
          linger()
        }
      }
    }
    for entity in entities { entity.set(Number(value: 9)) }
    return heard == last + 1 && !entities[3].isAlive ? [] : ["heard \(heard) until \(last)"]
  }

  /// A transaction, whose observers are notified after it and never before.
  private static func work() -> [String] {
    let context = Context()
    var told = 0
    context.observe { _ in told += 1 }
    var early = 0
    context.transaction {
      for number in 0..<40 {
        context.createEntity(Number(value: number))
        if told > 0 { early += 1 }
      }
    }
    return early == 0 && told == 80 && context.count == 40 ? [] : ["told \(told), early \(early)"]
  }

  /// Gives other threads the time to take the core.
  private static func linger() {
    var random = SplitMix64(seed: 1)
    var sum: UInt64 = 0
    for _ in 0..<2_000 { sum &+= random.next() }
    withExtendedLifetime(sum) {}
  }
}
