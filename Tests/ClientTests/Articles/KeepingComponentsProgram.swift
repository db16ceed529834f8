import ECSDetached
import ECSHistory
import ECSKit
import ECSStore
import TestSupport
import Testing

@Suite("Storing components")
struct KeepingComponentsProgram {
  @Test("the article's program saves data as the article says")
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
    context.transaction(label: "Lose the sword") { ada?.remove(Carries.self) }
    let isUnsaved = store.hasUnsavedChanges  // true
    try store.save()
    // end
    #expect(isUnsaved && !store.hasUnsavedChanges)
    // block
    func takeBack() throws -> [String?] {
      let context = Context()
      let store = ComponentStore(context, in: folder, components) { now }
      let steps = UndoStack(store, limit: 100, coalescing: ["Typing"])
      try store.load()
      let labels = steps.undoLabels  // [nil, "Lose the sword"]
      try steps.undo()  // Ada has her sword again
      try store.save()
      return labels + steps.redoLabels
    }
    let labels = try takeBack()  // [nil, "Lose the sword", "Lose the sword"]
    // end
    #expect(labels == [nil, "Lose the sword", "Lose the sword"])
    // block
    let conflicts = try store.refresh(.mine)  // none
    let regained = ada?[Carries.self]?.things.count  // 1
    // end
    #expect(conflicts.isEmpty && regained == 1)
    // block
    func play(with rival: ComponentStore, _ other: Context) throws {
      try rival.load()
      for entity in other.group(.all(Stats.self)) { entity.set(Stats(strength: 9)) }
      try rival.save()
    }
    ada?.set(Stats(strength: 8))
    let other = Context()
    try play(with: ComponentStore(other, in: folder, components) { now }, other)

    let found = try store.refresh(.mine)
    let theirs = found.first?.theirs as? Stats  // Stats(strength: 9)
    let mine = ada?[Stats.self]  // Stats(strength: 8), still unsaved
    try store.refresh(.theirs)  // nothing is new
    try store.save()
    // end
    #expect(theirs == Stats(strength: 9) && mine == Stats(strength: 8) && found.count == 1)
    #expect(!store.hasUnsavedChanges)
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
    let abilities = heroes.map { $0[Abilities.self] }  // Abilities(strength: 8, wisdom: 1)
    // end
    #expect(abilities == [Abilities(strength: 8, wisdom: 1)])
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
