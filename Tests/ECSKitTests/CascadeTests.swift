import ECSKit
import TestSupport
import Testing

@Suite("Cascade") struct CascadeTests {
  @Test("A change past the limit that a transaction took back does not end the cascade")
  func takenBackInTime() {
    let context = Context()
    let misuses = context.collectMisuses()
    context.cascadeLimit = 3
    let entity = context.createEntity(Number(value: 0))
    context.observe(.updated) { event in
      let next = (event.new(Number.self)?.value ?? 0) + 1
      try? context.transaction { () throws(Refused) in
        entity.set(Number(value: next))
        if next > 4 { throw Refused() }
      }
    }
    entity.set(Number(value: 1))
    #expect(misuses.items == [])
    #expect(entity[Number.self]?.value == 4)
  }
}
