import ECSHistory
import ECSKit
import ECSStore
import TestSupport
import Testing

@Suite("Keeping components")
struct KeepingComponentsProgram {
  @Test("the article's program keeps what the article says")
  func program() throws {
    let files = TemporaryFolder()
    let folder = files.path
    let now: Int64 = 1_431_936_000
    // block
    struct Name: StoredComponent, Codable, Equatable {
      static let storedName = "name"
      var text: String
    }
    struct Stats: StoredComponent, Codable, Equatable {
      static let storedName = "stats"
      var strength: Int
    }
    struct Carries: StoredComponent, Codable, Equatable {
      static let storedName = "carries"
      var things: [DurableID]
    }
    let components = StoredComponents(Name.self, Stats.self, Carries.self)
    // block
    func play() throws {
      let context = Context()
      let store = ComponentStore(context, in: folder, components) { now }
      try store.transaction {
        let sword = context.createEntity(Name(text: "sword"))
        context.createEntity(
          Name(text: "Ada"), Stats(strength: 7), Carries(things: [sword.durableID()]))
      }
    }
    try play()
    // block
    let context = Context()
    let store = ComponentStore(context, in: folder, components) { now }
    try store.load()

    let names = context.index(\Name.text)
    let ada = names["Ada"].first
    let stats = ada?[Stats.self]  // Stats(strength: 7)
    let things = ada?[Carries.self]?.things.compactMap { context.entity($0)?[Name.self]?.text }
    // things is ["sword"]
    // end
    #expect(stats == Stats(strength: 7) && things == ["sword"])
    // block
    let undo = UndoStack(context)
    context.transaction(label: "Lose the sword") { ada?.remove(Carries.self) }
    let isUnsaved = store.hasUnsavedChanges  // true
    try undo.undo()
    try store.save()  // nothing is written: all is as the file has it
    // end
    #expect(isUnsaved && !store.hasUnsavedChanges && ada?.has(Carries.self) == true)
    // block
    struct Abilities: StoredComponent, Codable, Equatable {
      static let storedName = "stats"
      static let storedVersion = 2
      var strength: Int
      var wisdom: Int

      static func migrated(from old: StoredValue) throws -> Abilities {
        let stats = try old.decoded(as: Stats.self)
        return Abilities(strength: stats.strength, wisdom: 1)
      }
    }
    // block
    let newComponents = StoredComponents(Name.self, Abilities.self, Carries.self)
    let newer = Context()
    let newStore = ComponentStore(newer, in: folder, newComponents) { now }
    try newStore.load()
    let heroes = newer.group(.all(Abilities.self))
    let abilities = heroes.map { $0[Abilities.self] }  // Abilities(strength: 7, wisdom: 1)
    // end
    #expect(abilities == [Abilities(strength: 7, wisdom: 1)])
    // block
    let template = try StoredSnapshot(of: newer, newComponents)
    for _ in 1...2 { template.restore(into: newer, newComponents, ids: .new) }
    let count = heroes.count  // 3
    // end
    #expect(count == 3)
    // Each copy carries a sword of its own.
    let carried = newer.group(.all(Carries.self)).flatMap { $0[Carries.self]?.things ?? [] }
    #expect(Set(carried).count == 3 && carried.allSatisfy { newer.entity($0) != nil })
    #expect(TemporaryFolder.names(in: files.path).contains("store.log"))
  }
}
