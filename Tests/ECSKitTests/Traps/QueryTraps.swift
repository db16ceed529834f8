import ECSKit
import TestSupport
import Testing

@Suite("Robustness of queries") struct QueryTraps {
  @Test("a sorted view follows a component that its rule does not name")
  func sortedByForeignComponent() {
    let context = Context()
    let group = context.group(.all(Marked.self))
    let entities = [3, 1, 2].map { context.createEntity(Marked(), Number(value: $0)) }
    #expect(group.sorted(by: Number.self) == [entities[1], entities[2], entities[0]])
    entities[0].set(Number(value: 0))
    #expect(group.sorted(by: Number.self) == [entities[0], entities[1], entities[2]])
    entities[0].remove(Number.self)
    #expect(group.sorted(by: Number.self) == [entities[1], entities[2], entities[0]])
    entities[0].set(Number(value: 2))
    #expect(group.sorted(by: Number.self) == [entities[1], entities[0], entities[2]])
  }

  @Test("two sort orders of one group are cached separately")
  func twoOrders() {
    let context = Context()
    let group = context.group(.all(Number.self, Weight.self))
    let first = context.createEntity(Number(value: 1), Weight(grams: 2))
    let second = context.createEntity(Number(value: 2), Weight(grams: 1))
    for _ in 1...2 {
      #expect(group.sorted(by: Number.self) == [first, second])
      #expect(group.sorted(by: Weight.self) == [second, first])
      #expect(group.entities == [first, second])
    }
    first.set(Weight(grams: 0))
    #expect(group.sorted(by: Number.self) == [first, second])
    #expect(group.sorted(by: Weight.self) == [first, second])
  }

  @Test("a typed loop passes any number of components of the entities that have all of them")
  func withEach() {
    let context = Context()
    let group = context.group(.all(Number.self))
    let whole = context.createEntity(
      Number(value: 1), Note(text: "a"), Marked(), Weight(grams: 2), Selection(reason: 3))
    context.createEntity(Number(value: 2), Note(text: "b"), Marked(), Weight(grams: 4))
    context.createEntity(Note(text: "no member"), Marked(), Weight(grams: 4))
    var found: [String] = []
    group.withEach(
      Number.self, Note.self, Marked.self, Weight.self, Selection.self
    ) { entity, number, note, _, weight, selection in
      #expect(entity == whole)
      found.append("\(number.value) \(note.text) \(weight.grams) \(selection.reason)")
    }
    #expect(found == ["1 a 2.0 3"])
    var members = 0
    group.withEach { _ in members += 1 }
    #expect(members == 2)
    var numbers: Set<Int> = []
    group.withEach(Number.self) { numbers.insert($1.value) }
    #expect(numbers == [1, 2])
  }

  @Test("a rule can consist of forbidden components only")
  func noneOnly() {
    let context = Context()
    let empty = context.createEntity()
    let group = context.group(.none(Marked.self, Hidden.self))
    let heard = Collected<Event.Kind>()
    group.observe { heard.items.append($0.kind) }
    #expect(group.entities == [empty])
    let second = context.createEntity()
    let third = context.createEntity(Number(value: 1))
    context.createEntity(Marked())
    #expect(group.entities == [empty, second, third])
    empty.set(Hidden())
    #expect(group.entities == [second, third])
    empty.set(Marked()).remove(Hidden.self)
    #expect(!group.contains(empty))
    empty.remove(Marked.self)
    #expect(group.entities == [empty, second, third])
    third.destroy()
    second.set(Number(value: 2))
    #expect(heard.items == [.added, .added, .removed, .added, .removed])
    #expect(group.count == 2)
  }

  @Test("a rule that requires and forbids the same component matches nothing")
  func contradiction() {
    let context = Context()
    let rules: [Matcher] = [
      .all(Number.self).none(Number.self), .any(Number.self).none(Number.self),
      .all(Marked.self).any(Number.self, Note.self).none(Note.self, Number.self),
    ]
    let groups = rules.map(context.group)
    let entity = context.createEntity(Number(value: 1), Marked())
    entity.set(Note(text: "a")).remove(Number.self)
    entity.set(Number(value: 2)).remove(Note.self).remove(Marked.self)
    context.createEntity()
    #expect(groups.allSatisfy { $0.isEmpty })
    // Only one of the offered ones is forbidden here, so that the other one serves.
    let half = context.group(.any(Number.self, Note.self).none(Note.self))
    #expect(half.entities == [entity])
    entity.set(Note(text: "b"))
    #expect(half.isEmpty)
    entity.remove(Note.self)
    #expect(half.entities == [entity])
  }

  @Test("components of one name are ordered by their full names, not by address")
  func oneName() {
    // The types of the two rules are declared in opposite orders.
    let rules: [Matcher] = [
      .all(Declared.Last.Item.self, Declared.First.Item.self),
      .all(Declared.Alpha.Item.self, Declared.Omega.Item.self),
    ]
    let names = rules.map { rule -> [String] in
      let context = Context()
      _ = context.group(rule)
      let entity = context.createEntity(Declared.Last.Item(), Declared.First.Item())
      entity.set(Declared.Omega.Item()).set(Declared.Alpha.Item())
      return entity.components.prefix(2).map { String(reflecting: type(of: $0)) }
    }
    for names in names { #expect(names == names.sorted() && names.count == 2) }
  }
}

/// Components that have one name, declared with and against the order of their full names.
private enum Declared {
  enum Last { struct Item: Component { var value = 0 } }
  enum First { struct Item: Component { var value = 0 } }
  enum Alpha { struct Item: Component { var value = 0 } }
  enum Omega { struct Item: Component { var value = 0 } }
}
