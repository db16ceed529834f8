import ECSHistory
import ECSKit
import Testing

private struct Title: Component, Equatable { var text: String }
private struct Rating: PortableComponent, Equatable { var stars: Int }

@Suite("The overview of ECSHistory")
struct ECSHistoryProgram {
  @Test("a step is undone, changes are sent, and a query is answered")
  func program() throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    let context = Context()
    let talk = context.createEntity(Title(text: "Trees"))
    let copy = Context()
    let replay = Replay(into: copy)
    try replay.apply(context.snapshot())
    // block
    let steps = UndoStack(context)
    context.transaction(label: "Delete Talk") { talk.destroy() }
    if steps.canUndo { print("Undo \(steps.undoLabel ?? "")") }  // Undo Delete Talk
    try steps.undo()
    // block
    var names = ComponentNames()
    names.add(Rating.self, as: "rating")
    let letter = try PortableChanges(context.recordChanges { talk.set(Rating(stars: 5)) }, names)
    try replay.apply(letter)  // a Replay into a context that has followed the first one
    // block
    let good = try context.entities(matching: Query("Title and Rating.stars >= 4"))
    // end
    #expect(printed == ["Undo Delete Talk"])
    #expect(talk.isAlive && good == [talk])
    #expect(copy.group(.all(Rating.self)).count == 1)
  }
}
