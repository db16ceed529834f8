import ECSDetached
import ECSKit
import TestSupport
import Testing

@Suite("DetachedEntity") struct DetachedEntityTests {
  private let context = Context()

  @Test("It holds the Sendable components and names the others")
  func content() {
    let entity = context.createEntity(
      Number(value: 3), Note(text: "here"), Marked(), Draft(text: 1), Pinned())
    let detached = entity.detach()
    #expect(detached[Number.self] == Number(value: 3))
    #expect(detached[Draft.self]?.text == 1)
    #expect(detached.has(Pinned.self) && detached[Pinned.self] != nil)
    #expect(!detached.has(Focus.self) && detached[Focus.self] == nil)
    #expect(detached.leftBehind == ["Note", "Marked"])
    #expect(context.createEntity().detach().leftBehind == [])
  }

  @Test("Edits stay local")
  func localEdits() {
    var told = 0
    context.observe { _ in told += 1 }
    let entity = context.createEntity(Number(value: 3), Pinned())
    told = 0
    var detached = entity.detach()
    detached.set(Number(value: 4))
    detached.set(Focus(strength: 1))
    detached.remove(Pinned.self)
    detached.remove(Draft.self)
    #expect(detached[Number.self]?.value == 4 && detached[Focus.self]?.strength == 1)
    #expect(!detached.has(Pinned.self) && detached[Pinned.self] == nil)
    #expect(entity[Number.self]?.value == 3 && entity.has(Pinned.self) && !entity.has(Focus.self))
    #expect(told == 0)
  }

  @Test("A copy and the entity change independently")
  func copies() {
    let entity = context.createEntity(Number(value: 1))
    var first = entity.detach()
    let second = first
    first.set(Number(value: 2))
    entity.set(Number(value: 3))
    #expect(first[Number.self]?.value == 2 && second[Number.self]?.value == 1)
    #expect(entity.detach()[Number.self]?.value == 3)
  }

  @Test("A component that is set again after its removal is restored")
  func again() {
    var detached = context.createEntity(Number(value: 1)).detach()
    detached.remove(Number.self)
    detached.remove(Number.self)
    detached.set(Number(value: 2))
    detached.set(Number(value: 3))
    #expect(detached[Number.self]?.value == 3)
  }

  @Test("A dead handle yields an empty copy")
  func dead() {
    let misuses = context.collectMisuses()
    let entity = context.createEntity(Number(value: 1), Note(text: "a"))
    entity.destroy()
    var detached = entity.detach()
    #expect(!detached.has(Number.self) && detached.leftBehind == [] && misuses.items == [])
    detached.set(Number(value: 2))
    #expect(context.sync(detached, policy: .mine).outcome == .gone)
  }

  @Test("It outlives its context")
  func outlives() {
    var other: Context? = Context()
    let detached = other?.createEntity(Number(value: 7)).detach()
    other = nil
    #expect(detached?[Number.self]?.value == 7)
  }
}
