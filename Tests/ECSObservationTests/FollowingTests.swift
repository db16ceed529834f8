import ECSKit
import ECSObservation
import TestSupport
import Testing

@Suite("Random scripts of a list that follows a group", .timeLimit(.minutes(30)))
struct FollowingTests {
  @Test("A follower matches the group, however rarely it reads", arguments: 1...24)
  func following(seed: UInt64) async {
    var random = SplitMix64(seed: seed)
    let mode: Collector.Mode = [.latest, .net, .every][Int(seed % 3)]
    let context = Context()
    let group = context.group(.all(Name.self).none(Stars.self))
    var entities: [Entity] = []
    var rows: [Entity: String] = [:]
    var changes = group.changes(mode: mode).makeAsyncIterator()
    _ = await changes.next()
    for step in 1...400 {
      script(step, in: context, entities: &entities, using: &random)
      guard Int.random(in: 0..<5, using: &random) == 0 else { continue }
      // There is a change in any case, so that the reader does not wait for ever.
      entities.append(context.createEntity(Name(text: "new \(step)")))
      for change in await changes.next() ?? [] {
        switch change.kind {
        case .removed: rows[change.entity] = nil
        default: rows[change.entity] = change.entity[Name.self]?.text ?? rows[change.entity]
        }
      }
      #expect(rows == expected(group))
    }
  }

  private func expected(_ group: Group) -> [Entity: String] {
    Dictionary(uniqueKeysWithValues: group.map { ($0, $0[Name.self]?.text ?? "") })
  }

  private func script(
    _ step: Int, in context: Context, entities: inout [Entity], using random: inout SplitMix64
  ) {
    guard let entity = entities.randomElement(using: &random), entity.isAlive else {
      entities.removeAll { !$0.isAlive }
      entities.append(context.createEntity(Name(text: "made \(step)")))
      return
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: entity.destroy()
    case 1: entity.remove(Name.self)
    case 2: entity.set(Stars(count: step))
    case 3: entity.remove(Stars.self)
    case 4:
      try? context.transaction {
        entity.destroy()
        throw CancellationError()
      }
    default: entity.set(Name(text: "name \(step)"))
    }
  }
}
