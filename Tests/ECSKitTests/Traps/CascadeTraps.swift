import ECSKit
import TestSupport
import Testing

/// Observers that trigger each other endlessly.
@Suite("Robustness of cascades") struct CascadeTraps {
  /// A context whose number and note observers trigger each other endlessly.
  private struct Cycle {
    let context = Context()
    let misuses: Collected<Misuse>
    let entity: Entity
    let heard = Collected<String>()

    init(limit: Int) {
      misuses = context.collectMisuses()
      context.cascadeLimit = limit
      entity = context.createEntity(Weight(grams: 1))
      let (heard, entity) = (heard, entity)
      context.observe { event in
        let old = event.old(Number.self)?.value ?? event.old(Note.self)?.text.utf8.count ?? 0
        let new = event.new(Number.self)?.value ?? event.new(Note.self)?.text.utf8.count ?? 0
        heard.items.append("\(event.component.map { "\($0)" } ?? "") \(old) \(new)")
      }
      context.group(.all(Number.self)).observe(.added, .updated) { event in
        let count = event.new(Number.self)?.value ?? 0
        entity.set(Note(text: String(repeating: "x", count: count)))
      }
      context.group(.all(Note.self)).observe(.added, .updated) { event in
        entity.set(Number(value: (event.new(Note.self)?.text.utf8.count ?? 0) + 1))
      }
    }
  }

  @Test("a cascade past the limit is rolled back completely, and its cycle is reported")
  func takenBack() {
    let cycle = Cycle(limit: 6)
    let index = cycle.context.index(\Number.value)
    cycle.entity.set(Number(value: 1))
    #expect(cycle.entity[Number.self] == nil)
    #expect(cycle.entity[Note.self] == nil)
    #expect(cycle.entity[Weight.self] == Weight(grams: 1))
    #expect(cycle.context.group(.all(Number.self)).isEmpty)
    #expect(cycle.context.group(.none(Number.self, Note.self)).count == 1)
    #expect(index.keyCount == 0)
    let names = ["set Number", "set Note"]
    #expect(cycle.misuses.items.last == .cascade(limit: 6, cycle: names, refused: 5))
    #expect(
      cycle.misuses.items.last?.description
        == "observers triggered each other more than 6 times; all changes were rolled back: "
        + "set Number -> set Note; 5 changes were refused meanwhile"
    )
  }

  @Test("observers receive the opposite changes of a rolled-back cascade, last change first")
  func toldTheOpposite() {
    let cycle = Cycle(limit: 3)
    cycle.entity.set(Number(value: 1))
    let told = ["Number 0 1", "Note 0 1", "Number 1 2", "Note 1 2"]
    let untold = ["Note 2 1", "Number 2 1", "Note 1 0", "Number 1 0"]
    #expect(cycle.heard.items == told + untold)
  }

  @Test("changes made by observers during a cascade's rollback are refused and reported")
  func refusedMeanwhile() {
    let cycle = Cycle(limit: 3)
    let created = Collected<Entity>()
    let context = cycle.context
    let misuses = cycle.misuses
    context.group(.all(Number.self)).observe(.removed) { event in
      created.items.append(context.createEntity(Marked()))
      event.entity.set(Marked()).remove(Weight.self).destroy()
      context.setUnique(Current())
    }
    cycle.entity.set(Number(value: 1))
    // Five of the observer here, and two of the cycle itself.
    #expect(misuses.items == [.cascade(limit: 3, cycle: ["set Note", "set Number"], refused: 7)])
    #expect(created.items.map(\.isAlive) == [false])
    #expect(context.count == 1)
    #expect(cycle.entity.has(Weight.self))
    #expect(!cycle.entity.has(Marked.self))
  }

  @Test("after a cascade is rolled back, the context works as before")
  func goesOn() {
    let cycle = Cycle(limit: 4)
    for _ in 1...3 { cycle.entity.set(Number(value: 1)) }
    let cascades = cycle.misuses.items.filter {
      if case .cascade = $0 { true } else { false }
    }
    #expect(cascades.count == 3)
    cycle.heard.items = []
    cycle.entity.set(Weight(grams: 2))
    #expect(cycle.entity[Weight.self] == Weight(grams: 2))
    #expect(cycle.heard.items.count == 1)
  }

  @Test("a cascade of exactly the limit is not a misuse")
  func exactlyTheLimit() {
    for limit in [0, 1, 7, 100] {
      let context = Context()
      let misuses = context.collectMisuses()
      context.cascadeLimit = limit
      let entity = context.createEntity(Number(value: 0))
      var last = limit + 1
      context.observe(.updated) { event in
        let value = event.new(Number.self)?.value ?? 0
        if value < last { event.entity.set(Number(value: value + 1)) }
      }
      entity.set(Number(value: 1))
      #expect(misuses.items == [])
      #expect(entity[Number.self]?.value == limit + 1)
      last += 1
      entity.set(Number(value: 0))
      #expect(entity[Number.self]?.value == limit + 1)
      #expect(
        misuses.items.last == .cascade(limit: limit, cycle: ["set Number"], refused: limit + 1))
    }
  }

  @Test("rolling back a cascade invalidates created entities and revives destroyed ones")
  func createdAndDestroyed() {
    let context = Context()
    let misuses = context.collectMisuses()
    let victim = context.createEntity(
      Number(value: 7), Note(text: "kept"), Selection(reason: 3), Marked())
    let heard = Collected<Event.Kind>()
    victim.observe { heard.items.append($0.kind) }
    let made = Collected<Entity>()
    context.observe(.created) { event in
      if victim.isAlive { victim.destroy() }
      made.items.append(event.entity)
      context.createEntity(Number(value: 1), Selection(reason: 4))
    }
    let first = context.createEntity()
    #expect(misuses.items.last == .cascade(limit: 100, cycle: ["create"], refused: 2))
    #expect(!first.isAlive)
    #expect(made.items.count == 102, "each that was told of, and the victim that came back")
    #expect(context.entities == [victim])
    #expect(victim[Number.self]?.value == 7)
    #expect(victim[Note.self]?.text == "kept")
    #expect(victim.has(Marked.self))
    #expect(context.holder(of: Selection.self) == victim)
    #expect(victim.creationNumber == 1)
    let comesBack: [Event.Kind] = [.created, .added, .added, .added, .added]
    #expect(heard.items == [.removed, .removed, .removed, .removed, .destroyed] + comesBack)
  }

  @Test("a transaction that triggers an endless cascade is rolled back with it")
  func transaction() {
    let cycle = Cycle(limit: 3)
    let other = cycle.context.transaction {
      let other = cycle.context.createEntity(Marked())
      cycle.entity.set(Weight(grams: 5))
      cycle.entity.set(Number(value: 1))
      return other
    }
    #expect(!other.isAlive)
    #expect(cycle.entity[Weight.self] == Weight(grams: 1))
    #expect(cycle.context.count == 1)
  }

  #if !DEBUG
    @Test("a cascade that grows wide instead of deep is also stopped")
    func wide() {
      let context = Context()
      let misuses = context.collectMisuses()
      let entity = context.createEntity(Number(value: 0))
      context.observe(.updated) { event in
        let value = event.new(Number.self)?.value ?? 0
        for step in 1...4 { entity.set(Number(value: value * 4 + step)) }
      }
      entity.set(Number(value: 1))
      #expect(entity[Number.self]?.value == 0)
      guard case .cascade(100, ["set Number"], _)? = misuses.items.last else {
        Issue.record("\(misuses.items)")
        return
      }
    }
  #endif
}
