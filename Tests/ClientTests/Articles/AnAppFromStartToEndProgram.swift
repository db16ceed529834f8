import ECSHistory
import ECSKit
import ECSModel
import ECSObservation
import ECSStore
import TestSupport
import Testing

@Suite("An app from start to finish")
struct AnAppFromStartToEndProgram {
  @Test("the article's board is restored in the next process, with links and order")
  func program() throws {
    let files = TemporaryFolder()
    let folder = files.path
    let now: Int64 = 1_431_936_000
    var failures: [String] = []
    // block
    struct Title: StoredComponent, Codable, Equatable {
      static let storedName = "title"
      var text: String
    }
    enum Columns: StoredRelation {
      static let storedName = "columns"
      static var deleteRule: DeleteRule { .cascade }
    }
    enum Cards: StoredRelation {
      static let storedName = "cards"
      static var deleteRule: DeleteRule { .cascade }
    }
    let components = StoredComponents(
      Title.self, Links<Columns>.self, Links<Cards>.self, Alias.Target.self)
    // block
    final class Model {
      let context = Context()
      let relations: RelationRules
      let store: ComponentStore
      let steps: UndoStack
      let board: Alias

      init(folder: String, _ components: StoredComponents, now: @escaping () -> Int64) throws {
        relations = RelationRules(Columns.self, Cards.self, in: context)
        store = ComponentStore(context, in: folder, components, clock: now)
        steps = UndoStack(store)
        try store.load()
        board = context.alias("board")
      }

      func change(_ label: String, _ body: () -> Void) throws {
        try store.transaction(label: label, body)
      }
    }
    // block
    let model = try Model(folder: folder, components) { now }
    try model.change("New Board") {
      let board = model.context.createEntity(Title(text: "Trip"))
      for name in ["To do", "Done"] {
        board.link(to: model.context.createEntity(Title(text: name)), as: Columns.self)
      }
      model.board.point(to: board)
    }
    let columns = model.board.entity?.targets(of: Columns.self) ?? []
    try model.change("Add Cards") {
      for text in ["Pack", "Book a train"] {
        columns[0].link(to: model.context.createEntity(Title(text: text)), as: Cards.self)
      }
    }
    // block
    func move(_ card: Entity, to column: Entity, at position: Int? = nil) throws {
      try model.change("Move Card") {
        for source in model.context.sources(of: Cards.self, to: card) {
          source.unlink(from: card, as: Cards.self)
        }
        column.link(to: card, as: Cards.self, at: position)
      }
    }
    try move(columns[0].targets(of: Cards.self)[1], to: columns[1])
    // block
    final class ColumnView {
      let column: Entity
      let cards: ObservedList<Never>
      let observed: ObservedContext

      init(_ column: Entity, in context: Context) {
        self.column = column
        cards = ObservedList(context.group(.all(Title.self)).list(of: Cards.self, in: column))
        observed = ObservedContext(context)
      }

      var line: String {
        let texts = cards.sections.flatMap(\.entities).compactMap { observed[$0, Title.self]?.text }
        return "\(observed[column, Title.self]?.text ?? ""): \(texts.joined(separator: ", "))"
      }
    }

    func views(_ model: Model) -> [ColumnView] {
      model.board.entity?.targets(of: Columns.self).map { ColumnView($0, in: model.context) } ?? []
    }
    let screen = views(model)
    let moved = screen.map(\.line)  // To do: Pack; Done: Book a train
    // end
    #expect(moved == ["To do: Pack", "Done: Book a train"])
    // block
    let undone = model.steps.undoLabel  // Move Card
    try model.steps.undo()
    try model.store.save()
    let restored = screen.map(\.line)  // To do: Pack, Book a train; Done:
    // end
    #expect(undone == "Move Card" && restored == ["To do: Pack, Book a train", "Done: "])
    // block
    let next = try Model(folder: folder, components) { now }
    let opened = views(next).map(\.line)
    // To do: Pack, Book a train; Done:
    for unread in next.store.unread { failures.append("\(unread)") }  // none
    // end
    #expect(opened == ["To do: Pack, Book a train", "Done: "] && failures.isEmpty)
    // block
    try next.change("Delete Column") {
      next.board.entity?.targets(of: Columns.self).first?.destroy()  // and its cards
    }
    // end
    #expect(views(next).map(\.line) == ["Done: "] && next.context.count == 3)
    let last = try Model(folder: folder, components) { now }
    #expect(views(last).map(\.line) == ["Done: "] && last.context.count == 3)
  }
}
