import Basics
import ECSKit
import ECSStore
import TestSupport
import Testing

struct Health: StoredComponent, Codable, Equatable {
  static let storedName = "health"
  var points: Int
}

/// A reference to another entity.
struct Ally: StoredComponent, Codable, Equatable {
  static let storedName = "ally"
  var id: DurableID
}

/// A component with a text of its own, and no way to say so if it is empty.
struct Nickname: StoredComponent {
  static let storedName = "nickname"
  var text: String

  struct Empty: Error {}

  var stored: StoredValue {
    get throws {
      if text.isEmpty { throw Empty() }
      return StoredValue(text)
    }
  }

  init(_ text: String) { self.text = text }
  init(stored: StoredValue) { text = stored.text }
}

/// A component that is not stored.
struct Selected: Component, Equatable {}

/// What health was before it could be poisoned.
struct NewHealth: StoredComponent, Codable, Equatable {
  static let storedName = "health"
  static let storedVersion = 2
  var points: Int
  var isPoisoned: Bool

  static func migrated(from old: StoredValue) throws -> NewHealth {
    NewHealth(points: try old.decoded(as: Health.self).points, isPoisoned: false)
  }

  static func original(of value: StoredValue) throws -> StoredValue? {
    let health = try value.decoded(as: NewHealth.self)
    return health.isPoisoned ? nil : try Health(points: health.points).stored
  }
}

@Suite("Component store")
struct ComponentStoreTests {
  let folder = TemporaryFolder()
  static let components = StoredComponents(Health.self, Ally.self, Nickname.self)

  func store(
    _ context: Context, _ components: StoredComponents = Self.components
  ) -> ComponentStore { ComponentStore(context, in: folder.path, components) { 7 } }

  var log: ChangeLog { ChangeLog(folder: folder.path, name: "store.log") }

  /// The entities of the file, by the words of their components.
  func reopened() throws -> [String] {
    let context = Context()
    #expect(try store(context).load() == 0)
    // An entity without values is there for what refers to it.
    return context.group(.all(DurableID.self).any(Health.self, Ally.self, Nickname.self))
      .map(Self.text).sorted()
  }

  static func text(_ entity: Entity) -> String {
    [
      entity[DurableID.self]?.text, entity[Health.self].map { "\($0.points)" },
      entity[Ally.self]?.id.text, entity[Nickname.self]?.text,
    ].map { $0 ?? "-" }.joined(separator: " ")
  }

  @Test("entities and their components are restored when the store is opened again")
  func reopen() throws {
    let context = Context()
    let store = store(context)
    let (hero, friend) = try store.transaction {
      let friend = context.createEntity(Health(points: 3))
      let hero = context.createEntity(Nickname("Ada"), Ally(id: friend.durableID()))
      context.createEntity(Selected())
      return (hero, friend)
    }
    #expect(hero.has(DurableID.self) && friend.has(DurableID.self))
    #expect(try reopened() == [hero, friend].map(Self.text).sorted())
    let other = Context()
    try self.store(other).load()
    let again = try #require(hero[DurableID.self].flatMap { other.entity($0) })
    let ally = try #require(again[Ally.self])
    #expect(other.entity(ally.id)?[Health.self] == Health(points: 3))

    try store.transaction {
      hero.remove(Nickname.self)
      friend.destroy()
    }
    #expect(try reopened() == [Self.text(hero)])
    // An entity without any stored component is nothing that a store keeps.
    try store.transaction { hero.destroy() }
    #expect(try reopened() == [])
  }

  @Test("only the net change of stored components is written")
  func net() throws {
    let context = Context()
    let store = store(context)
    let hero = try store.transaction {
      let hero = context.createEntity(Health(points: 1))
      hero.set(Health(points: 2))
      context.createEntity(Health(points: 9)).destroy()
      return hero
    }
    func written() throws -> [String] {
      try log.read().entries.filter { $0.change.kind == Health.storedName }.map(\.change.value)
    }
    #expect(try written() == [#"{"points":2}"#])
    // That the entity exists, its value, and that they are one step.
    let count = try log.read().entries.count
    #expect(count == 3)
    try store.transaction {
      hero.set(Health(points: 5))
      hero.set(Selected())
      hero.set(Health(points: 2))
    }
    try store.transaction { hero.set(Selected()) }
    #expect(try log.read().entries.count == count)
  }

