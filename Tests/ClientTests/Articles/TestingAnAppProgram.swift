import ECSHistory
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

@Suite("Testing an app")
struct TestingAnAppProgram {
  @Test("the article's tests check what the article says")
  func program() throws {
    let files = TemporaryFolder()
    let folder = files.path
    // block
    struct Task: StoredComponent, Codable, Equatable {
      static let storedName = "task"
      var text: String
      var isDone = false
    }
    func finishAll(_ context: Context) {
      context.transaction(label: "Finish All") {
        for task in context.group(.all(Task.self)) { task.modify(Task.self) { $0.isDone = true } }
      }
    }
    // block
    let context = Context()
    let history = History(["app": context])
    for text in ["Pack", "Go"] { context.createEntity(Task(text: text)) }
    finishAll(context)
    guard case .count(let finished) = try history.answer("count updated label:'Finish All'") else {
      return
    }
    // finished is 2
    let misspelled = context.group(.all(Task.self)).filter { $0[Task.self]?.text == "Pakc" }
    // end
    #expect(finished == 2 && misspelled.isEmpty)
    // block
    let changes = context.recordChanges { finishAll(context) }
    let isQuiet = changes.isEmpty  // true: what is done already is not changed again
    // end
    #expect(isQuiet)
    // block
    let components = StoredComponents(Task.self)
    let store = ComponentStore(context, in: folder, components) { 0 }
    try store.transaction { context.createEntity(Task(text: "Rest")) }

    let reader = Context()
    try ComponentStore(reader, in: folder, components) { 0 }.load()
    let read = reader.group(.all(Task.self)).compactMap { $0[Task.self]?.text }  // ["Rest"]
    // end
    #expect(read == ["Rest"])
    // block
    struct Stop: Error {}
    let before = context.snapshot().changes.count
    try? store.transaction {
      finishAll(context)
      throw Stop()
    }
    let isAsBefore = context.snapshot().changes.count == before && !store.hasUnsavedChanges
    // end
    #expect(isAsBefore)
    #expect(
      context.group(.all(Task.self)).compactMap { $0[Task.self]?.isDone } == [true, true, false])
  }
}
