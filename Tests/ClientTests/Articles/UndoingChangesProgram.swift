import ECSHistory
import ECSKit
import Testing

@Suite("Undoing changes")
struct UndoingChangesProgram {
  @Test("the article's program undoes, redoes and records changes")
  func program() throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // block
    struct Title: Component, Equatable { var text: String }
    struct Room: Component, Equatable { var name: String }

    func check(_ talk: Entity) throws {
      if talk[Room.self]?.name.isEmpty ?? true { throw CancellationError() }
    }

    let context = Context()
    let talk = context.createEntity(Title(text: "Trees"), Room(name: "B"))
    let changes = try context.recordChanges {
      talk.set(Room(name: "A"))
      try check(talk)  // if this throws, nothing happened
    }
    for change in changes.changes { print(change.kind, (change.old as? Room)?.name ?? "") }
    // updated B
    // block
    try context.apply(changes.inverse)  // undo
    try context.apply(changes)  // redo: the inverse of the inverse
    // block
    var lunch: Entity?
    let later = context.proposedChanges {
      lunch = context.createEntity(Title(text: "Lunch"))
      talk.destroy()
    }
    print(lunch?.isAlive ?? true, talk.isAlive)  // false true
    try context.apply(later)  // one transaction
    print(lunch?.isAlive ?? false, talk.isAlive)  // true false
    try context.apply(later.inverse)
    // block
    var journal: [ChangeSet] = []
    let token = context.observeChanges { changes in journal.append(changes) }
    // block
    let steps = UndoStack(context)
    context.transaction(label: "Delete Talk") { talk.destroy() }
    try steps.undo()
    print(journal.map { $0.label ?? "" })  // ["Delete Talk", "Delete Talk"]
    token.cancel()
    // end
    #expect(
      printed == [
        "updated B", "false true", "true false",
        #"["Delete Talk", "Delete Talk"]"#,
      ])
    #expect(talk.isAlive && talk[Room.self]?.name == "A")
  }
}
