import ECSKit
import TestSupport
import Testing

/// What a collector returns next, after some of its items were taken.
@Suite("Pulling items from a collector") struct PulledItemsTests {
  private let context = Context()

  @Test("an entity that changes again while it is the next item stays one item")
  func nextItem() {
    let collector = Collector(context.group(.all(Number.self)))
    let entities = (1...5).map { context.createEntity(Number(value: $0)) }
    #expect(collector.pull(2).map(\.entity) == Array(entities[..<2]))
    entities[2].set(Number(value: 9))
    #expect(collector.pull(9).map(\.kind) == [.updated, .added, .added])
    #expect(collector.isEmpty)
  }

  @Test("an entity that changes after it was pulled is collected again, once")
  func pulledItem() {
    let collector = Collector(context.group(.all(Number.self)))
    let entities = (1...5).map { context.createEntity(Number(value: $0)) }
    #expect(collector.pull(1).map(\.entity) == [entities[0]])
    for value in 6...8 { entities[0].set(Number(value: value)) }
    #expect(collector.count == 5)
    let expected = entities[1...] + [entities[0]]
    #expect(collector.pull(9).map(\.entity) == Array(expected))
    entities[0].set(Number(value: 9))
    #expect(collector.drain() == [Collector.Item(entity: entities[0], kind: .updated)])
  }

  @Test(
    "an entity revived after it was pulled is collected again, next to the entity reusing its slot")
  func revivedItem() {
    let collector = Collector(context.group(.all(Number.self)))
    let entity = context.createEntity(Number(value: 1))
    let other = context.createEntity(Number(value: 2))
    #expect(collector.pull(1).map(\.entity) == [entity])
    let changes = context.recordChanges { entity.destroy() }
    #expect(collector.pull(2).map(\.entity) == [other, entity])
    other.set(Number(value: 3))
    #expect(throws: Never.self) { try context.apply(changes.inverse) }
    entity.set(Number(value: 4))
    #expect(
      collector.drain() == [
        Collector.Item(entity: other, kind: .updated),
        Collector.Item(entity: entity, kind: .updated),
      ])
  }

  @Test("an entity revived by a cascade's rollback is collected again, even if its slot was reused")
  func revivedByCascade() {
    _ = context.collectMisuses()
    context.cascadeLimit = 4
    let entity = context.createEntity(Number(value: 1))
    let group = context.group(.all(Number.self))
    let collector = Collector(group)
    var pulled: [Entity] = []
    var successor: Entity?
    group.observe { event in
      switch event.kind {
      case .removed where event.entity == entity:
        successor = context.createEntity(Number(value: 2))
      case .added where event.entity == successor:
        pulled = collector.pull(1).map(\.entity)
        event.entity.set(Number(value: 3))
      case .updated: event.entity.set(Number(value: (event.new(Number.self)?.value ?? 0) + 1))
      default: break
      }
    }
    entity.destroy()
    #expect(pulled == [entity] && entity.isAlive && successor?.isAlive == false)
    let items = collector.drain()
    #expect(items.map(\.entity) == [successor, entity] && items.map(\.kind) == [.removed, .added])
  }

  @Test("a collector returns the same items as a plain list of changes", arguments: 1...20)
  func model(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let group = context.group(.all(Number.self))
    let latest = Collector(group)
    let every = Collector(group, mode: .every)
    let expected = Expected()
    group.observe { expected.note($0.entity, $0.kind) }
    var entities: [Entity] = []
    var undone: [ChangeSet] = []
    for step in 1...150 {
      let entity = entities.randomElement(using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: entities.append(context.createEntity(Number(value: step)))
      case 1:
        undone.append(context.recordChanges { entity?.isAlive == true ? entity?.destroy() : () })
      case 2: if let last = undone.popLast() { try? context.apply(last.inverse) }
      case 3: if entity?.isAlive == true { entity?.remove(Number.self) }
      case 4...8: if entity?.isAlive == true { entity?.set(Number(value: step)) }
      default:
        let limit = Int.random(in: 0...4, using: &random)
        #expect(
          latest.pull(limit) == expected.pull(limit, from: \.latest), "seed \(seed), step \(step)")
        #expect(
          every.pull(limit) == expected.pull(limit, from: \.every), "seed \(seed), step \(step)")
      }
      #expect(latest.count == expected.latest.count, "seed \(seed), step \(step)")
      #expect(every.count == expected.every.count, "seed \(seed), step \(step)")
    }
    #expect(latest.drain() == expected.latest)
    #expect(every.drain() == expected.every)
  }

  /// What a collector has in each mode.
  private final class Expected {
    var latest: [Collector.Item] = []
    var every: [Collector.Item] = []

    func note(_ entity: Entity, _ kind: Event.Kind) {
      let item = Collector.Item(entity: entity, kind: kind)
      every.append(item)
      if let place = latest.firstIndex(where: { $0.entity == entity }) {
        latest[place] = item
      } else {
        latest.append(item)
      }
    }

    func pull(
      _ limit: Int, from list: ReferenceWritableKeyPath<Expected, [Collector.Item]>
    ) -> [Collector.Item] {
      let taken = Array(self[keyPath: list].prefix(limit))
      self[keyPath: list].removeFirst(taken.count)
      return taken
    }
  }
}
