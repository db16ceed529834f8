import ECSKit
import Testing

/// The holder of a unique component, while there is no observer.
@Suite("The holder of a unique component") struct UniqueHolderTests {
  private let context = Context()

  @Test("is nil once the holder is destroyed, then the entity created with the component")
  func destroyed() {
    // The defect: the column still names the slot, which the new entity has now.
    let former = context.createEntity(Selection(reason: 1), Current())
    former.destroy()
    #expect(context.holder(of: Selection.self) == nil && context[Selection.self] == nil)
    let entity = context.createEntity(Selection(reason: 2), Current())
    #expect(entity[Selection.self]?.reason == 2 && entity.has(Current.self))
    #expect(context.holder(of: Selection.self) == entity)
    #expect(context.holder(of: Current.self) == entity)
  }

  @Test("is not the entity that reuses the slot of a destroyed holder")
  func reusedSlot() {
    context.createEntity(Selection(reason: 1)).destroy()
    let entity = context.createEntity(Number(value: 1))
    #expect(context.holder(of: Selection.self) == nil)
    let other = context.createEntity(Number(value: 2))
    other.set(Selection(reason: 2))
    #expect(context.holder(of: Selection.self) == other)
    entity.set(Selection(reason: 3))
    #expect(context.holder(of: Selection.self) == entity && !other.has(Selection.self))
  }

  @Test("is nil after all entities were destroyed")
  func destroyedWithAll() {
    context.createEntity(Selection(reason: 1))
    context.destroyAll()
    #expect(context.holder(of: Selection.self) == nil)
    context.setUnique(Selection(reason: 2))
    #expect(context[Selection.self]?.reason == 2 && context.count == 1)
  }

  @Test("is the same after a destroy was rolled back")
  func rolledBack() {
    let holder = context.createEntity(Selection(reason: 1))
    try? context.transaction { () throws(Refused) in
      holder.destroy()
      context.createEntity(Selection(reason: 2))
      throw Refused()
    }
    #expect(context.holder(of: Selection.self) == holder)
    #expect(holder[Selection.self]?.reason == 1)
  }
}
