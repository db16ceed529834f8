import ECSKit
import TestSupport
import Testing

@Suite struct CollectorTests {
  private let context = Context()

  private var numbers: Group { context.group(.all(Number.self)) }

  @Test("Each entity is one item with its latest kind, in the order of first touch")
  func latest() {
    let first = context.createEntity(Number(value: 1))
    let second = context.createEntity(Number(value: 2))
    let collector = Collector(numbers)
    second.set(Number(value: 3))
    first.set(Number(value: 4))
    second.remove(Number.self)
    #expect(collector.count == 2 && !collector.isEmpty)
    #expect(
      collector.drain().map(Taken.init) == [
        Taken(entity: second, kind: .removed), Taken(entity: first, kind: .updated),
      ])
    #expect(collector.drain().isEmpty && collector.isEmpty)
  }

  @Test(
    "Only the requested kinds are collected",
    arguments: zip(
      [[Event.Kind.added], [.updated], [.removed], [.added, .updated], [.updated, .removed]],
      [[Event.Kind.added], [.updated], [.removed], [.added, .updated], [.updated, .removed]]))
  func kinds(asked: [Event.Kind], expected: [Event.Kind]) {
    let collector =
      asked.count == 1
      ? Collector(numbers, asked[0], mode: .every)
      : Collector(numbers, asked[0], asked[1], mode: .every)
    let entity = context.createEntity(Number(value: 1))
    entity.set(Number(value: 2)).remove(Number.self)
    #expect(collector.drain().map(\.kind) == expected)
  }

  @Test("Every change is a separate item, in order of delivery")
  func every() {
    let collector = Collector(numbers, mode: .every)
    let first = context.createEntity(Number(value: 1))
    let second = context.createEntity(Number(value: 2))
    first.set(Number(value: 3)).set(Number(value: 3)).set(Number(value: 4))
    second.destroy()
    #expect(
      collector.drain().map { "\($0.kind) \($0.entity == first ? 1 : 2)" }
        == ["added 1", "added 2", "updated 1", "updated 1", "removed 2"])
  }

  @Test("An entity added and removed again, or changed back, is no net change")
  func net() {
    let entity = context.createEntity(Number(value: 1))
    let other = context.createEntity(Number(value: 1), Note(text: "a"))
    let collector = Collector(numbers, mode: .net)
    context.createEntity(Number(value: 2)).destroy()
    entity.set(Number(value: 2)).set(Number(value: 1))
    #expect(collector.isEmpty && collector.count == 0)
    entity.remove(Number.self).set(Number(value: 1))
    #expect(collector.drain().isEmpty)
    entity.remove(Number.self).set(Number(value: 3))
    other.remove(Number.self)
    let newcomer = context.createEntity(Number(value: 4))
    newcomer.set(Number(value: 5))
    #expect(collector.count == 3)
    #expect(
      collector.drain().map(Taken.init) == [
        Taken(entity: entity, kind: .updated), Taken(entity: other, kind: .removed),
        Taken(entity: newcomer, kind: .added),
      ])
    newcomer.set(Number(value: 6)).destroy()
    #expect(collector.drain().map(Taken.init) == [Taken(entity: newcomer, kind: .removed)])
  }

  @Test("An entity changed while outside the group has a net change when it returns")
  func netWhileAway() {
    let entity = context.createEntity(Number(value: 1), Weight(grams: 1))
    let rules = [Matcher.all(Number.self).none(Hidden.self), .all(Number.self, Weight.self)]
    let collectors = rules.map { Collector(context.group($0), mode: .net) }
    func kinds() -> [[Event.Kind]] { collectors.map { $0.drain().map(\.kind) } }
    func leave() { entity.set(Hidden()).remove(Weight.self) }
    func comeBack() { entity.remove(Hidden.self).set(Weight(grams: 1)) }
    leave()
    entity.set(Number(value: 2))
    comeBack()
    #expect(kinds() == [[.updated], [.updated]])
    context.transaction {
      leave()
      entity.set(Number(value: 3))
      comeBack()
    }
    #expect(kinds() == [[.updated], [.updated]])
    context.transaction {
      leave()
      entity.set(Number(value: 4)).set(Number(value: 3))
      comeBack()
    }
    #expect(kinds() == [[], []])
    leave()
    #expect(kinds() == [[.removed], [.removed]])
  }

  @Test(
    "Setting a value that is not Equatable counts as a change, and setting a flag again does not")
  func netWithoutEquality() {
    let entity = context.createEntity(Note(text: "a"), Marked())
    let notes = Collector(context.group(.all(Note.self)), mode: .net)
    let marked = Collector(context.group(.all(Marked.self)), mode: .net)
    let either = Collector(context.group(.any(Note.self, Marked.self)), mode: .net)
    entity.set(Note(text: "a"))
    entity.remove(Marked.self).set(Marked())
    #expect(notes.drain().map(\.kind) == [.updated])
    #expect(marked.drain().isEmpty)
    #expect(either.drain().map(\.kind) == [.updated])
    entity.remove(Marked.self)
    #expect(either.drain().map(\.kind) == [.updated])
  }

  @Test("A net collector compares delivered changes, so a rolled-back change is not lost")
  func netInsideTransaction() {
    let entity = context.createEntity(Number(value: 1))
    let collector = Collector(numbers, mode: .net)
    entity.set(Number(value: 2))
    var inside: [Collector.Item] = []
    try? context.transaction { () throws(Refused) in
      entity.set(Number(value: 1))
      inside = collector.drain()
      throw Refused()
    }
    #expect(inside.map(Taken.init) == [Taken(entity: entity, kind: .updated)])
    #expect(collector.isEmpty)
  }

  @Test("Pulling returns items in order, and an item that changes again moves to the end")
  func pull() {
    let entities = (0..<7).map { context.createEntity(Number(value: $0)) }
    let collector = Collector(numbers)
    for entity in entities.reversed() { entity.set(Number(value: 10)) }
    #expect(collector.pull(0).isEmpty && collector.pull(-1).isEmpty && collector.count == 7)
    #expect(collector.pull(4).map(\.entity) == Array(entities[3...].reversed()))
    entities[6].set(Number(value: 11))
    entities[1].set(Number(value: 11))
    #expect(collector.count == 4)
    #expect(collector.pull(2).map(\.entity) == [entities[2], entities[1]])
    #expect(collector.pull(9).map(\.entity) == [entities[0], entities[6]])
    #expect(collector.isEmpty)
  }

  @Test("Pulling items one at a time returns each exactly once, however long the queue")
  func pullForLong() {
    let collector = Collector(numbers, .added)
    var created: [Entity] = []
    var pulled: [Entity] = []
    for round in 0..<500 {
      for _ in 0..<(round < 250 ? 3 : 1) { created.append(context.createEntity(Number(value: 0))) }
      pulled += collector.pull(2).map(\.entity)
    }
    pulled += collector.drain().map(\.entity)
    #expect(pulled == created)
  }

  @Test("An entity that reuses the slot of a dead one is a separate item")
  func reusedPlaces() {
    let collector = Collector(numbers)
    var entities: [Entity] = []
    for _ in 0..<2000 {
      let entity = context.createEntity(Number(value: 1))
      entity.destroy()
      entities.append(entity)
    }
    #expect(collector.drain().map(\.entity) == entities)
  }

  @Test("Dead entities and entities that no longer match can be excluded")
  func scopes() {
    let collectors = [Collector.Scope.all, .living, .matching].map {
      Collector(numbers, scope: $0)
    }
    let stays = context.createEntity(Number(value: 1))
    let leaves = context.createEntity(Number(value: 2))
    let dies = context.createEntity(Number(value: 3))
    leaves.remove(Number.self)
    dies.destroy()
    #expect(collectors.map(\.count) == [3, 2, 1])
    #expect(
      collectors.map { $0.drain().map(\.entity) } == [
        [stays, leaves, dies], [stays, leaves], [stays],
      ])
    stays.destroy()
    #expect(collectors.map(\.isEmpty) == [false, true, true])
    #expect(collectors[2].pull(1).isEmpty)
  }

  @Test("An entity matches while it is a member of one of the groups")
  func matches() {
    let collector = Collector(numbers)
    collector.watch(context.group(.all(Note.self)), .added)
    let entity = context.createEntity(Number(value: 1))
    #expect(collector.matches(entity))
    entity.remove(Number.self)
    #expect(!collector.matches(entity))
    entity.set(Note(text: "a"))
    #expect(collector.matches(entity))
    entity.destroy()
    #expect(!collector.matches(entity))
    #expect(!collector.matches(Context().createEntity(Number(value: 1))))
  }

  @Test("The closure is called after each collected change until it is set to nil")
  func onCollect() {
    let collector = Collector(numbers, .added, .updated)
    var counts: [Int] = []
    collector.onCollect = { [unowned collector] in counts.append(collector.count) }
    let entity = context.createEntity(Number(value: 1))
    entity.set(Number(value: 2)).set(Marked())
    context.createEntity(Number(value: 3)).destroy()
    #expect(counts == [1, 1, 2])
    collector.isPaused = true
    entity.set(Number(value: 4))
    collector.isPaused = false
    #expect(counts.count == 3 && collector.onCollect != nil)
    collector.onCollect = nil
    entity.set(Number(value: 5))
    #expect(counts.count == 3)
  }

  @Test("Several groups are collected in one order, each with its own kinds")
  func severalGroups() {
    let marked = context.group(.all(Marked.self))
    let collector = Collector(numbers, .added, mode: .every)
    collector.watch(marked, .removed)
    let entity = context.createEntity(Number(value: 1), Marked())
    let other = context.createEntity(Marked())
    other.remove(Marked.self)
    entity.set(Number(value: 2)).remove(Number.self)
    entity.destroy()
    #expect(
      collector.drain().map(Taken.init) == [
        Taken(entity: entity, kind: .added), Taken(entity: other, kind: .removed),
        Taken(entity: entity, kind: .removed),
      ])
  }

  @Test(
    "An entity in several groups is one item, with the net change of the first group that has one")
  func severalGroupsNet() {
    let collector = Collector(numbers, .added, .removed, mode: .net)
    collector.watch(context.group(.all(Marked.self)), .removed)
    let entity = context.createEntity(Marked())
    #expect(collector.drain().isEmpty)
    entity.remove(Marked.self).set(Number(value: 1))
    #expect(collector.drain().map(Taken.init) == [Taken(entity: entity, kind: .added)])
    entity.set(Number(value: 2)).set(Marked()).remove(Marked.self)
    #expect(collector.drain().isEmpty)
  }

  @Test("A paused collector collects nothing and retains its earlier items")
  func pause() {
    let collector = Collector(numbers)
    let entity = context.createEntity(Number(value: 1))
    collector.isPaused = true
    #expect(collector.isPaused)
    context.createEntity(Number(value: 2))
    collector.isPaused = false
    let last = context.createEntity(Number(value: 3))
    #expect(!collector.isPaused)
    #expect(collector.drain().map(\.entity) == [entity, last])
  }

  @Test("A cancelled collector is empty and stays empty")
  func cancel() {
    let collector = Collector(numbers)
    context.createEntity(Number(value: 1))
    collector.cancel()
    context.createEntity(Number(value: 2))
    collector.cancel()
    #expect(collector.isEmpty && collector.drain().isEmpty)
  }

  @Test("A transaction is collected when it ends, and not at all if it is rolled back")
  func transactions() {
    for mode in [Collector.Mode.every, .latest, .net] {
      let collector = Collector(numbers, mode: mode)
      context.transaction {
        context.createEntity(Number(value: 1))
        #expect(collector.isEmpty)
      }
      #expect(collector.drain().map(\.kind) == [.added])
      try? context.transaction { () throws(Refused) in
        context.createEntity(Number(value: 2))
        context.destroyAll()
        throw Refused()
      }
      #expect(collector.isEmpty)
      context.destroyAll()
    }
  }

  @Test("A rolled-back cascade leaves a net collector empty, and others get both directions")
  func cascade() {
    _ = context.collectMisuses()
    let entity = context.createEntity(Number(value: 0))
    let net = Collector(numbers, mode: .net)
    let every = Collector(numbers, mode: .every)
    numbers.observe(.updated) { event in
      event.entity.set(Number(value: (event.new(Number.self)?.value ?? 0) + 1))
    }
    entity.set(Number(value: 1))
    #expect(net.isEmpty)
    #expect(every.count > 0 && every.count.isMultiple(of: 2))
  }

  @Test("A collector is notified in registration order")
  func order() {
    var counts: [Int] = []
    var collector: Collector?
    numbers.observe { _ in counts.append(collector?.count ?? -1) }
    collector = Collector(numbers)
    numbers.observe { _ in counts.append(collector?.count ?? -1) }
    context.createEntity(Number(value: 1))
    #expect(counts == [0, 1])
  }

  @Test("Existing members are not collected")
  func before() {
    context.createEntity(Number(value: 1))
    var collector: Collector?
    context.transaction {
      context.createEntity(Number(value: 2))
      collector = Collector(numbers)
      context.createEntity(Number(value: 3))
    }
    #expect(collector?.drain().map { $0.entity[Number.self]?.value } == [3])
  }
}

/// An item of a collector as a test writes it down.
struct Taken: Equatable {
  let entity: Entity
  let kind: Event.Kind

  init(entity: Entity, kind: Event.Kind) {
    self.entity = entity
    self.kind = kind
  }

  init(_ item: Collector.Item) {
    self.init(entity: item.entity, kind: item.kind)
  }
}
