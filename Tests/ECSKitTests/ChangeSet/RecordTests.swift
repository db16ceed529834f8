import ECSKit
import TestSupport
import Testing

@Suite("Recorded change sets") struct RecordTests {
  private let context = Context()

  @Test("Recorded changes take effect only when they are applied, as one transaction")
  func recorded() throws {
    let numbers = context.group(.all(Number.self))
    let entities = (1...3).map { context.createEntity(Number(value: $0)) }
    let heard = Collected<String>()
    numbers.observe { heard.items.append("\($0.kind) of \(numbers.count)") }
    var made: Entity?
    let later = context.proposedChanges {
      for entity in numbers where entity != entities[0] { entity.destroy() }
      made = context.createEntity(Number(value: 9))
      made?.set(Number(value: 10))
      entities[0].remove(Number.self)
      #expect(numbers.count == 1)
    }
    #expect(heard.items.isEmpty && numbers.entities == entities)
    #expect(made?.isAlive == false)
    try context.apply(later)
    #expect(made.map { numbers.entities == [$0] } == true && made?[Number.self]?.value == 10)
    #expect(made?.creationNumber == 4)
    #expect(
      heard.items == [
        "removed of 1", "removed of 1", "added of 1", "updated of 1", "removed of 1",
      ])
    try context.apply(later.inverse)
    #expect(numbers.entities == entities)
  }

  @Test("An entity of a recording keeps its handle while other entities are created")
  func place() throws {
    var made: Entity?
    let later = context.proposedChanges { made = context.createEntity(Number(value: 1)) }
    let others = (0..<100).map { context.createEntity(Number(value: $0)) }
    #expect(others.allSatisfy { $0 != made } && made?.isAlive == false)
    try context.apply(later)
    #expect(context.entities.first == made && context.count == 101)
  }

  @Test("Recordings can be made and applied inside transactions and observers")
  func inside() throws {
    let entity = context.createEntity(Number(value: 1))
    var later: ChangeSet?
    context.group(.all(Marked.self)).observe(.added) { [context] event in
      later = context.proposedChanges { event.entity.set(Number(value: 2)) }
    }
    let changes = context.recordChanges { entity.set(Marked()) }
    #expect(changes.summary == ["1 added Marked - -> *"])
    let recorded = try #require(later)
    try context.transaction {
      let more = context.proposedChanges {
        try? context.apply(recorded)
        entity.set(Note(text: "a"))
      }
      #expect(entity[Number.self]?.value == 1)
      try context.apply(more)
      #expect(entity[Number.self]?.value == 2)
    }
    #expect(entity[Note.self]?.text == "a")
  }

  @Test("A recording that throws records nothing, and one that no longer fits is refused")
  func refused() {
    let entity = context.createEntity(Number(value: 1))
    #expect(throws: Refused()) {
      try context.proposedChanges { () throws(Refused) in
        entity.destroy()
        throw Refused()
      }
    }
    #expect(entity.isAlive)
    let later = context.proposedChanges { entity.set(Number(value: 2)) }
    entity.set(Number(value: 5))
    #expect(throws: ChangeSetError.self) { try context.apply(later) }
    #expect(entity[Number.self]?.value == 5)
  }
}
