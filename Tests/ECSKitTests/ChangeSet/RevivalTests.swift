import ECSKit
import TestSupport
import Testing

@Suite("Entities revived by change sets") struct RevivalTests {
  private let context = Context()

  @Test("Only undo and redo revive a handle, and it stays the same")
  func sameHandle() throws {
    let entity = context.createEntity(Number(value: 1))
    let copy = entity
    let changes = context.recordChanges { entity.destroy() }
    for _ in 1...50 {
      let other = context.createEntity(Number(value: 1))
      #expect(!entity.isAlive && other != entity)
    }
    try context.apply(changes.inverse)
    #expect(entity.isAlive && copy.isAlive && entity.hashValue == copy.hashValue)
    #expect(context.entities.first == entity && entity[Number.self]?.value == 1)
    #expect(context.group(.all(Number.self)).entities.first == entity)
  }

  @Test("A slot is reserved while a set that can revive its entity is held")
  func keptPlaces() throws {
    let entities = (0..<10).map { context.createEntity(Number(value: $0)) }
    var undo: ChangeSet? = context.recordChanges { entities[3].destroy() }.inverse
    let others = (0..<200).map { context.createEntity(Number(value: $0)) }
    // Sets that are not kept come and go.
    for other in others { _ = context.recordChanges { other.destroy() } }
    for value in 0..<200 { context.createEntity(Number(value: value)) }
    try undo.map(context.apply)
    #expect(entities[3][Number.self]?.value == 3)
    undo = nil
    context.destroyAll()
    #expect(entities.allSatisfy { !$0.isAlive })
  }

  @Test("A slot is also reserved for an entity whose creation was undone")
  func redone() throws {
    var entity: Entity?
    let changes = context.recordChanges { entity = context.createEntity(Number(value: 1)) }
    try context.apply(changes.inverse)
    for value in 2...9 { context.createEntity(Number(value: value)) }
    try context.apply(changes)
    #expect(entity?.isAlive == true && entity?[Number.self]?.value == 1 && context.count == 9)
    entity?.destroy()
    context.shrink()
    #expect(context.createEntity() != entity && entity?.isAlive == false)
  }

  @Test("a slot is reserved for at most 4,095 sets at once; a further set may find it reused")
  func mostSets() throws {
    for count in [4_095, 4_096] {
      let entity = context.createEntity(Number(value: count))
      var sets = [context.recordChanges { entity.destroy() }]
      for _ in 1..<count {
        try context.apply(sets[0].inverse)
        sets.append(context.recordChanges { entity.destroy() })
      }
      sets.removeFirst(count - 1)
      context.shrink()
      let others = (0..<4).map { context.createEntity(Number(value: $0)) }
      if count <= 4_095 {
        try context.apply(sets[0].inverse)
        #expect(entity[Number.self]?.value == count)
      } else {
        #expect(throws: ChangeSetError.self) { try context.apply(sets[0].inverse) }
        #expect(!entity.isAlive)
      }
      #expect(others.map { $0[Number.self]?.value } == [0, 1, 2, 3])
    }
  }

  @Test("Slots of released sets are reused")
  func freedPlaces() {
    context.observeChanges { _ in }
    for value in 0..<5000 {
      context.transaction {
        let entity = context.createEntity(Number(value: value))
        entity.set(Note(text: "a"))
        entity.destroy()
      }
      let entity = context.createEntity(Number(value: value))
      entity.destroy()
    }
    // Ten thousand slots would take more than twice as much.
    #expect(context.statistics.bytes < 100_000)
  }

  @Test("An entity can be removed and revived any number of times under one handle")
  func often() throws {
    let entity = context.createEntity(Number(value: 1))
    let changes = context.recordChanges { entity.destroy() }
    let undo = changes.inverse
    var held: [ChangeSet] = []
    for round in 0..<5000 {
      let undone = try context.recordChanges { () throws(ChangeSetError) in try context.apply(undo)
      }
      #expect(entity.isAlive)
      let redone = try context.recordChanges { () throws(ChangeSetError) in
        try context.apply(changes)
      }
      if round < 10 { held += [undone, redone] }
    }
    try context.apply(undo)
    try context.apply(held[1])
    try context.apply(held[1].inverse)
    #expect(entity[Number.self]?.value == 1 && context.createEntity().creationNumber == 2)
  }

  @Test("Observers of an entity end with it and are not revived with it")
  func observers() throws {
    let entity = context.createEntity(Number(value: 1))
    let heard = Collected<String>()
    entity.observe { heard.items.append("\($0.kind)") }
    let changes = context.recordChanges { entity.destroy() }
    #expect(heard.items == ["removed", "destroyed"])
    try context.apply(changes.inverse)
    entity.set(Number(value: 2))
    #expect(heard.items == ["removed", "destroyed"])
  }

  @Test("Values are released once neither the context nor a set holds them")
  func values() throws {
    let gone = Collected<Int>()
    var undo: ChangeSet?
    do {
      let entity = context.createEntity(Resource(1) { gone.items.append(1) })
      undo = context.recordChanges { entity.destroy() }.inverse
    }
    #expect(gone.items.isEmpty)
    try undo.map(context.apply)
    context.destroyAll()
    #expect(gone.items.isEmpty)
    undo = nil
    #expect(gone.items == [1])
  }
}
