import ECSKit
import TestSupport
import Testing

@Suite("Inspecting entities") struct EntityInspectionTests {
  @Test("An entity's components are in the order in which the context first saw their types")
  func components() {
    let context = Context()
    context.createEntity(Note(text: ""), Number(value: 0))
    let entity = context.createEntity(Marked(), Number(value: 7), Note(text: "a"))
    #expect(entity.components.map { "\(type(of: $0))" } == ["Note", "Number", "Marked"])
    #expect(entity.components.compactMap { ($0 as? Number)?.value } == [7])
    #expect(context.createEntity().components.isEmpty)
    entity.destroy()
    #expect(entity.components.isEmpty)
  }

  @Test("An entity's components create an equal entity elsewhere")
  func copiedElsewhere() {
    let entity = Context().createEntity(Number(value: 7), Marked())
    let source = Context()
    let original = source.createEntity(Number(value: 7), Marked())
    let target = Context()
    let copy = target.createEntity { for each in original.components { $0.set(each) } }
    #expect(copy[Number.self]?.value == 7 && copy.has(Marked.self))
    #expect(entity.components.isEmpty)
    #expect(source.count == 1)
  }

  @Test("A clone has the same components except unique ones, and is reported as one new entity")
  func clone() {
    let context = Context()
    let entity = context.createEntity(
      Number(value: 7), Note(text: "a"), Marked(), Selection(reason: 1))
    let group = context.group(.all(Number.self, Marked.self).none(Selection.self))
    let heard = Collected<String>()
    group.observe { heard.items.append("\($0.kind) \($0.new(Number.self)?.value ?? 0)") }
    let clone = entity.clone()
    #expect(heard.items == ["added 7"])
    #expect(clone != entity && clone.components.count == 3)
    #expect(context.holder(of: Selection.self) == entity)
    clone.set(Number(value: 8))
    #expect(entity[Number.self]?.value == 7 && clone[Note.self]?.text == "a")
  }

  @Test("A clone omits components that a unique index refuses")
  func cloneOfUniqueKey() {
    let context = Context()
    let misuses = context.collectMisuses()
    let index = context.index(unique: \Number.value)
    let entity = context.createEntity(Number(value: 7), Marked())
    let clone = entity.clone()
    #expect(!clone.has(Number.self) && clone.has(Marked.self))
    #expect(index[7] == [entity])
    #expect(misuses.items == [.duplicateKey(component: "Number", key: "7")])
  }

  @Test("A clone of a dead entity is the dead handle, and is reported")
  func cloneOfDead() {
    let context = Context()
    let misuses = context.collectMisuses()
    let entity = context.createEntity(Number(value: 7))
    entity.destroy()
    #expect(entity.clone() == entity)
    #expect(context.count == 0)
    #expect(misuses.items == [.deadEntity(operation: "clone an entity")])
  }

  @Test("A transaction that throws rolls back its clones")
  func cloneTakenBack() {
    let context = Context()
    let entity = context.createEntity(Number(value: 7))
    try? context.transaction { () throws(Refused) in
      #expect(entity.clone()[Number.self]?.value == 7)
      throw Refused()
    }
    #expect(context.entities == [entity])
  }
}
