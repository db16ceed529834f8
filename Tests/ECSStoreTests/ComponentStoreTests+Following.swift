import ECSKit
import ECSStore
import TestSupport
import Testing

/// What a store makes of changes that no transaction of its own makes, and of those that cannot be kept.
extension ComponentStoreTests {
  @Test("changes rolled back around a transaction of the store are not in the file")
  func rolledBackAround() throws {
    struct Stop: Error {}
    let context = Context()
    let store = store(context)
    #expect(throws: Stop.self) {
      try context.transaction {
        try store.transaction { context.createEntity(Health(points: 1)) }
        throw Stop()
      }
    }
    let later = context.proposedChanges {
      do { try store.transaction { context.createEntity(Health(points: 2)) } } catch {}
    }
    #expect(try reopened() == [] && !store.hasUnsavedChanges)
    try context.apply(later)
    #expect(try reopened() == [] && store.hasUnsavedChanges)
    try store.save()
    #expect(try reopened().count == 1 && !store.hasUnsavedChanges)
  }

  @Test("changes of an endless cascade are neither in the context nor in the file")
  func endless() throws {
    let context = Context()
    context.misuseHandler = { _ in }
    let store = store(context)
    let hero = try store.transaction { context.createEntity(Health(points: 1)) }
    let token = context.group(.all(Health.self)).observe(.updated) { event in
      event.entity.set(Health(points: (event.new(Health.self)?.points ?? 0) + 1))
    }
    defer { token.cancel() }
    #expect(throws: StoreError(path: log.path, reason: .endless)) {
      try store.transaction { hero.set(Health(points: 2)) }
    }
    #expect(hero[Health.self] == Health(points: 1) && !store.hasUnsavedChanges)
    #expect(try reopened() == [Self.text(hero)])
  }

  @Test("a save inside a transaction that is rolled back writes nothing")
  func saveInsideRolledBack() throws {
    struct Stop: Error {}
    let context = Context()
    let store = store(context)
    let hero = try store.transaction { context.createEntity(Health(points: 1)) }
    #expect(throws: Stop.self) {
      try context.transaction {
        hero.set(Health(points: 2))
        try store.save()
        throw Stop()
      }
    }
    #expect(hero[Health.self] == Health(points: 1) && !store.hasUnsavedChanges)
    #expect(try reopened() == [Self.text(hero)])
    try context.transaction {
      hero.set(Health(points: 3))
      try store.save()
      hero.set(Health(points: 4))
    }
    #expect(try reopened() == [Self.text(hero)] && !store.hasUnsavedChanges)
  }

  @Test("changes that an observer makes in response are saved")
  func response() throws {
    let context = Context()
    let store = store(context)
    let token = context.group(.all(Health.self)).observe(.added) { event in
      event.entity.set(Nickname("new"))
    }
    defer { token.cancel() }
    let hero = try store.transaction { context.createEntity(Health(points: 1)) }
    #expect(hero.has(Nickname.self))
    #expect(try reopened() == [Self.text(hero)])
  }

  @Test(
    "a change outside a transaction is unsaved until the next one, and an equal one is also written"
  )
  func outside() throws {
    let context = Context()
    let store = store(context)
    let hero = try store.transaction { context.createEntity(Health(points: 1)) }
    hero.set(Health(points: 2))
    #expect(store.hasUnsavedChanges)
    try store.transaction { hero.set(Health(points: 2)) }
    #expect(try reopened() == [Self.text(hero)] && !store.hasUnsavedChanges)
    hero.set(Health(points: 3))
    hero.set(Health(points: 2))
    #expect(!store.hasUnsavedChanges)
  }

  @Test("a store that always writes rolls back and reports values that cannot be written")
  func always() throws {
    let context = Context()
    var failures: [StoreError.Reason] = []
    let store = ComponentStore(
      context, in: folder.path, Self.components, saving: .always { failures.append($0.reason) }
    ) { 7 }
    let hero = context.createEntity(Health(points: 1))
    #expect(try reopened() == [Self.text(hero)])
    Files.append(Samples.line(["9"]) + [UInt8(ascii: "\n")], to: log.path)
    hero.set(Health(points: 2))
    hero.set(Selected())
    hero.destroy()
    #expect(hero[Health.self] == Health(points: 1) && hero.has(Selected.self))
    #expect(failures == Array(repeating: .newerFormat(found: 9, known: 4), count: 2))
    #expect(!store.hasUnsavedChanges)
  }

  @Test("a context's second store loads and writes nothing until the first one is released")
  func second() throws {
    let context = Context()
    var first: ComponentStore? = store(context)
    #expect(first != nil)
    let refusal = StoreError(path: log.path, reason: .followed)
    #expect(throws: refusal) { try store(context).load() }
    #expect(throws: refusal) { try store(context).save() }
    #expect(throws: refusal) { try store(context).transaction { context.createEntity() } }
    #expect(context.count == 0)
    first = nil
    try store(context).transaction { context.createEntity(Health(points: 1)) }
    #expect(try reopened().count == 1)
  }

  @Test("a clone has a separate id, and a replaced id leaves no data")
  func ids() throws {
    let context = Context()
    let store = store(context)
    let hero = try store.transaction { context.createEntity(Health(points: 1), Nickname("Ada")) }
    let copy = try store.transaction { hero.clone() }
    #expect(copy[DurableID.self] != hero[DurableID.self])
    try store.transaction { hero.set(DurableID("ada")) }
    #expect(try reopened() == [hero, copy].map(Self.text).sorted())
    try store.transaction { hero.remove(DurableID.self) }
    #expect(hero[DurableID.self] != nil)
    #expect(try reopened() == [hero, copy].map(Self.text).sorted())
    try store.transaction { hero.set(DurableID("#1")) }
    #expect(try reopened() == [hero, copy].map(Self.text).sorted())
  }
}
