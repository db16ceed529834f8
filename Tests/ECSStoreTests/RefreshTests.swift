import Basics
import ECSDetached
import ECSKit
import ECSStore
import TestSupport
import Testing

/// What others wrote to the file of a store.
@Suite("Refreshing a store")
struct RefreshTests {
  private let folder = TemporaryFolder()
  private let context = Context()
  private let store: ComponentStore
  private let hero: Entity

  init() throws {
    store = ComponentStore(context, in: folder.path, ComponentStoreTests.components) { 1 }
    hero = context.createEntity(
      DurableID("hero"), Health(points: 5), Nickname("Ada"), Selected())
    try store.save()
  }

  /// Changes the file as another process does.
  private func others(_ change: (Context, Entity) -> Void) throws {
    let others = Context()
    let store = ComponentStore(others, in: folder.path, ComponentStoreTests.components) { 2 }
    try store.load()
    change(others, try #require(others.entity(DurableID("hero"))))
    try store.save()
  }

  private func reopened() throws -> [String] {
    let reader = Context()
    try ComponentStore(reader, in: folder.path, ComponentStoreTests.components) { 0 }.load()
    return reader.entities.map(Self.text)
  }

  private static func text(_ entity: Entity) -> String {
    [
      entity[DurableID.self]?.text, entity[Health.self].map { "\($0.points)" },
      entity[Nickname.self]?.text,
    ].map { $0 ?? "-" }.joined(separator: " ")
  }

  /// Writes a value of a later version, as a newer program does.
  private func newer(_ points: Int) throws {
    let others = Context()
    let store = ComponentStore(others, in: folder.path, StoredComponents(NewHealth.self)) { 3 }
    try store.load()
    others.entity(DurableID("hero"))?.set(NewHealth(points: points, isPoisoned: true))
    try store.save()
  }

  /// The points that a newer program finds.
  private func newerPoints() throws -> Int? {
    let reader = Context()
    try ComponentStore(reader, in: folder.path, StoredComponents(NewHealth.self)) { 0 }.load()
    return reader.entity(DurableID("hero"))?[NewHealth.self]?.points
  }

  @Test("a newer program's unread value is not overwritten")
  func newerSince() throws {
    try newer(3)
    let refused = StoreError(
      path: "\(folder.path)/store.log", reason: .newerKind(name: "health", found: 2, known: 1))
    #expect(throws: refused) { try store.transaction { hero.set(Health(points: 6)) } }
    #expect(hero[Health.self] == Health(points: 5) && !store.hasUnsavedChanges)
    hero.set(Health(points: 7))
    #expect(throws: refused) { try store.save() }
    #expect(try newerPoints() == 3)
    // A change of something else is written.
    hero.set(Health(points: 5))
    try store.transaction { hero.set(Nickname("Bo")) }
    #expect(try newerPoints() == 3)
    #expect(try reopened() == ["hero - Bo"])
  }

  @Test(
    "a newer program's value is a conflict, whichever side wins, and is never overwritten",
    arguments: [Health(points: 9), nil])
  func newerConflict(mine: Health?) throws {
    if let mine { hero.set(mine) } else { hero.remove(Health.self) }
    try newer(3)
    let conflicts = try store.refresh(.mine)
    #expect(conflicts.map(\.entity) == [DurableID("hero")])
    #expect(conflicts.first?.mine as? Health == mine && conflicts.first?.theirs == nil)
    #expect(hero[Health.self] == mine && store.unread.map(\.component) == ["health"])
    if mine == nil {
      try store.save()
    } else {
      #expect(throws: StoreError.self) { try store.save() }
    }
    #expect(try newerPoints() == 3)
    try newer(4)
    #expect(try store.refresh(.theirs).count == (mine == nil ? 0 : 1))
    #expect(!hero.has(Health.self) && !store.hasUnsavedChanges)
    #expect(store.unread.map(\.component) == ["health"])
    #expect(try newerPoints() == 4)
  }

  @Test("a new local value and one that a newer program wrote first are also a conflict")
  func newerFirst() throws {
    try store.transaction { hero.remove(Health.self) }
    hero.set(Health(points: 1))
    try newer(3)
    #expect(try store.refresh(.mine).count == 1)
    #expect(throws: StoreError.self) { try store.save() }
    #expect(try newerPoints() == 3)
  }

  @Test("values, removals and new entities arrive as one change set and count as saved")
  func arrives() throws {
    try others { context, hero in
      hero.set(Health(points: 6))
      hero.remove(Nickname.self)
      context.createEntity(DurableID("elf"), Health(points: 1))
    }
    var sets: [ChangeSet] = []
    let token = context.observeChanges { sets.append($0) }
    defer { token.cancel() }
    #expect(try store.refresh(.fail).isEmpty)
    #expect(sets.count == 1)
    #expect(context.entities.map(Self.text) == ["hero 6 -", "elf 1 -"])
    #expect(hero.has(Selected.self) && !store.hasUnsavedChanges)
    #expect(try store.refresh(.fail).isEmpty && sets.count == 1)
  }

  @Test(
    "a refresh with an endless cascade of observers merges nothing and loses no entry of others"
  )
  func endless() throws {
    context.misuseHandler = { _ in }
    try others { context, hero in
      hero.set(Health(points: 6))
      context.createEntity(DurableID("elf"), Health(points: 1))
    }
    let written = try reopened()
    let token = context.group(.all(Health.self)).observe(.updated) { event in
      event.entity.set(Health(points: (event.new(Health.self)?.points ?? 0) + 1))
    }
    #expect(throws: StoreError.self) { try store.refresh(.mine) }
    #expect(context.entities.map(Self.text) == ["hero 5 Ada"] && !store.hasUnsavedChanges)
    try store.save()
    #expect(try reopened() == written)
    token.cancel()
    #expect(try store.refresh(.mine).isEmpty)
    #expect(context.entities.map(Self.text) == written)
  }

  @Test("an entity destroyed by another process is destroyed and stays destroyed")
  func destroyed() throws {
    try others { $1.destroy() }
    try store.refresh(.fail)
    #expect(!hero.isAlive && context.isEmpty && !store.hasUnsavedChanges)
    try store.save()
    #expect(try reopened() == [])
  }

  @Test("a save without a refresh wins as the later change")
  func laterWord() throws {
    hero.set(Nickname("Eve"))
    try others { _, hero in
      hero.set(Nickname("Bob"))
      hero.set(Health(points: 9))
    }
    try store.save()
    #expect(try reopened() == ["hero 9 Eve"])
    #expect(try store.refresh(.fail).isEmpty)
    #expect(Self.text(hero) == "hero 9 Eve" && !store.hasUnsavedChanges)
  }

  @Test("a second load is a refresh: it applies removals by others and keeps unsaved values")
  func secondLoad() throws {
    hero.set(Nickname("Eve"))
    try others { _, hero in
      hero.remove(Health.self)
      hero.set(Nickname("Bob"))
    }
    try store.load()
    #expect(Self.text(hero) == "hero - Eve" && store.hasUnsavedChanges)
    try store.save()
    #expect(try reopened() == ["hero - Eve"])
  }

  @Test(
    "a value that was changed on both sides is a conflict with all three values",
    arguments: [SyncPolicy.fail, .mine, .theirs])
  func conflict(policy: SyncPolicy) throws {
    hero.set(Nickname("Eve"))
    try others { _, hero in
      hero.set(Nickname("Bob"))
      hero.set(Health(points: 9))
    }
    let conflicts = try store.refresh(policy)
    #expect(conflicts.map(\.entity) == [DurableID("hero")])
    let conflict = try #require(conflicts.first)
    #expect(conflict.component == Nickname.storedName)
    #expect(conflict.base as? Nickname == Nickname("Ada"))
    #expect(conflict.mine as? Nickname == Nickname("Eve"))
    #expect(conflict.theirs as? Nickname == Nickname("Bob"))
    let shown = [SyncPolicy.fail: "hero 5 Eve", .mine: "hero 9 Eve", .theirs: "hero 9 Bob"]
    #expect(Self.text(hero) == shown[policy])
    #expect(store.hasUnsavedChanges == (policy != .theirs))
    // Refused, it comes again; decided, it does not.
    #expect(try store.refresh(policy).count == (policy == .fail ? 1 : 0))
    try store.refresh(.theirs)
    #expect(store.hasUnsavedChanges == (policy == .mine))
    try store.save()
    #expect(try reopened() == [policy == .mine ? "hero 9 Eve" : "hero 9 Bob"])
  }

  @Test(
    "an entity that is destroyed on one side and changed on the other is a conflict",
    arguments: [SyncPolicy.mine, .theirs], [true, false])
  func destroyedOnOneSide(policy: SyncPolicy, here: Bool) throws {
    if here { hero.destroy() } else { hero.set(Health(points: 7)) }
    try others { _, hero in
      if here { hero.set(Health(points: 7)) } else { hero.destroy() }
    }
    let conflicts = try store.refresh(policy)
    #expect(conflicts.count == 1)
    #expect(conflicts.first?.base as? Health == Health(points: 5))
    try store.save()
    let shown = context.entities.map(Self.text)
    let isChanged = here == (policy == .theirs)
    #expect(shown == (isChanged ? ["hero 7 -"] : []))
    #expect(try reopened() == shown)
  }

  @Test("a file that another process replaced is compared as a whole")
  func replaced() throws {
    try others { context, hero in
      hero.remove(Health.self)
      context.createEntity(DurableID("elf"), Health(points: 1))
    }
    let log = ChangeLog(folder: folder.path, name: "store.log")
    let words = try log.read().entries.latest()
    folder.write(Samples.log(words.filter { !$0.change.value.isEmpty }), to: "new")
    rename("\(folder.path)/new", log.path)
    try store.refresh(.fail)
    #expect(context.entities.map(Self.text) == ["hero - Ada", "elf 1 -"])
  }

  @Test("the first load preserves values that only the context has, and otherwise the file wins")
  func firstLoad() throws {
    let context = Context()
    let hero = context.createEntity(DurableID("hero"), Health(points: 1))
    let elf = context.createEntity(Health(points: 2))
    let store = ComponentStore(context, in: folder.path, ComponentStoreTests.components) { 3 }
    try store.load()
    #expect(Self.text(hero) == "hero 5 Ada" && store.hasUnsavedChanges)
    try store.save()
    #expect(try reopened() == ["hero 5 Ada", "\(elf.durableID()) 2 -"])
  }

  @Test("a unique component that both sides moved ends up on one entity, and in the file")
  func unique() throws {
    struct Crown: StoredComponent, UniqueComponent, Codable, Equatable {
      static let storedName = "crown"
      var weight: Int
    }
    let components = StoredComponents(Health.self, Crown.self)
    let contexts = [Context(), Context()]
    let stores = contexts.map { ComponentStore($0, in: folder.path, components) { 4 } }
    for store in stores { try store.load() }
    for (number, context) in contexts.enumerated() {
      let entity = context.createEntity(DurableID("king-\(number)"), Health(points: number))
      entity.set(Crown(weight: number))
    }
    for store in stores { try store.save() }
    let conflicts = try stores[0].refresh(.mine)
    #expect(conflicts.isEmpty)
    try stores[0].save()
    let reader = Context()
    try ComponentStore(reader, in: folder.path, components) { 0 }.load()
    for context in contexts.prefix(1) + [reader] {
      #expect(context.group(.all(Crown.self)).map { $0[DurableID.self]?.text } == ["king-1"])
    }
  }
}
