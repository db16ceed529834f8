import ECSHistory
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

@Suite("Coming from SwiftData")
struct ComingFromSwiftDataProgram {
  @Test("the article's model is saved, queried, undone and migrated")
  func program() throws {
    let files = TemporaryFolder()
    let folder = files.path
    let clock: () -> Int64 = { 1_431_936_000 }
    // block
    // @Model class Card { var title: String; var isDone = false }
    struct Card: StoredComponent, Codable, Equatable {
      static let storedName = "card"
      var title: String
      var isDone = false
    }

    // @Attribute(.unique) var number: Int
    struct Number: StoredComponent, Codable, Hashable {
      static let storedName = "number"
      var value: Int
    }

    // @Relationship(deleteRule: .cascade, inverse: \Card.list) var cards: [Card]
    enum Cards: StoredRelation {
      static let storedName = "cards"
      static var deleteRule: DeleteRule { .cascade }
    }

    let kept = StoredComponents(Card.self, Number.self, Links<Cards>.self)
    // block
    // ModelContainer(for: Card.self), and its mainContext with an undoManager
    let context = Context()
    let relations = RelationRules(Cards.self, in: context)
    let numbers = context.identity(Number.self)
    let store = ComponentStore(context, in: folder, kept, clock: clock)
    let undo = UndoStack(store)
    try store.load()

    // insert(_:) and save()
    let list = context.createEntity(Card(title: "Holiday"))
    let pack = context.createEntity(Card(title: "Pack"), Number(value: 7))
    list.link(to: pack, as: Cards.self)
    let unsaved = store.hasUnsavedChanges  // true
    try store.save()

    // card.list, the inverse
    let owner = context.sources(of: Cards.self, to: pack).first  // list

    // A second record of one thing: the one that is there is changed.
    numbers.upsert(Number(value: 7)) { $0.set(Card(title: "Pack all")) }
    let count = context.count  // 2
    // end
    #expect(unsaved && owner == list && count == 2)
    // block
    // @Query(filter: #Predicate { !$0.isDone }, sort: \.title)
    let open = context.group(.all(Card.self)).sorted(by: \Card.title)
      .filter { $0[Card.self]?.isDone == false }
    let titles = open.compactMap { $0[Card.self]?.title }  // ["Holiday", "Pack all"]

    // context.undoManager?.undo(), over a restart as well
    context.transaction(label: "Delete List") { list.destroy() }
    let left = context.count  // 0, since the cards of a list go with it
    try undo.undo()
    let back = list.targets(of: Cards.self) == [pack]  // true, under their old handles
    try store.save()
    // end
    #expect(titles == ["Holiday", "Pack all"])
    #expect(left == 0 && back)
    withExtendedLifetime(relations) {}
    // block
    // VersionedSchema and SchemaMigrationPlan: a card of the next version has a due date.
    struct DatedCard: StoredComponent, Codable, Equatable {
      static let storedName = "card"
      static let storedVersion = 2
      var title: String
      var isDone: Bool
      var due: String?

      static func migrated(from old: StoredValue) throws -> DatedCard {
        let card = try old.decoded(as: Card.self)
        return DatedCard(title: card.title, isDone: card.isDone, due: nil)
      }
    }

    let next = Context()
    let newer = ComponentStore(
      next, in: folder, StoredComponents(DatedCard.self, Links<Cards>.self), clock: clock)
    let lost = try newer.load()  // 0
    let same = next.entity(pack.durableID())?[DatedCard.self]?.title  // "Pack all"
    // The numbers, which this program does not know, are listed and stay in the file.
    let unknown = newer.unread.map(\.component)  // ["number"]
    // end
    #expect(lost == 0 && same == "Pack all" && unknown == ["number"])
  }
}
