import ECSKit
import TestSupport
import Testing

@Suite("Context") struct ContextTests {
  @Test("Entities are numbered from 1 in creation order, and no number is reused")
  func numbers() {
    let context = Context()
    #expect(context.count == 0 && context.isEmpty && context.entities == [])
    let entities = (1...3).map { _ in context.createEntity() }
    #expect(entities.map(\.creationNumber) == [1, 2, 3])
    entities[1].destroy()
    #expect(context.count == 2)
    let next = context.createEntity()
    #expect(next.creationNumber == 4)
    #expect(context.entities == [entities[0], entities[2], next])
  }

  @Test("Creating an entity with components is one change for its groups")
  func createdWhole() {
    let context = Context()
    let heard = Collected<String>()
    context.group(.all(Number.self, Marked.self)).observe { event in
      #expect(event.component == nil)
      #expect(event.new(Number.self)?.value == 1 && event.new(Marked.self) != nil)
      #expect(event.old(Number.self) == nil && event.new(Note.self) == nil)
      heard.items.append("group \(event.kind)")
    }
    context.observe { event in
      heard.items.append("\(event.kind) \(event.component.map { "\($0)" } ?? "-")")
    }
    context.createEntity(Number(value: 1), Marked())
    #expect(heard.items == ["group added", "created -", "added Marked", "added Number"])
  }

  @Test("Many components can be passed at once, and the last value of a type wins")
  func manyAtOnce() {
    let context = Context()
    let entity = context.createEntity(
      Number(value: 1), Note(text: "a"), Marked(), Hidden(), Selection(reason: 1), Current(),
      Weight(grams: 1), Number(value: 2))
    #expect(entity[Number.self]?.value == 2)
    #expect(entity.has(Current.self) && entity.has(Hidden.self))
    #expect(context[Selection.self]?.reason == 1)
  }

  @Test("Observers choose the kinds of events that they receive")
  func chosenKinds() {
    let context = Context()
    let heard = Collected<Event.Kind>()
    context.observe(.created, .destroyed) { heard.items.append($0.kind) }
    let entity = context.createEntity(Number(value: 1))
    entity.set(Number(value: 2)).remove(Number.self)
    entity.destroy()
    #expect(heard.items == [.created, .destroyed])
  }

  @Test("Destroying all entities leaves groups, indices and observers in place")
  func destroyAll() {
    let context = Context()
    let group = context.group(.all(Number.self))
    let index = context.index(\Number.value)
    let heard = Collected<String>()
    context.observe { event in
      heard.items.append("\(event.kind) \(event.old(Number.self)?.value ?? 0) \(group.count)")
    }
    for value in 1...2 { context.createEntity(Number(value: value)) }
    heard.items = []
    context.destroyAll()
    #expect(
      heard.items == ["removed 1 0", "destroyed 1 0", "removed 2 0", "destroyed 2 0"])
    #expect(index.keyCount == 0)
    heard.items = []
    let entity = context.createEntity(Number(value: 3))
    #expect(heard.items == ["created 0 1", "added 0 1"])
    #expect(group.entities == [entity] && index[3] == [entity])
    #expect(context.group(.all(Number.self)) === group)
    context.destroyAll()
    context.destroyAll()
    #expect(context.count == 0)
  }

  @Test("A refused operation is reported to the misuse handler of its context")
  func misuseHandler() {
    let first = Context()
    let second = Context()
    let (reported, others) = (first.collectMisuses(), second.collectMisuses())
    let entity = first.createEntity()
    entity.destroy()
    entity.set(Number(value: 1))
    #expect(reported.items == [.deadEntity(operation: "set Number")])
    #expect(others.items == [])
    #expect(
      Misuse.changeWhileFrozen(operation: "set Number").description
        == "set Number: changes are not allowed while an entity is created, keys are compared, "
        + "a change set is read, a misuse is reported or a cascade is rolled back; "
        + "nothing was changed")
  }
}
