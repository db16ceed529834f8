import ECSHistory
import ECSKit
import TestSupport
import Testing

/// Undo and redo, grouped by transaction.
@Suite struct UndoStackTests {
  @Test("a step is a labelled transaction that undo and redo reproduce")
  func labels() throws {
    let context = Context()
    let talk = context.createEntity(Title(text: "One"))
    let stack = UndoStack(context)
    #expect(stack.undoLabel == nil && stack.undoLabels.count == 0)
    #expect(!stack.canUndo && !stack.canRedo)
    context.transaction(label: "Delete Talk") { talk.destroy() }
    #expect(stack.canUndo && !stack.canRedo)
    talk.set(Draft())
    #expect(stack.undoLabel == "Delete Talk" && stack.undoLabels.count == 1)
    try stack.undo()
    #expect(talk[Title.self]?.text == "One")
    #expect(stack.redoLabel == "Delete Talk" && stack.undoLabels.count == 0)
    #expect(!stack.canUndo && stack.canRedo)
    try stack.redo()
    #expect(!talk.isAlive && stack.undoLabel == "Delete Talk")
  }

  @Test("a new change drops the redoable steps, and an empty step is not recorded")
  func newChange() throws {
    let context = Context()
    let talk = context.createEntity(Title(text: "One"))
    let stack = UndoStack(context)
    talk.set(Title(text: "Two"))
    try stack.undo()
    talk.set(Title(text: "One"))
    #expect(stack.redoLabels.count == 1)
    talk.set(Draft())
    #expect(stack.redoLabels.count == 0)
    #expect(try stack.redo() == nil)
  }

  @Test("changes made by observers belong to the step and to its undo")
  func observers() throws {
    let context = Context()
    let talk = context.createEntity(Title(text: "One"))
    let stack = UndoStack(context)
    context.group(.all(Title.self)).observe(.updated) { event in
      event.entity.set(Rating(stars: (event.entity[Rating.self]?.stars ?? 0) + 1))
    }
    talk.set(Title(text: "Two"))
    try stack.undo()
    // The observer saw another update, so the undo is a step of its own, which redo takes back.
    #expect(talk[Title.self]?.text == "One")
    let made = try stack.redo()
    #expect(made != nil && talk[Title.self]?.text == "Two")
  }

  /// A value that asks and empties a stack when it is released.
  private final class Asking: Component {
    weak var stack: UndoStack?
    let isEmptying: Bool
    let asked: (Int) -> Void

    init(_ stack: UndoStack, isEmptying: Bool = false, asked: @escaping (Int) -> Void) {
      self.stack = stack
      self.isEmptying = isEmptying
      self.asked = asked
    }

    deinit {
      guard let stack else { return }
      asked(stack.undoLabels.count + stack.redoLabels.count)
      if isEmptying { stack.removeAll() }
    }
  }

  @Test(
    "the deinit of a value released with a step finds the stack without that step",
    arguments: [false, true])
  func askingValues(isEmptying: Bool) throws {
    let context = Context()
    let talk = context.createEntity(Title(text: "One"))
    let stack = UndoStack(context, limit: 2)
    var counts: [Int] = []
    func ask() {
      let value = Asking(stack, isEmptying: isEmptying) { counts.append($0) }
      context.transaction { talk.set(value) }
      context.transaction { talk.remove(Asking.self) }
    }
    func title(_ text: String) { talk.set(Title(text: text)) }
    // The step at the limit, which has the last reference to the value.
    ask()
    title("Two")
    #expect(counts.isEmpty)
    title("Three")
    #expect(counts == [2])
    // Steps that were taken back.
    stack.removeAll()
    ask()
    try stack.undo()
    try stack.undo()
    title("Four")
    #expect(counts.count == 2 && counts.last == 0)
    // All steps.
    stack.removeAll()
    ask()
    stack.removeAll()
    #expect(counts.count == 3 && counts.last == 0)
    title("Five")
    try stack.undo()
    #expect(talk[Title.self]?.text == "Four")
  }

  @Test("the oldest step is dropped at the limit")
  func limit() throws {
    let context = Context()
    let talk = context.createEntity(Rating(stars: 0))
    let stack = UndoStack(context, limit: 3)
    for stars in 1...9 { talk.set(Rating(stars: stars)) }
    while try stack.undo() != nil {}
    #expect(talk[Rating.self]?.stars == 6 && stack.redoLabels.count == 3)
    stack.removeAll()
    #expect(stack.redoLabels.count == 0)
  }

  @Test("two stacks of one context each follow the other's undos")
  func twoStacks() throws {
    let context = Context()
    let talk = context.createEntity(Title(text: "One"))
    let stack = UndoStack(context)
    talk.set(Title(text: "Two"))
    let other = UndoStack(context)
    _ = other
    // A second stack has the step of the first one's undo, so both continue.
    try stack.undo()
    #expect(throws: Never.self) { try stack.redo() }
    #expect(talk[Title.self]?.text == "Two")
  }

  @Test("an undo in a transaction is a part of it")
  func nested() throws {
    let context = Context()
    let talk = context.createEntity(Title(text: "One"))
    let stack = UndoStack(context)
    talk.set(Title(text: "Two"))
    context.transaction {
      talk.set(Draft())
      _ = try? stack.undo()
    }
    while try stack.undo() != nil {}
    #expect(talk[Title.self]?.text == "One" && !talk.has(Draft.self))
  }

  @Test("random steps are undone to nothing and redone", arguments: 1...60)
  func random(seed: UInt64) throws {
    var script = RandomScript(seed: seed)
    let context = Context()
    let stack = UndoStack(context)
    var states = [context.state]
    for _ in 0..<40 {
      let before = stack.undoLabels.count
      script.change(context)
      if stack.undoLabels.count > before { states.append(context.state) }
    }
    #expect(stack.undoLabels.count == states.count - 1)
    for _ in 0..<200 {
      let position = stack.undoLabels.count
      #expect(context.state == states[position], "seed \(seed), step \(position)")
      if script.next(2) == 0 { try stack.undo() } else { try stack.redo() }
    }
    while try stack.undo() != nil {}
    #expect(context.state == states[0] && context.isEmpty)
    while try stack.redo() != nil {}
    #expect(context.state == states.last)
  }
}
