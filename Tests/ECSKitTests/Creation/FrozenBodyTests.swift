import ECSDetached
import ECSKit
import TestSupport
import Testing

@Suite("Creating an entity with a body that changes other entities") struct FrozenBodyTests {
  private let context = Context()
  private let misuses: Collected<Misuse>
  private let heard = Collected<String>()
  private let old: Entity

  init() {
    old = context.createEntity(Number(value: 1), Selection(reason: 1), Marked())
    misuses = context.collectMisuses()
  }

  private func observe() {
    context.observe { [heard] in heard.items.append("\($0.kind) \($0.entity.creationNumber ?? 0)") }
  }

  private func refused(_ operation: String) -> Misuse { .changeWhileFrozen(operation: operation) }

  @Test("Each change is refused and reported", arguments: [0, 1, 2, 3])
  func refusals(way: Int) {
    if way & 1 == 1 { observe() }
    let detached = old.detach()
    var edited = detached
    edited.set(Number(value: 9))
    var reports: [SyncReport] = []
    let body: (borrowing NewEntity) -> Void = { new in
      old.set(Number(value: 2))
      old.set(Note(text: "new"))
      _ = old.setIfAbsent(Weight(grams: 1))
      old.remove(Marked.self)
      old.remove(Selection.self)
      old.destroy()
      context.setUnique(Selection(reason: 2))
      context.setUnique(Current())
      #expect(!context.createEntity(Number(value: 3)).isAlive)
      #expect(!context.createEntity { $0.set(Number(value: 3)) }.isAlive)
      #expect(!context.createEntity(with: { _ in }).isAlive)
      context.destroyAll()
      reports.append(context.sync(edited, policy: .fail))
      new.set(Note(text: "mine"))
    }
    var made: Entity?
    if way & 2 == 2 {
      context.transaction { made = context.createEntity(with: body) }
    } else {
      made = context.createEntity(with: body)
    }
    #expect(
      misuses.items == [
        refused("set Number"), refused("set Note"), refused("set Weight"),
        refused("remove Marked"), refused("remove Selection"), refused("destroy an entity"),
        refused("set Selection"), refused("create an entity"), refused("create an entity"),
        refused("create an entity"), refused("create an entity"), refused("destroy an entity"),
        refused("sync an entity"),
      ])
    #expect(reports.map(\.outcome) == [.refused])
    #expect(old.description == "entity 1 (Number, Selection, Marked)")
    #expect(old[Number.self]?.value == 1 && made?[Note.self]?.text == "mine")
    #expect(context.count == 2)
    #expect(heard.items == (way & 1 == 1 ? ["created 2", "added 2"] : []))
    // Afterwards changes are made again.
    old.set(Number(value: 4)).remove(Marked.self)
    #expect(old[Number.self]?.value == 4 && !old.has(Marked.self))
  }

  @Test("A transaction in the body, even a throwing one, removes nothing from the new entity")
  func transactions() {
    observe()
    let entity = context.createEntity { new in
      context.transaction { new.set(Selection(reason: 2)) }
      #expect(heard.items == [])
      old.set(Number(value: 2))
      try? context.transaction { () throws(Refused) in
        new.set(Current())
        new.set(Number(value: 7))
        throw Refused()
      }
      #expect(context.recordChanges { new.set(Note(text: "n")) }.isEmpty)
      #expect(context.proposedChanges { new.set(Marked()) }.isEmpty)
      old.set(Number(value: 2))
    }
    #expect(misuses.items == [refused("set Number"), refused("set Number")])
    #expect(
      heard.items == ["removed 1", "created 2"] + Array(repeating: "added 2", count: 5))
    #expect(entity.description == "entity 2 (Number, Selection, Marked, Current, Note)")
    #expect(context.holder(of: Selection.self) == entity && !old.has(Selection.self))
    #expect(context.holder(of: Current.self) == entity)
  }

  @Test("A change set cannot be applied while the body runs")
  func changeSets() throws {
    let changes = context.recordChanges { old.set(Number(value: 2)) }
    var errors: [ChangeSetError] = []
    context.createEntity { _ in
      do throws(ChangeSetError) { try context.apply(changes.inverse) } catch {
        errors.append(error)
      }
    }
    #expect(errors == [.frozen] && old[Number.self]?.value == 2)
    try context.apply(changes.inverse)
    #expect(old[Number.self]?.value == 1)
  }

  @Test("The creation is undone, redone and recorded like any other")
  func undone() throws {
    var made: Entity?
    func make() {
      made = context.createEntity { new in
        new.set(Selection(reason: 2))
        new.set(Number(value: 5))
      }
    }
    let changes = context.recordChanges { make() }
    let entity = try #require(made)
    try context.apply(changes.inverse)
    #expect(!entity.isAlive && context.holder(of: Selection.self) == old)
    #expect(old[Selection.self]?.reason == 1)
    try context.apply(changes)
    #expect(entity[Number.self]?.value == 5 && context.holder(of: Selection.self) == entity)
    let later = context.proposedChanges { make() }
    let other = try #require(made)
    #expect(!other.isAlive && context.holder(of: Selection.self) == entity)
    try context.apply(later)
    #expect(context.holder(of: Selection.self) == other && context.count == 3)
    try? context.transaction { () throws(Refused) in
      make()
      throw Refused()
    }
    #expect(made?.isAlive == false && context.holder(of: Selection.self) == other)
    #expect(context.count == 3 && misuses.items == [])
  }

  @Test("In an observer, the creation is delivered in order")
  func inObserver() {
    observe()
    let heard = heard
    old.observe(.updated) { [context] _ in
      context.createEntity { new in
        new.set(Selection(reason: 3))
        new.set(Number(value: 8))
      }
      heard.items.append("made")
    }
    old.set(Number(value: 2))
    #expect(heard.items == ["updated 1", "made", "removed 1", "created 2", "added 2", "added 2"])
    #expect(misuses.items == [])
  }

  @Test(
    "A value whose deinit makes a change finds the context frozen during the body, then unfrozen")
  func endOfValue() {
    let context = context
    let old = old
    let entity = context.createEntity { new in
      new.set(Resource(1) { old.set(Number(value: 2)) })
      new.set(Resource(2))
    }
    #expect(misuses.items == [refused("set Number")] && old[Number.self]?.value == 1)
    #expect(entity[Resource.self]?.value == 2)
    entity.set(Resource(3) { old.set(Number(value: 3)) })
    entity.remove(Resource.self)
    #expect(old[Number.self]?.value == 3)
  }
}
