// The board of the article *An app from start to finish* as a program, for `kill-board` beside it:
//
//     board FOLDER new        makes a board with two columns and their cards
//     board FOLDER move       moves a card to the other column
//     board FOLDER delete     deletes a column with its cards
//     board FOLDER undo|redo  undoes or redoes the last step, whichever process made it
//     board FOLDER            prints the board

import ECSHistory
import ECSKit
import ECSModel
import ECSStore

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

struct Model {
  let context = Context()
  let relations: RelationRules
  let store: ComponentStore
  let steps: UndoStack
  let board: Alias

  init(folder: String) throws {
    relations = RelationRules(Columns.self, Cards.self, in: context)
    store = ComponentStore(
      context, in: folder,
      StoredComponents(Title.self, Links<Columns>.self, Links<Cards>.self, Alias.Target.self)
    ) { 1_431_936_000 }
    steps = UndoStack(store)
    try store.load()
    board = context.alias("board")
  }

  var columns: [Entity] { board.entity?.targets(of: Columns.self) ?? [] }

  func make() throws {
    try store.transaction(label: "New Board") {
      let whole = context.createEntity(Title(text: "Trip"))
      for name in ["To do", "Done"] {
        let column = context.createEntity(Title(text: name))
        whole.link(to: column, as: Columns.self)
        for number in 1...3 {
          column.link(
            to: context.createEntity(Title(text: "\(name) \(number)")), as: Cards.self)
        }
      }
      board.point(to: whole)
    }
  }

  func move() throws {
    guard columns.count > 1, let card = columns[0].targets(of: Cards.self).first else { return }
    try store.transaction(label: "Move Card") {
      columns[0].unlink(from: card, as: Cards.self)
      columns[1].link(to: card, as: Cards.self, at: 1)
    }
  }

  func delete() throws {
    try store.transaction(label: "Delete Column") { columns[0].destroy() }
  }

  func show() {
    print(board.entity?[Title.self]?.text ?? "no board")
    for column in columns {
      let list = context.group(.all(Title.self)).list(of: Cards.self, in: column)
      let cards = list.sections.flatMap(\.entities).map { $0[Title.self]?.text ?? "?" }
      print("\(column[Title.self]?.text ?? "?"): \(cards.joined(separator: ", "))")
    }
    print("\(context.count) entities, \(store.unread.count) unread")
  }
}

let arguments = Array(CommandLine.arguments.dropFirst())
let model = try Model(folder: arguments[0])
switch arguments.dropFirst().first {
case "new": try model.make()
case "move": try model.move()
case "delete": try model.delete()
case "undo":
  try model.steps.undo()
  try model.store.save()
case "redo":
  try model.steps.redo()
  try model.store.save()
default: model.show()
}
