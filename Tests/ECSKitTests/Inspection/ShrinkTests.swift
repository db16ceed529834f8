import ECSKit
import TestSupport
import Testing

@Suite("Shrinking a context") struct ShrinkTests {
  @Test("Shrinking frees unused memory and keeps everything readable")
  func keepsEverything() {
    let context = Context()
    let group = context.group(.all(Number.self))
    let index = context.index(\Number.value)
    let ordered = context.index(ordered: \Number.value)
    let restricted = context.index(forEach: \Note.text, in: .all(Number.self))
    let entities = (0..<5_000).map {
      context.createEntity(Number(value: $0), Note(text: "note \($0)"), Resource($0), Marked())
    }
    _ = group.sorted(by: Number.self)
    #expect(ordered.entities.count == 5_000)
    for (place, entity) in entities.enumerated() where place % 100 != 7 { entity.destroy() }
    let kept = entities.filter(\.isAlive)
    let before = context.statistics
    context.shrink()
    let after = context.statistics
    #expect(after.bytes < before.bytes / 2)
    #expect(after.entityCount == 50 && after.components.map(\.entityCount) == [50, 50, 50, 50])
    #expect(group.entities == kept && group.sorted(by: Number.self) == kept)
    #expect(ordered.entities == kept && ordered[1_000..<1_100] == [kept[10]])
    #expect(index.keyCount == 50 && index[107] == [kept[1]])
    #expect(restricted["n"] == kept)
    for entity in kept {
      let value = entity[Number.self]?.value
      #expect(entity[Note.self]?.text == "note \(value ?? -1)")
      #expect(entity[Resource.self]?.value == value && entity.has(Marked.self))
    }
    let newcomers = (0..<200).map { context.createEntity(Number(value: $0), Note(text: "x")) }
    #expect(group.entities == kept + newcomers && index.count(7) == 2)
    #expect(restricted["x"] == newcomers)
    context.shrink()
    #expect(entities.count(where: \.isAlive) == 50)
  }

  @Test("components that only early entities have use no memory for later ones")
  func earlyEntities() {
    // The defect: the map from entities to values keeps its length.
    let context = Context()
    let group = context.group(.all(Number.self))
    let index = context.index(\Number.value)
    let entities = (0..<5_000).map { context.createEntity(Number(value: $0)) }
    for entity in entities[10...] { entity.remove(Number.self) }
    func bytes() -> [Int] {
      let statistics = context.statistics
      return (statistics.components + statistics.groups + statistics.indices).map(\.bytes)
    }
    let before = bytes()
    context.shrink()
    let after = bytes()
    #expect(before.count == 3 && zip(after, before).allSatisfy { $0 < $1 / 20 }, "\(after)")
    #expect(group.entities == Array(entities[..<10]) && index.keyCount == 10)
    entities[4_999].set(Number(value: 3))
    #expect(index[3] == [entities[3], entities[4_999]] && group.count == 11)
  }

  @Test("unused and unobserved groups are freed and can be created again")
  func groupsGoAway() {
    let context = Context()
    let entity = context.createEntity(Number(value: 1), Note(text: "a"))
    let held = context.group(.all(Number.self))
    let heard = Collected<Event.Kind>()
    context.group(.all(Note.self)).observe { heard.items.append($0.kind) }
    weak let dropped = context.group(.all(Marked.self))
    _ = context.group(.any(Number.self, Marked.self)).sorted(by: Number.self)
    _ = context.index(\Number.value, in: .none(Hidden.self))
    let index = context.index(\Number.value, in: .none(Marked.self))
    #expect(context.groups.count == 6 && dropped != nil)
    context.shrink()
    #expect(dropped == nil)
    #expect(
      context.groups.map { "\($0.matcher)" } == ["all(Number)", "all(Note)", "none(Marked)"])
    #expect(context.statistics.indices.map(\.name) == ["Number in none(Marked)"])
    entity.set(Number(value: 2)).set(Marked()).set(Note(text: "b"))
    #expect(held.entities == [entity] && heard.items == [.updated] && index.keyCount == 0)
    #expect(context.group(.all(Marked.self)).entities == [entity])
    entity.remove(Marked.self)
    #expect(index[2] == [entity] && context.group(.all(Marked.self)).isEmpty)
    entity.destroy()
    #expect(held.isEmpty && heard.items == [.updated, .removed] && index.keyCount == 0)
  }

  @Test("temporary rules do not accumulate")
  func dynamicRules() {
    let context = Context()
    context.createEntity(Number(value: 1))
    let types: [any Component.Type] = [Number.self, Note.self, Marked.self, Hidden.self]
    for round in 1...20 {
      for first in types { for second in types { _ = context.group(.all(first).none(second)) } }
      context.shrink()
      #expect(context.groups.isEmpty, "round \(round)")
    }
    #expect(context.group(.all(Number.self)).count == 1)
  }

  @Test("A unique index survives even if it is not held")
  func uniqueStays() {
    let context = Context()
    let misuses = context.collectMisuses()
    _ = context.index(unique: \Number.value)
    context.createEntity(Number(value: 1))
    context.shrink()
    #expect(!context.createEntity(Number(value: 1)).has(Number.self))
    #expect(misuses.items.count == 1)
  }

  @Test("Inside a transaction or an observer, shrinking has no effect")
  func underWay() {
    let context = Context()
    let entity = context.createEntity(Number(value: 1), Resource(5))
    _ = context.group(.all(Marked.self))
    try? context.transaction { () throws(Refused) in
      entity.destroy()
      context.shrink()
      throw Refused()
    }
    #expect(entity[Resource.self]?.value == 5 && context.groups.count == 1)
    let heard = Collected<Int?>()
    let token = context.observe { event in
      context.shrink()
      heard.items.append(event.old(Number.self)?.value)
    }
    entity.set(Number(value: 2)).remove(Number.self)
    #expect(heard.items == [1, 2] && context.groups.count == 1)
    token.cancel()
    context.shrink()
    #expect(context.groups.isEmpty)
  }

  @Test("The deinit of a value may use a context that is being shrunk")
  func foreignEnds() {
    let context = Context()
    let index = context.index(\Number.value)
    let entity = context.createEntity(Number(value: 1))
    for _ in 1...50 {
      let resource = Resource {
        context.shrink()
        context.createEntity(Number(value: 3))
      }
      entity.set(resource)
    }
    entity.remove(Resource.self)
    #expect(index.count(3) == 50 && context.count == 51)
    context.shrink()
    #expect(index.count(3) == 50 && index[1] == [entity])
  }
}
