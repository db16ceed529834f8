import ECSKit
import TestSupport
import Testing

/// Changing components in place has the effects of setting them, for every kind of observer and
/// whatever the body does.
@Suite("Updating in place") struct UpdatingTests {
  private func numbers(_ count: Int) -> (context: Context, group: Group, entities: [Entity]) {
    let context = Context()
    let group = context.group(.all(Number.self))
    return (context, group, (0..<count).map { context.createEntity(Number(value: $0)) })
  }

  @Test("Without observers, each value is the one that the body set")
  func unwatched() {
    let (context, group, entities) = numbers(100)
    entities[3].remove(Number.self)
    group.withEach(updating: Number.self) { _, number in number.value *= 2 }
    #expect(entities.map { $0[Number.self]?.value } == (0..<100).map { $0 == 3 ? nil : $0 * 2 })
    withExtendedLifetime(context) {}
  }

  @Test("An observer receives old and new values of each changed entity only")
  func observed() {
    let (context, group, entities) = numbers(4)
    let events = Collected<String>()
    group.observe { event in
      let old = event.old(Number.self)?.value
      let new = event.new(Number.self)?.value
      events.items.append("\(event.kind) \(old ?? -1) \(new ?? -1)")
    }
    group.withEach(updating: Number.self) { entity, number in
      if entity != entities[2] { number.value += 10 }
    }
    #expect(events.items.sorted() == ["updated 0 10", "updated 1 11", "updated 3 13"])
    entities[0].modify(Number.self) { $0.value = 10 }
    #expect(events.items.count == 3)
    entities[0].modify(Number.self) { $0.value = 11 }
    #expect(events.items.last == "updated 10 11")
    withExtendedLifetime(context) {}
  }

  @Test("Indices and sort orders are updated, and a taken key is refused")
  func followed() {
    let (context, group, entities) = numbers(3)
    let index = context.index(unique: \Number.value)
    let misuses = context.collectMisuses()
    #expect(group.sorted(by: Number.self) == entities)
    group.withEach(updating: Number.self) { entity, number in
      number.value = entity == entities[0] ? 7 : number.value
    }
    #expect(index[7] == [entities[0]] && index[0].isEmpty)
    #expect(group.sorted(by: Number.self) == [entities[1], entities[2], entities[0]])
    entities[1].modify(Number.self) { $0.value = 7 }
    #expect(entities[1][Number.self]?.value == 1)
    #expect(misuses.items == [.duplicateKey(component: "Number", key: "7")])
  }

