import ECSKit
import TestSupport
import Testing

@Suite("Entity") struct EntityTests {
  @Test("The order of components does not depend on the addresses of their types")
  func orderOfComponents() {
    let context = Context()
    _ = context.group(
      .all(Weight.self, Selection.self, Hidden.self, Number.self, Marked.self, Current.self))
    let entity = context.createEntity(
      Number(value: 1), Marked(), Hidden(), Weight(grams: 1), Selection(reason: 1), Current())
    #expect(entity.description == "entity 1 (Current, Hidden, Marked, Number, Selection, Weight)")
  }

  @Test("A component exists from setting to removal, and setting replaces it")
  func setAndRemove() {
    let context = Context()
    let entity = context.createEntity()
    #expect(entity[Number.self] == nil && !entity.has(Number.self))
    entity.set(Number(value: 1)).set(Note(text: "a"))
    #expect(entity[Number.self]?.value == 1 && entity[Note.self]?.text == "a")
    entity.set(Number(value: 2)).remove(Note.self).remove(Note.self).remove(Weight.self)
    #expect(entity[Number.self]?.value == 2)
    #expect(entity[Note.self] == nil && !entity.has(Note.self))
    #expect(entity.isAlive)
    #expect(entity.description == "entity 1 (Number)")
  }

  @Test("A flag is present or absent and stores no value")
  func flags() {
    let context = Context()
    let entities = (1...3).map { _ in context.createEntity() }
    #expect(entities[0][Marked.self] == nil)
    entities[0].set(Marked()).set(Marked())
    entities[2].set(Marked())
    #expect(entities.map { $0.has(Marked.self) } == [true, false, true])
    #expect(entities[0][Marked.self] != nil)
    entities[0].remove(Marked.self)
    #expect(entities.map { $0[Marked.self] != nil } == [false, false, true])
    #expect(context.group(.all(Marked.self)).entities == [entities[2]])
  }

  @Test("Setting a component only if absent returns whether it was set")
  func setIfAbsent() {
    let context = Context()
    _ = context.collectMisuses()
    let entity = context.createEntity()
    let other = context.createEntity(Current())
    #expect(entity.setIfAbsent(Number(value: 1)))
    #expect(!entity.setIfAbsent(Number(value: 2)))
    #expect(entity[Number.self]?.value == 1)
    #expect(entity.setIfAbsent(Marked()))
    #expect(!entity.setIfAbsent(Marked()))
    #expect(entity.setIfAbsent(Current()) && !other.has(Current.self))
    entity.destroy()
    #expect(!entity.setIfAbsent(Weight(grams: 1)))
  }

  @Test("Requiring a missing component throws an error with the reason")
  func require() throws {
    let context = Context()
    let entity = context.createEntity(Number(value: 1))
    #expect(try entity.require(Number.self).value == 1)
    let missing = EntityError.missing(component: "Note")
    #expect(throws: missing) { try entity.require(Note.self) }
    #expect(missing.description == "the entity has no Note")
    entity.destroy()
    #expect(throws: EntityError.dead) { try entity.require(Number.self) }
    #expect(EntityError.dead.description == "the entity is dead; expected an existing entity")
  }

  @Test("A handle is its own identity, even when it is dead")
  func identity() {
    func ids<Row: Identifiable>(_ rows: [Row]) -> [Row.ID] { rows.map(\.id) }
    let context = Context()
    let entities = [context.createEntity(Number(value: 1)), context.createEntity(Number(value: 1))]
    #expect(ids(entities) == entities && Set(ids(entities)).count == 2)
    entities[0].destroy()
    #expect(ids(entities) == entities)
  }

  @Test("A handle is a value that can be stored anywhere")
  func value() {
    let context = Context()
    let first = context.createEntity()
    let second = context.createEntity()
    var names = [first: "first", second: "second"]
    second.destroy()
    #expect(names[first] == "first" && names[second] == "second")
    names[context.createEntity()] = "third"
    #expect(names.count == 3)
    #expect(MemoryLayout<Entity>.size == 16)
  }

  @Test("Class components keep their identity and are not compared when set again")
  func objects() {
    let context = Context()
    let resource = Resource(1)
    let entity = context.createEntity(resource)
    let heard = Collected<Event.Kind>()
    context.observe { heard.items.append($0.kind) }
    entity[Resource.self]?.value = 5
    #expect(resource.value == 5)
    #expect(heard.items == [])
    entity.set(resource)
    #expect(heard.items == [.updated])
  }
}
