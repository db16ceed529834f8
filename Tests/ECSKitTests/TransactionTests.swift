import ECSKit
import TestSupport
import Testing

@Suite("Transactions of a context") struct TransactionTests {
  private let context = Context()
  private let heard = Collected<String>()
  private let entity: Entity

  init() {
    entity = context.createEntity(Number(value: 1))
    let heard = heard
    context.observe { event in
      let component = event.component.map { "\($0)" } ?? "-"
      heard.items.append("\(event.kind) \(component) \(event.new(Number.self)?.value ?? 0)")
    }
  }

  @Test("Changes take effect inside and are delivered afterwards, in order")
  func toldAfterwards() {
    let group = context.group(.all(Marked.self))
    let result = context.transaction {
      entity.set(Number(value: 2))
      entity.set(Marked())
      entity.set(Number(value: 3))
      #expect(entity[Number.self]?.value == 3)
      #expect(group.entities == [entity])
      #expect(heard.items == [])
      return "done"
    }
    #expect(result == "done")
    #expect(heard.items == ["updated Number 2", "added Marked 0", "updated Number 3"])
  }

  @Test("A transaction that throws restores everything and notifies no observer")
  func takenBack() {
    let groups = [
      Matcher.all(Number.self), .all(Marked.self), .none(Number.self), .any(Note.self, Number.self),
    ].map(context.group)
    let index = context.index(\Number.value)
    let other = context.createEntity(Number(value: 5), Note(text: "b"), Selection(reason: 1))
    let before = groups.map(\.entities)
    _ = groups[0].sorted(by: Number.self)
    heard.items = []
    var made: Entity?
    #expect(throws: Refused()) {
      try context.transaction { () throws(Refused) in
        entity.set(Number(value: 2)).set(Marked()).set(Selection(reason: 2)).set(Note(text: "a"))
        other.set(Note(text: "c"))
        other.destroy()
        made = context.createEntity(Number(value: 7), Selection(reason: 3))
        entity.remove(Number.self)
        #expect(index[7].count == 1 && index[1] == [])
        throw Refused()
      }
    }
    #expect(heard.items == [])
    #expect(groups.map(\.entities) == before)
    #expect(groups[0].sorted(by: Number.self) == [entity, other])
    #expect(made?.isAlive == false)
    #expect(other.isAlive && other[Note.self]?.text == "b" && other[Number.self]?.value == 5)
    #expect(entity.description == "entity 1 (Number)")
    #expect(entity[Number.self]?.value == 1)
    #expect(context.holder(of: Selection.self) == other)
    #expect(index[1] == [entity] && index[5] == [other] && index.keyCount == 2)
    // The number that was used inside is not used again.
    #expect(context.createEntity().creationNumber == 4)
  }

  @Test("An inner transaction that throws rolls back only its own changes")
  func nested() {
    context.transaction {
      entity.set(Number(value: 2))
      try? context.transaction { () throws(Refused) in
        entity.set(Number(value: 3))
        context.transaction { _ = entity.set(Marked()) }
        throw Refused()
      }
      #expect(entity[Number.self]?.value == 2 && !entity.has(Marked.self))
      context.transaction { _ = entity.set(Note(text: "kept")) }
      #expect(heard.items == [])
    }
    #expect(heard.items == ["updated Number 2", "added Note 0"])
  }

  @Test("An outer transaction that throws also rolls back its inner ones")
  func outerThrows() {
    try? context.transaction { () throws(Refused) in
      context.transaction { _ = entity.set(Number(value: 2)) }
      context.transaction { entity.destroy() }
      throw Refused()
    }
    #expect(heard.items == [])
    #expect(entity[Number.self]?.value == 1)
  }

  @Test("An entity restored by a transaction has its handle, its number and its observers")
  func revived() {
    entity.observe(.updated) { [heard] _ in heard.items.append("entity") }
    try? context.transaction { () throws(Refused) in
      entity.destroy()
      let heir = context.createEntity(Number(value: 9))
      heir.destroy()
      throw Refused()
    }
    #expect(entity.isAlive && entity.creationNumber == 1)
    entity.set(Number(value: 4))
    #expect(heard.items == ["updated Number 4", "entity"])
  }

  @Test("A transaction in an observer applies at once and is delivered in order, or not at all")
  func insideObserver() {
    let other = context.createEntity()
    heard.items = []
    entity.observe(.updated) { [context] event in
      guard event.new(Number.self)?.value == 2 else { return }
      try? context.transaction { () throws(Refused) in
        other.set(Number(value: 8))
        throw Refused()
      }
      #expect(!other.has(Number.self))
      context.transaction { _ = other.set(Number(value: 9)) }
      #expect(other[Number.self]?.value == 9)
    }
    context.transaction {
      entity.set(Number(value: 2))
      entity.set(Number(value: 3))
    }
    #expect(heard.items == ["updated Number 2", "updated Number 3", "added Number 9"])
  }

  @Test("Observers added or cancelled inside a transaction count from that point")
  func observersInside() {
    let token = context.observe { [heard] _ in heard.items.append("gone") }
    try? context.transaction { () throws(Refused) in
      entity.set(Number(value: 2))
      token.cancel()
      context.observe { [heard] _ in heard.items.append("new") }
      throw Refused()
    }
    entity.set(Number(value: 5))
    #expect(heard.items == ["updated Number 5", "new"])
  }

  @Test("A transaction rethrows the error of its body with its type")
  func typedError() {
    func run() throws(EntityError) -> Int {
      try context.transaction { () throws(EntityError) -> Int in
        entity.destroy()
        return try entity.require(Number.self).value
      }
    }
    #expect(throws: EntityError.dead) { try run() }
    #expect(entity.isAlive)
  }
}