  @Test("A transaction that throws rolls back all updates")
  func rolledBack() {
    struct Failure: Error {}
    let (context, group, entities) = numbers(3)
    #expect(throws: Failure.self) {
      try context.transaction {
        group.withEach(updating: Number.self) { _, number in number.value = -1 }
        throw Failure()
      }
    }
    #expect(entities.map { $0[Number.self]?.value } == [0, 1, 2])
  }

  @Test("A body that ends the entity, the component or the loop discards its new value")
  func body() throws {
    struct Failure: Error {}
    let (context, group, entities) = numbers(3)
    let misuses = context.collectMisuses()
    group.withEach(updating: Number.self) { entity, number in
      number.value += 10
      if entity == entities[0] { entity.destroy() }
      if entity == entities[1] { entity.remove(Number.self) }
    }
    #expect(entities.map(\.isAlive) == [false, true, true])
    #expect(entities[1][Number.self] == nil && entities[2][Number.self]?.value == 12)
    #expect(throws: Failure.self) {
      try group.withEach(updating: Number.self) { _, number in
        number.value = 0
        throw Failure()
      }
    }
    #expect(entities[2][Number.self]?.value == 12)
    #expect(misuses.items == [])
    #expect(!entities[0].modify(Number.self) { $0.value = 1 })
    #expect(misuses.items == [.deadEntity(operation: "modify Number")])
  }

  @Test("Modifying returns whether the body was called, whatever the body did to the entity")
  func answered() {
    let (context, _, entities) = numbers(4)
    let misuses = context.collectMisuses()
    // A caller who adds the component where there is none must not bring back what the body removed.
    let wasThere = entities[0].modify(Number.self) { number in
      number.value = 9
      entities[0].remove(Number.self)
    }
    #expect(wasThere && entities[0][Number.self] == nil)
    #expect(entities[1].modify(Number.self) { _ in entities[1].destroy() } && !entities[1].isAlive)
    #expect(entities[2].modify(Number.self) { _ in } && entities[2][Number.self]?.value == 2)
    #expect(misuses.items == [])
    #expect(!entities[0].modify(Number.self) { _ in Issue.record("there is no component") })
    #expect(misuses.items == [])
    #expect(!entities[1].modify(Number.self) { _ in Issue.record("there is no entity") })
    #expect(misuses.items == [.deadEntity(operation: "modify Number")])
    withExtendedLifetime(context) {}
  }

  @Test("A body that grows or starts to observe the column modifies only its own value")
  func growing() {
    let (context, group, entities) = numbers(8)
    let events = Collected<Int>()
    var isWatched = false
    group.withEach(updating: Number.self) { _, number in
      number.value += 100
      for _ in 0..<100 { context.createEntity(Number(value: -1)) }
      if !isWatched {
        isWatched = true
        group.observe(.updated) { events.items.append($0.new(Number.self)?.value ?? 0) }
      }
    }
    #expect(entities.map { $0[Number.self]?.value } == (100..<108).map { $0 })
    #expect(events.items.sorted() == Array(100..<108))
    #expect(group.count == 808)
  }

  @Test(
    "A body or value that starts a reader or a collector misses no change",
    arguments: 0..<4)
  func registering(way: Int) {
    let (context, group, entities) = numbers(6)
    let seen = Collected<Int>()
    var collector: Collector?
    group.withEach(updating: Number.self) { entity, number in
      number.value += 10
      guard entity == entities[2] else { return }
      switch way {
      case 0:
        context.observeChanges { set in
          seen.items += set.changes.compactMap { ($0.new as? Number)?.value }
        }
      case 1: entities[4].observe { seen.items.append($0.new(Number.self)?.value ?? -1) }
      case 2: collector = Collector(group)
      default:
        context.transaction { context.createEntity(Number(value: -1)) }
        seen.items.append(context.entities.count)
      }
    }
    #expect(entities.map { $0[Number.self]?.value } == Array(10..<16))
    let expected = [[12, 13, 14, 15], [14], [], [7]]
    #expect(seen.items == expected[way])
    if way == 2 { #expect(collector?.drain().map(\.entity) == Array(entities[2...])) }
    withExtendedLifetime(context) {}
  }

  @Test("A value that destroys members when a loop drops it is not revived")
  func dropping() {
    struct Bomb: Component {
      final class Fuse {
        var body: () -> Void = {}
        deinit { body() }
      }
      var fuse: Fuse
    }
    let context = Context()
    let group = context.group(.all(Bomb.self))
    let entities = (0..<5).map { _ in context.createEntity(Bomb(fuse: .init())) }
    entities[1][Bomb.self]?.fuse.body = {
      entities[3].destroy()
      context.createEntity(Bomb(fuse: .init()))
    }
    var visited: [Entity] = []
    group.withEach(updating: Bomb.self) { entity, bomb in
      visited.append(entity)
      bomb = Bomb(fuse: .init())
    }
    #expect(Set(visited) == Set(entities).subtracting([entities[3]]) && visited.count == 4)
    #expect(group.count == 5 && !entities[3].isAlive)
  }

  @Test("A body that releases the context ends the loop")
  func ended() {
    var context: Context? = Context()
    let group = context!.group(.all(Number.self))
    for number in 0..<3 { context!.createEntity(Number(value: number)) }
    var count = 0
    group.withEach(updating: Number.self) { _, number in
      number.value += 1
      count += 1
      context = nil
    }
    #expect(count == 1 && group.isEmpty)
  }

  @Test("A loop where changes are forbidden is refused once")
  func frozen() {
    let (context, group, entities) = numbers(3)
    let misuses = context.collectMisuses()
    context.observeChanges { _ in
      group.withEach(updating: Number.self) { _, number in number.value = 9 }
      entities[0].modify(Number.self) { $0.value = 9 }
    }
    context.createEntity()
    #expect(
      misuses.items == [
        .changeWhileFrozen(operation: "update Number"), .changeWhileFrozen(operation: "set Number"),
      ])
    #expect(entities.map { $0[Number.self]?.value } == [0, 1, 2])
  }

  @Test("A random updating loop has the same result as setting each value", arguments: 1...20)
  func random(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let sides = (0..<2).map { _ in (context: Context(), events: Collected<String>()) }
    let groups = sides.map { $0.context.group(.all(Number.self, Weight.self)) }
    for number in 0..<60 {
      let isMoving = Bool.random(using: &random)
      for side in sides {
        let entity = side.context.createEntity(Number(value: number % 7))
        if isMoving { entity.set(Weight(grams: Double(number % 5))) }
      }
    }
    for round in 0..<6 {
      let isObserved = Bool.random(using: &random)
      let step = Int.random(in: 0...2, using: &random)
      for (side, group) in zip(sides, groups) where isObserved {
        let events = side.events
        group.observe { event in
          events.items.append(
            "\(round) \(event.kind) \(event.entity.creationNumber ?? 0) "
              + "\(event.old(Number.self)?.value ?? -1) \(event.new(Number.self)?.value ?? -1)")
        }
      }
      groups[0].withEach(updating: Number.self, Weight.self) { _, number, weight in
        number.value += step * Int(weight.grams)
      }
      groups[1].withEach(Number.self, Weight.self) { entity, number, weight in
        entity.set(Number(value: number.value + step * Int(weight.grams)))
      }
      #expect(sides[0].events.items == sides[1].events.items, "seed \(seed)")
    }
    let values = sides.map { $0.context.entities.map { $0[Number.self]?.value } }
    #expect(values[0] == values[1], "seed \(seed)")
  }
}

