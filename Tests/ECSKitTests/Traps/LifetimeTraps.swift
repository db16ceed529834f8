import ECSKit
import TestSupport
import Testing

@Suite("Robustness of dead entities") struct LifetimeTraps {
  @Test("changing a dead entity has no effect and is reported")
  func changingTheDead() {
    let context = Context()
    let misuses = context.collectMisuses()
    let groups = [Matcher.all(Number.self), .any(Number.self, Marked.self), .none(Hidden.self)]
      .map(context.group)
    let dead = context.createEntity(Number(value: 1))
    let witness = context.createEntity(Number(value: 2), Note(text: "witness"))
    dead.destroy()
    let heard = Collected<Event.Kind>()
    context.observe { heard.items.append($0.kind) }
    dead.set(Number(value: 3)).set(Marked()).set(Note(text: "b")).remove(Number.self)
    #expect(!dead.setIfAbsent(Weight(grams: 1)))
    dead.destroy()
    dead.observe { heard.items.append($0.kind) }
    let operations = [
      "set Number", "set Marked", "set Note", "remove Number", "set Weight", "destroy an entity",
      "observe an entity",
    ]
    #expect(misuses.items == operations.map { .deadEntity(operation: $0) })
    #expect(
      misuses.items[0].description == "set Number: the entity is dead; nothing was changed")
    #expect(heard.items == [])
    #expect(context.entities == [witness])
    #expect(groups.map(\.count) == [1, 1, 1])
    #expect(witness[Number.self] == Number(value: 2))
    #expect(!dead.isAlive)
    #expect(!dead.has(Number.self))
    #expect(dead[Number.self] == nil)
    #expect(dead.creationNumber == nil)
    #expect(dead.description == "dead entity")
    #expect(throws: EntityError.dead) { try dead.require(Number.self) }
  }

  @Test("a call with a dead handle does not affect the entity that reused its slot")
  func heir() {
    let context = Context()
    _ = context.collectMisuses()
    let dead = context.createEntity(Number(value: 1))
    let heard = Collected<Event.Kind>()
    dead.observe { heard.items.append($0.kind) }
    dead.destroy()
    heard.items = []
    let heir = context.createEntity(Number(value: 2))
    dead.set(Number(value: 3)).remove(Number.self).destroy()
    heir.set(Number(value: 4))
    #expect(heir[Number.self]?.value == 4)
    #expect(heir != dead)
    #expect(heard.items == [])
  }

  @Test("the end of an entity is delivered once, and destroying it again is reported")
  func destroyedTwice() {
    let context = Context()
    let misuses = context.collectMisuses()
    let heard = Collected<Event.Kind>()
    let entity = context.createEntity(Number(value: 1), Marked())
    context.observe { heard.items.append($0.kind) }
    entity.destroy()
    entity.destroy()
    #expect(heard.items == [.removed, .removed, .destroyed])
    #expect(misuses.items == [.deadEntity(operation: "destroy an entity")])
  }

  @Test("a dying entity does not join the groups that forbid its components")
  func dyingAndForbidden() {
    let context = Context()
    let heard = Collected<String>()
    let rules: [Matcher] = [
      .none(Marked.self), .none(Hidden.self), .all(Number.self).none(Marked.self),
      .all(Marked.self).none(Hidden.self), .any(Number.self, Note.self).none(Hidden.self),
    ]
    for rule in rules {
      context.group(rule).observe { heard.items.append("\(rule) \($0.kind)") }
    }
    let entity = context.createEntity(Number(value: 1), Note(text: "a"), Marked(), Hidden())
    entity.destroy()
    #expect(heard.items == [])
    #expect(rules.allSatisfy { context.group($0).isEmpty })
  }

  @Test("groups never see an entity half-created")
  func bornAndForbidden() {
    let context = Context()
    let heard = Collected<String>()
    let rules: [Matcher] = [
      .none(Marked.self), .all(Number.self).none(Marked.self), .all(Number.self, Marked.self),
    ]
    for rule in rules {
      context.group(rule).observe { heard.items.append("\(rule) \($0.kind)") }
    }
    context.createEntity(Number(value: 1), Marked())
    #expect(heard.items == ["all(Marked, Number) added"])
  }

  @Test("an observer that sets a component on an entity being destroyed does not revive it")
  func setDuringDestroy() {
    let context = Context()
    let misuses = context.collectMisuses()
    let number = context.group(.all(Number.self))
    let marked = context.group(.all(Marked.self))
    let all = context.group(.none(Hidden.self))
    let set = { (event: Event) in _ = event.entity.set(Marked()).set(Number(value: 9)) }
    number.observe(.removed, body: set)
    context.observe(.removed, .destroyed, body: set)
    let entity = context.createEntity(Number(value: 1), Note(text: "a"))
    entity.observe(.removed, body: set)
    entity.destroy()
    #expect(number.isEmpty && marked.isEmpty && all.isEmpty)
    #expect(context.count == 0)
    #expect(!entity.isAlive)
    // The group's, two components and the end for the context, two components for the entity.
    #expect(misuses.items.count == 2 * (1 + 3 + 2))
  }

  @Test(
    "later observers see an entity destroyed by an earlier observer as dead and are still notified")
  func destroyedInsideObserver() {
    let context = Context()
    let misuses = context.collectMisuses()
    let heard = Collected<String>()
    let group = context.group(.all(Number.self))
    group.observe(.added) { event in
      event.entity.destroy()
      heard.items.append("destroys")
    }
    group.observe { event in
      heard.items.append("\(event.kind) \(event.entity.isAlive) \(group.count)")
      event.entity.set(Marked())
    }
    let entity = context.createEntity(Number(value: 1))
    #expect(!entity.isAlive)
    #expect(heard.items == ["destroys", "added false 0", "removed false 0"])
    #expect(misuses.items.count == 2)
  }

  @Test("entities of two contexts are never equal, and no group contains a foreign entity")
  func twoContexts() {
    let first = Context()
    let second = Context()
    let one = first.createEntity(Number(value: 1))
    let other = second.createEntity(Number(value: 1))
    #expect(one != other)
    #expect(Set([one, other]).count == 2)
    #expect(!first.group(.all(Number.self)).contains(other))
    #expect(first.group(.all(Number.self)) !== second.group(.all(Number.self)))
    // A change goes to the context of the handle, whichever is at hand.
    other.set(Number(value: 2))
    #expect(one[Number.self]?.value == 1)
  }

  @Test("destroying an entity releases its values")
  func destroyedIsFreed() {
    let context = Context()
    context.observe { _ in }
    let group = context.group(.all(Resource.self))
    _ = group.entities
    let gone = Collected<Int>()
    for number in 1...3 {
      let entity = context.createEntity(Resource(whenGone: { gone.items.append(number) }))
      switch number {
      case 1: entity.destroy()
      case 2: entity.remove(Resource.self)
      default: entity.set(Resource())
      }
      #expect(gone.items == Array(1...number))
    }
  }

  @Test("releasing a context releases its groups, observers and their captures")
  func groupsAreFreed() {
    weak var group: Group?
    let gone = Collected<String>()
    do {
      let context = Context()
      let asked = context.group(.all(Number.self).none(Marked.self))
      group = asked
      let resource = Resource(whenGone: { gone.items.append("observer's") })
      asked.observe { _ in resource.value += 1 }
      context.observe { _ in resource.value += 1 }
      context.createEntity(Resource(whenGone: { gone.items.append("entity's") }), Number(value: 1))
      _ = asked.sorted(by: Number.self)
      _ = context.index(\Number.value)
    }
    #expect(group == nil)
    #expect(gone.items.sorted() == ["entity's", "observer's"])
  }

  @Test("a unique component moves, and its previous holder stays even if it is now empty")
  func uniqueMoves() {
    let context = Context()
    let first = context.createEntity(Selection(reason: 1))
    let second = context.createEntity(Marked())
    let heard = Collected<String>()
    context.observe { event in
      heard.items.append("\(event.kind) \(event.entity == first ? "first" : "other")")
      #expect(context.holder(of: Selection.self) != first)
    }
    let selected = context.group(.all(Selection.self))
    second.set(Selection(reason: 2))
    #expect(first.isAlive)
    #expect(!first.has(Selection.self))
    #expect(selected.entities == [second])
    #expect(heard.items == ["removed first", "added other"])
    heard.items = []
    let third = context.createEntity(Selection(reason: 3), Current())
    #expect(heard.items == ["removed other", "created other", "added other", "added other"])
    #expect(second.isAlive && !second.has(Selection.self))
    #expect(context.holder(of: Selection.self) == third)
    #expect(context[Selection.self]?.reason == 3)
    #expect(context.setUnique(Selection(reason: 4)) == third)
    #expect(selected.count == 1)
    third.remove(Selection.self)
    #expect(context.holder(of: Selection.self) == nil)
    #expect(context[Selection.self] == nil)
    let fourth = context.setUnique(Selection(reason: 5))
    #expect(context.holder(of: Selection.self) == fourth)
    fourth.destroy()
    #expect(context.holder(of: Selection.self) == nil)
  }
}
