import ECSKit
import TestSupport
import Testing

@Suite("Cascade") struct CascadeTests {
  @Test("A change past the limit that a transaction rolled back does not end the cascade")
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

  @Test("a rolled-back change past the limit is forgotten while another change is pending")
  func rolledBackBesideAnother() {
    // The defect: `cascade` still names the removed record when the waiting change is delivered.
    let context = Context()
    let misuses = context.collectMisuses()
    context.cascadeLimit = 3
    context.observe(.updated) { event in
      let next = (event.new(Number.self)?.value ?? 0) + 1
      try? context.transaction { () throws(Refused) in
        event.entity.set(Number(value: next))
        if next > 4 { throw Refused() }
      }
    }
    let entities = (1...3).map { _ in context.createEntity(Number(value: 0)) }
    context.transaction {
      for entity in entities { entity.set(Number(value: 1)) }
    }
    #expect(misuses.items == [])
    #expect(entities.map { $0[Number.self]?.value } == [4, 4, 4])
  }

  @Test("a change past the limit ends the cascade, even if later changes are rolled back")
  func laterRollback() {
    let context = Context()
    let misuses = context.collectMisuses()
    context.cascadeLimit = 3
    let entity = context.createEntity(Number(value: 0))
    let other = context.createEntity(Note(text: "kept"))
    context.group(.all(Number.self)).observe(.updated) { event in
      let value = event.new(Number.self)?.value ?? 0
      guard value < 5 else { return }
      entity.set(Number(value: value + 1))
      try? context.transaction { () throws(Refused) in
        other.set(Note(text: "lost"))
        throw Refused()
      }
    }
    entity.set(Number(value: 1))
    #expect(misuses.items.count == 1)
    guard case .cascade(3, ["set Number"], _)? = misuses.items.first else {
      Issue.record("\(misuses.items)")
      return
    }
    #expect(entity[Number.self]?.value == 0 && other[Note.self]?.text == "kept")
  }

  @Test(
    "a wide cascade may make at most a hundred changes per cause in addition to its width",
    arguments: [1, 2, 5], [0, 1, 50])
  func wide(causes: Int, width: Int) {
    let limit = causes * 100 + width
    for count in [limit - 1, limit, limit + 1] {
      let context = Context()
      let misuses = context.collectMisuses()
      #expect(context.cascadeWidth == 1_000_000)
      context.cascadeWidth = width
      let entity = context.createEntity(Number(value: 0))
      var isFirst = true
      context.group(.all(Number.self)).observe(.updated) { event in
        guard isFirst else { return }
        isFirst = false
        for step in 1...(count - causes) { event.entity.set(Note(text: "\(step)")) }
      }
      context.transaction {
        for value in 1...causes { entity.set(Number(value: value)) }
      }
      if count <= limit {
        #expect(misuses.items == [] && entity[Number.self]?.value == causes)
      } else {
        #expect(
          misuses.items == [.cascade(limit: 100, cycle: ["set Number", "set Note"], refused: 0)])
        #expect(entity[Number.self]?.value == 0 && !entity.has(Note.self))
      }
    }
  }
}
