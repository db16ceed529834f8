import ECSKit
import TestSupport
import Testing

@Suite("Robustness of indices") struct IndexTraps {
  @Test("a key without entities uses no memory in any kind of index")
  func emptyKeys() {
    let context = Context()
    let entity = context.createEntity(Number(value: 0), Marked())
    let hashed = context.index(\Number.value, in: .all(Marked.self))
    let ordered = context.index(ordered: \Number.value)
    func room() -> Int { context.statistics.indices.reduce(0) { $0 + $1.bytes } }
    for value in 1...100 { entity.set(Number(value: value)) }
    #expect(ordered.keyBounds?.largest == 100)
    let before = room()
    for value in 1...10_000 { entity.set(Number(value: value)) }
    #expect(ordered.keyBounds?.smallest == 10_000)
    #expect(hashed.keyCount == 1 && ordered.entities == [entity])
    // Not to the byte: an array's room depends on the piece of memory that it was given.
    #expect(room() <= before * 2)
  }

  @Test("an entity leaves its key even if its component object was mutated in place")
  func changedInside() {
    let context = Context()
    let index = context.index(\Resource.value)
    let ordered = context.index(ordered: \Resource.value)
    let resource = Resource(1)
    let entity = context.createEntity(resource)
    resource.value = 2
    #expect(index[1] == [entity] && index[2] == [])
    entity.set(resource)
    #expect(index[1] == [] && index[2] == [entity])
    #expect(ordered.keyBounds?.smallest == 2 && ordered.entities == [entity])
    resource.value = 3
    entity.destroy()
    #expect(index.keyCount == 0 && ordered.entities == [])
  }

  @Test("an inconsistent key function leaves no stale entry")
  func impureKey() {
    let context = Context()
    let calls = Collected<Int>()
    let index = context.index("calls", of: Number.self) { _ in
      calls.items.append(0)
      return calls.items.count
    }
    let entities = (1...5).map { context.createEntity(Number(value: $0)) }
    for entity in entities { entity.set(Number(value: 9)) }
    #expect(index.keyCount == 5)
    for entity in entities { entity.destroy() }
    #expect(index.keyCount == 0)
  }

  @Test("each combination of property, rule, name and kind has exactly one index object")
  func oneForEach() {
    let context = Context()
    for _ in 1...3 {
      _ = context.index(\Number.value)
      _ = context.index(\Number.value, in: .all(Marked.self))
      _ = context.index(unique: \Number.value)
      _ = context.index("half", of: Number.self) { $0.value / 2 }
      _ = context.index("half", of: Number.self) { "\($0.value)" }
      _ = context.index(ordered: \Number.value)
    }
    #expect(context.statistics.indices.count == 5)
    context.createEntity(Number(value: 5))
    #expect(context.index("half", of: Number.self) { $0.value / 2 }.count(2) == 1)
    #expect(context.index("half", of: Number.self) { "\($0.value)" }.count("5") == 1)
  }

  @Test("replacing a component value causes no removal or addition, whatever groups name it")
  func manyGroups() {
    let context = Context()
    let rules: [Matcher] = [
      .all(Number.self), .any(Number.self, Note.self), .none(Number.self),
      .all(Number.self).none(Marked.self), .all(Number.self, Hidden.self), .none(Marked.self),
    ]
    let entity = context.createEntity(Number(value: 1), Hidden())
    let heard = Collected<Event.Kind>()
    let groups = rules.map(context.group)
    for group in groups { group.observe { heard.items.append($0.kind) } }
    let before = groups.map(\.entities)
    for value in 2...10 { entity.set(Number(value: value)) }
    #expect(groups.map(\.entities) == before)
    #expect(heard.items == Array(repeating: .updated, count: 36))
  }

  @Test("An index is empty after its context is released, and stays empty")
  func contextGone() {
    var context: Context? = Context()
    context?.createEntity(Number(value: 1), Marked())
    let hashed = context?.index(\Number.value, in: .all(Marked.self))
    let ordered = context?.index(ordered: \Number.value)
    #expect(hashed?[1].count == 1 && ordered?.entities.count == 1)
    context = nil
    let next = Context()
    next.createEntity(Number(value: 1), Marked())
    #expect(hashed?[1] == [] && hashed?.first(1) == nil && hashed?.keyCount == 0)
    #expect(ordered?.entities == [] && ordered?[0...] == [] && ordered?.keyBounds?.smallest == nil)
    #expect(next.index(\Number.value)[1].count == 1)
  }

  @Test("A range of a custom type is looked up, and a key that equals nothing is in no range")
  func otherRanges() {
    let context = Context()
    let index = context.index(ordered: \Weight.grams)
    let entities = [3, .nan, 1, 2].map { context.createEntity(Weight(grams: $0)) }
    #expect(index.entities == [entities[2], entities[3], entities[0]])
    #expect(index[Open(low: 1, high: 3)] == [entities[3]])
    entities[1].set(Weight(grams: 2))
    #expect(index[2.0...2.0] == [entities[1], entities[3]])
    entities[2].set(Weight(grams: .nan))
    #expect(index.keyBounds?.smallest == 2)
  }
}

/// A range without its ends.
private struct Open: RangeExpression {
  let low: Double
  let high: Double

  func contains(_ element: Double) -> Bool { low < element && element < high }

  func relative<Elements: Collection>(to collection: Elements) -> Range<Double>
  where Elements.Index == Double {
    low..<high
  }
}