/// Orders by a property, and indices by several keys that a function makes.
@Suite("Sort orders and indices defined by functions") struct FunctionOrderTests {
  @Test("A group is sorted by a property in both directions, ties by creation", arguments: 1...12)
  func directions(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let context = Context()
    let group = context.group(.any(Number.self, Marked.self))
    var entities: [Entity] = []
    for _ in 0..<80 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: entities.append(context.createEntity(Marked()))
      case 1 where !entities.isEmpty:
        entities.remove(at: Int.random(in: 0..<entities.count, using: &random)).destroy()
      case 2 where !entities.isEmpty:
        entities.randomElement(using: &random)?.set(
          Number(value: Int.random(in: 0..<9, using: &random)))
      default:
        entities.append(context.createEntity(Number(value: Int.random(in: 0..<9, using: &random))))
      }
      if Bool.random(using: &random) { continue }
      let lacking = group.entities.filter { !$0.has(Number.self) }
      func expected(_ precedes: (Int, Int) -> Bool) -> [Entity] {
        // The standard library's sort is stable.
        group.entities.filter { $0.has(Number.self) }.sorted {
          precedes($0[Number.self]!.value, $1[Number.self]!.value)
        } + lacking
      }
      #expect(group.sorted(by: \Number.value) == expected(<), "seed \(seed)")
      #expect(group.sorted(by: \Number.value, descending: true) == expected(>), "seed \(seed)")
    }
  }

  @Test("Values that equal nothing follow ordered ones and precede missing ones")
  func notANumber() {
    let context = Context()
    let group = context.group(.any(Weight.self, Marked.self))
    let missing = context.createEntity(Marked())
    let none = context.createEntity(Weight(grams: .nan))
    let two = context.createEntity(Weight(grams: 2))
    let one = context.createEntity(Weight(grams: 1))
    #expect(group.sorted(by: \Weight.grams) == [one, two, none, missing])
    #expect(group.sorted(by: \Weight.grams, descending: true) == [two, one, none, missing])
    none.set(Weight(grams: 0))
    #expect(group.sorted(by: \Weight.grams) == [none, one, two, missing])
  }

  @Test("An index defined by a function has an entity under each key")
  func severalKeys() {
    let context = Context()
    let words = context.index(forEach: "words", of: Note.self) { $0.text.split(separator: " ") }
    let one = context.createEntity(Note(text: "all is well"))
    let other = context.createEntity(Note(text: "well well"))
    #expect(words["well"] == [one, other] && words["all"] == [one])
    one.set(Note(text: "gone"))
    #expect(words["well"] == [other] && words["all"].isEmpty && words.keyCount == 2)
  }
}