  @Test("a body that throws leaves context and file unchanged")
  func bodyThrows() throws {
    struct Stop: Error {}
    let context = Context()
    let store = store(context)
    let hero = try store.transaction { context.createEntity(Health(points: 1)) }
    let before = Repository.bytes(of: log.path)
    #expect(throws: Stop.self) {
      try store.transaction {
        hero.set(Health(points: 2))
        throw Stop()
      }
    }
    #expect(hero[Health.self] == Health(points: 1))
    #expect(Repository.bytes(of: log.path) == before)
  }

  @Test("a component that cannot be stored is named, and nothing is changed")
  func notStorable() throws {
    let context = Context()
    let store = store(context)
    var kinds: [Event.Kind] = []
    let token = context.observe { kinds.append($0.kind) }
    defer { token.cancel() }
    do {
      try store.transaction { context.createEntity(Health(points: 1), Nickname("")) }
      Issue.record("an empty name was stored")
    } catch {
      #expect(error.reason == .notStorable(component: "Nickname", "Empty()"))
      #expect(error.description.contains("store.log: Nickname cannot be stored: Empty()"))
    }
    // Who was notified is notified of the opposite.
    #expect(context.statistics.entityCount == 0)
    #expect(kinds.first == .created && kinds.last == .destroyed)
    #expect(try log.read() == LogContents())
  }

  @Test(
    "a file that cannot be written rolls the changes back, and observers receive both directions")
  func cannotWrite() throws {
    let context = Context()
    let store = store(context)
    let hero = try store.transaction { context.createEntity(Health(points: 1)) }
    Files.append(Samples.line(["9"]) + [UInt8(ascii: "\n")], to: log.path)
    var points: [Int?] = []
    var sets = 0
    let tokens = [
      context.observe { points.append($0.new(Health.self)?.points) },
      context.observeChanges { _ in sets += 1 },
    ]
    defer { for token in tokens { token.cancel() } }
    #expect(throws: StoreError(path: log.path, reason: .newerFormat(found: 9, known: 4))) {
      try store.transaction { hero.set(Health(points: 2)) }
    }
    #expect(hero[Health.self] == Health(points: 1) && points == [2, 1] && sets == 0)
  }

  @Test("a store of a file that does not exist is empty")
  func missing() throws {
    let context = Context()
    let store = ComponentStore(context, in: "\(folder.path)/none", Self.components) { 0 }
    #expect(try store.load() == 0 && context.statistics.entityCount == 0)
    try store.transaction {}
    #expect(TemporaryFolder.names(in: folder.path) == [])
  }

  @Test("values of an older version are migrated, and values of a newer one are preserved unread")
  func versions() throws {
    let old = Context()
    let hero = try store(old).transaction { old.createEntity(Health(points: 4)) }
    let id = try #require(hero[DurableID.self])

    let context = Context()
    let newer = store(context, StoredComponents(NewHealth.self))
    try newer.load()
    let again = try #require(context.entity(id))
    #expect(again[NewHealth.self] == NewHealth(points: 4, isPoisoned: false))
    #expect(try log.read().newestFormat == 1)
    try newer.transaction { again.set(NewHealth(points: 3, isPoisoned: true)) }
    #expect(try log.read().newestFormat == 2)

    let older = Context()
    try store(older).load()
    let unread = try #require(older.entity(id)?[UnreadValues.self]?.values["health"])
    #expect(unread.reason == "found version 2; expected 1, or an older version with a migration")
    #expect(older.entity(id)?.has(Health.self) == false)
    // What was not read is still there for the program that reads it.
    try store(older).transaction { older.entity(id)?.set(Nickname("Bo")) }
    let last = Context()
    try store(last, StoredComponents(NewHealth.self, Nickname.self)).load()
    #expect(last.entity(id)?[NewHealth.self]?.isPoisoned == true)
    #expect(last.entity(id)?[Nickname.self] == Nickname("Bo"))
  }

  @Test("an older value is migrated on each read and rewritten only when it is set")
  func notRewritten() throws {
    let old = Context()
    try store(old).transaction { old.createEntity(Health(points: 4)) }
    let bytes = try #require(Repository.bytes(of: log.path))
    for _ in 0..<2 {
      let context = Context()
      let newer = store(context, StoredComponents(NewHealth.self))
      #expect(try newer.load() == 0)
      #expect(context.entities.first?[NewHealth.self]?.points == 4 && !newer.hasUnsavedChanges)
      try newer.save()
      #expect(Repository.bytes(of: log.path) == bytes)
    }
  }

  @Test("converting back to format 1 loses nothing that it can express and keeps the former file")
  func backOut() throws {
    let context = Context()
    let components = StoredComponents(NewHealth.self, Nickname.self)
    let store = store(context, components)
    let (well, ill) = try store.transaction {
      (
        context.createEntity(NewHealth(points: 1, isPoisoned: false), Nickname("Ada")),
        context.createEntity(NewHealth(points: 2, isPoisoned: true))
      )
    }
    let before = Repository.bytes(of: log.path)
    #expect(try store.rewriteInFormat1() == 1)
    #expect(Repository.bytes(of: "\(log.path).previous") == before)
    let contents = try log.read()
    #expect(contents.newestFormat == 1 && contents.damageCount == 0)
    let old = Context()
    try self.store(old).load()
    let id = try #require(well[DurableID.self])
    #expect(old.entity(id)?[Health.self] == Health(points: 1))
    #expect(old.entity(id)?[Nickname.self] == Nickname("Ada"))
    #expect(ill[DurableID.self].flatMap { old.entity($0) } == nil)
    // And forward again.
    try self.store(old).transaction { old.entity(id)?.set(Health(points: 8)) }
    let again = Context()
    try self.store(again, components).load()
    #expect(again.entity(id)?[NewHealth.self] == NewHealth(points: 8, isPoisoned: false))
  }

  @Test("a log of format 1 is not rewritten, and a damaged one is not touched")
  func backOutOfNothing() throws {
    let context = Context()
    let store = store(context)
    #expect(try store.rewriteInFormat1() == 0)
    try store.transaction { context.createEntity(Health(points: 1)) }
    #expect(try store.rewriteInFormat1() == 0)
    #expect(!TemporaryFolder.names(in: folder.path).contains("store.log.previous"))
    Files.append(Array("damage\n".utf8), to: log.path)
    #expect(throws: StoreError(path: log.path, reason: .damaged(lines: 1))) {
      try store.rewriteInFormat1()
    }
  }

  @Test("two component types with one name are refused when the components are listed")
  func sameName() async {
    await #expect(processExitsWith: .failure) {
      _ = StoredComponents(Health.self, NewHealth.self)
    }
  }

  @Test(
    "the file matches the context after any script of transactions, refusals and undos",
    arguments: 0..<40)
  func script(seed: UInt64) throws {
    struct Stop: Error {}
    var random = SplitMix64(seed: seed)
    let context = Context()
    var store: ComponentStore? = store(context)
    var live: [Entity] = []
    var undo: [ChangeSet] = []
    func step() {
      switch Int.random(in: 0...6, using: &random) {
      case 0: live.append(context.createEntity(Health(points: .random(in: 0...3, using: &random))))
      case 1: live.append(context.createEntity(Nickname("n"), Selected()))
      case 2:
        live.randomElement(using: &random)?.set(
          Health(points: .random(in: 0...3, using: &random)))
      case 3: live.randomElement(using: &random)?.remove(Health.self)
      case 4:
        guard
          let (one, two) = live.randomElement(using: &random).flatMap({ one in
            live.randomElement(using: &random).map { (one, $0) }
          })
        else { return }
        one.set(Ally(id: two.durableID()))
      case 5 where live.count > 3:
        live.remove(at: Int.random(in: live.indices, using: &random)).destroy()
      default: live.randomElement(using: &random)?.set(Selected())
      }
    }
    for _ in 0..<12 {
      let known = live
      let kind = Int.random(in: 0...5, using: &random)
      do {
        try store?.transaction {
          if kind == 0, let last = undo.popLast() {
            try context.apply(last.inverse)
            live = context.group(.any(Health.self, Nickname.self, Ally.self, Selected.self)).map {
              $0
            }
          } else {
            undo.append(
              context.recordChanges {
                for _ in 0..<Int.random(in: 1...6, using: &random) { step() }
              })
          }
          if kind == 1 { throw Stop() }
        }
      } catch is Stop {
        if kind == 1 { undo.removeLast() }
        live = known
      } catch is ChangeSetError {
        live = known
      }
      if kind == 2 {
        store = nil
        store = self.store(context)
      }
      let stored = context.group(.all(DurableID.self).any(Health.self, Ally.self, Nickname.self))
      #expect(try reopened() == stored.map(Self.text).sorted(), "seed \(seed)")
    }
  }
}
