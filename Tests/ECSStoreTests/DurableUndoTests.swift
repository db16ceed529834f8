import Basics
import ECSDetached
import ECSHistory
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

/// Undo that a file remembers.
@Suite("Undo after a restart")
struct DurableUndoTests {
  /// A run of a program on a file.
  private final class Run {
    let context = Context()
    let store: ComponentStore
    let steps: UndoStack

    init(_ folder: TemporaryFolder, isAlways: Bool = true) throws {
      store = ComponentStore(
        context, in: folder.path, ComponentStoreTests.components,
        saving: isAlways ? .always { Issue.record("\($0)") } : .onRequest
      ) { 1 }
      steps = UndoStack(store, coalescing: ["Typing"])
      try store.load()
    }

    var hero: Entity? { context.entity(DurableID("hero")) }

    func name(_ name: String, as label: String?) {
      context.transaction(label: label) { hero?.set(Nickname(name)) }
    }

    var shown: [String] {
      context.entities.map { entity in
        "\(entity[DurableID.self]?.text ?? "-") \(entity[Nickname.self]?.text ?? "-") "
          + "\(entity[Health.self]?.points ?? 0)"
      }
    }
  }

  private let folder = TemporaryFolder()

  /// A first run with three steps.
  private func play(isAlways: Bool = true) throws {
    let run = try Run(folder, isAlways: isAlways)
    run.context.transaction(label: "Begin") {
      _ = run.context.createEntity(DurableID("hero"), Nickname("Ada"), Health(points: 5))
    }
    run.name("Eve", as: "Rename")
    run.context.transaction(label: "Lose") { run.hero?.destroy() }
    if !isAlways { try run.store.save() }
  }

  private struct Assigned: StoredComponent, Codable, Equatable {
    static let storedName = "assigned"
    var to: Entity
  }

  @Test("a save that assigns ids makes no step and preserves the redoable steps and the label")
  func ids() throws {
    func run() throws -> (context: Context, store: ComponentStore, steps: UndoStack) {
      let context = Context()
      let store = ComponentStore(
        context, in: folder.path, StoredComponents(Nickname.self, Assigned.self)
      ) { 1 }
      let steps = UndoStack(store)
      try store.load()
      return (context, store, steps)
    }
    let (context, store, steps) = try run()
    let hero = context.transaction(label: "Begin") {
      context.createEntity(DurableID("hero"), Nickname("Ada"))
    }
    let other = context.createEntity(Health(points: 1))
    context.transaction(label: "Rename") { hero.set(Nickname("Eve")) }
    context.transaction(label: "Assign") { hero.set(Assigned(to: other)) }
    context.transaction(label: "Rename again") { hero.set(Nickname("Bo")) }
    try steps.undo()
    #expect(steps.undoLabels == ["Begin", nil, "Rename", "Assign"])
    try store.save()
    #expect(other.has(DurableID.self))
    #expect(steps.undoLabels == ["Begin", nil, "Rename", "Assign"])
    #expect(steps.redoLabels == ["Rename again"])
    try steps.redo()
    #expect(hero[Nickname.self] == Nickname("Bo"))
    for label in ["Assign", "Rename", nil, "Begin"] {
      try steps.undo()
      #expect(steps.undoLabel == label)
    }
    #expect(!hero.has(Assigned.self) && hero[Nickname.self] == Nickname("Ada"))
    #expect(!other.isAlive)
    try steps.undo()
    #expect(context.isEmpty)
    while try steps.redo() != nil {}
    try store.save()
    #expect(hero[Assigned.self]?.to == other)
    // A step alone has its label in the file, though ids were given with it.
    context.transaction(label: "Point") {
      hero.set(Assigned(to: context.createEntity(Health(points: 2))))
    }
    try store.save()
    #expect(try run().steps.undoLabel == "Point")
  }

  @Test(
    "changes by others between two letters separate their steps, in the stack and in the file",
    arguments: [true, false])
  func apart(isAlways: Bool) throws {
    try play()
    let run = try Run(folder, isAlways: isAlways)
    func save() throws { if !isAlways { try run.store.save() } }
    try run.steps.undo()
    try save()
    run.name("A", as: "Typing")
    try save()
    let other = try Run(folder)
    _ = other.context.createEntity(DurableID("other"), Nickname("Bo"))
    run.name("Ad", as: "Typing")
    if isAlways { #expect(try run.store.refresh(.mine).isEmpty) }
    run.name("Ada", as: "Typing")
    try save()
    try run.steps.undo()
    try save()
    #expect(run.hero?[Nickname.self] == Nickname(isAlways ? "Ad" : "A"))
    let next = try Run(folder)
    let labels = ["Begin", "Rename", "Typing"] + (isAlways ? ["Typing"] : [])
    func own(_ steps: UndoStack) -> [String?] { steps.undoLabels.filter { $0 != nil } }
    #expect(own(run.steps) == labels && own(next.steps) == labels)
    #expect(next.steps.redoLabels == ["Typing"])
    try next.steps.redo()
    #expect(next.hero?[Nickname.self] == Nickname("Ada"))
  }

  @Test("a letter after one without a change in the file can also be undone")
  func unkept() throws {
    struct Cursor: Component {}
    try play()
    let run = try Run(folder)
    try run.steps.undo()
    run.context.transaction(label: "Typing") { _ = run.hero?.set(Cursor()) }
    run.name("A", as: "Typing")
    try run.steps.undo()
    #expect(run.hero?[Nickname.self] == Nickname("Eve") && run.hero?.has(Cursor.self) == false)
    let next = try Run(folder)
    #expect(next.steps.undoLabels == ["Begin", "Rename"] && next.steps.redoLabels == ["Typing"])
    try next.steps.redo()
    #expect(next.hero?[Nickname.self] == Nickname("A"))
  }

  @Test("steps of an earlier run can be undone and redone, with their labels")
  func restart() throws {
    try play()
    let run = try Run(folder)
    #expect(run.steps.undoLabels == ["Begin", "Rename", "Lose"] && run.shown == [])
    try run.steps.undo()
    #expect(run.shown == ["hero Eve 5"])
    #expect(run.steps.undoLabel == "Rename" && run.steps.redoLabels == ["Lose"])
    // What was undone is undone in the next run as well.
    let next = try Run(folder)
    #expect(next.steps.undoLabels == ["Begin", "Rename"] && next.steps.redoLabels == ["Lose"])
    try next.steps.undo()
    try next.steps.undo()
    #expect(next.shown == [] && next.steps.undoLabels.isEmpty)
    #expect(try next.steps.undo() == nil)
    let last = try Run(folder)
    #expect(last.steps.redoLabels == ["Lose", "Rename", "Begin"])
    try last.steps.redo()
    try last.steps.redo()
    #expect(last.shown == ["hero Eve 5"] && last.steps.redoLabel == "Lose")
    last.name("Bob", as: nil)
    #expect(last.steps.redoLabels.isEmpty)
    #expect(try Run(folder).steps.undoLabels == ["Begin", "Rename", nil])
  }

  @Test("steps that are saved together stay separate in the file")
  func saved() throws {
    let first = try Run(folder, isAlways: false)
    first.context.transaction(label: "Begin") {
      _ = first.context.createEntity(DurableID("hero"), Nickname("Ada"))
    }
    try first.store.save()
    first.name("Eve", as: "Rename")
    first.name("Bob", as: "Rename again")
    try first.store.save()
    #expect(first.steps.undoLabels == ["Begin", "Rename", "Rename again"])
    let run = try Run(folder, isAlways: false)
    #expect(run.steps.undoLabels == ["Begin", "Rename", "Rename again"])
    for name in ["Eve", "Ada"] {
      try run.steps.undo()
      #expect(run.shown == ["hero \(name) 0"] && run.store.hasUnsavedChanges)
    }
    try run.store.save()
    let next = try Run(folder, isAlways: false)
    #expect(next.steps.undoLabels == ["Begin"])
    #expect(next.steps.redoLabels == ["Rename again", "Rename"])
  }

  @Test("typing is one step, in memory and in the file, until something interrupts it")
  func typing() throws {
    let run = try Run(folder)
    run.context.createEntity(DurableID("hero"), Nickname("A"))
    for text in ["Ad", "Ada"] { run.name(text, as: "Typing") }
    #expect(run.steps.undoLabels == [nil, "Typing"])
    run.steps.endStep()
    run.name("Adam", as: "Typing")
    run.name("Eve", as: "Rename")
    run.name("Eva", as: "Typing")
    let labels = [nil, "Typing", "Typing", "Rename", "Typing"]
    #expect(run.steps.undoLabels == labels)
    for run in [run, try Run(folder)] {
      #expect(run.steps.undoLabels == labels)
      for name in ["Eve", "Adam", "Ada", "A"] {
        try run.steps.undo()
        #expect(run.hero?[Nickname.self]?.text == name)
      }
      for _ in 0..<4 { try run.steps.redo() }
      #expect(run.hero?[Nickname.self]?.text == "Eva")
      // After an undo a letter begins a step of its own.
      try run.steps.undo()
      try run.steps.redo()
    }
  }

  @Test("a step whose values others have changed is skipped")
  func passedOver() throws {
    try play()
    let run = try Run(folder)
    try run.steps.undo()
    run.name("Bob", as: "Rename again")
    // Another device, whose log was merged into this one.
    let log = ChangeLog(folder: folder.path, name: "store.log")
    let counter = try log.read().nextCounter
    Files.append(
      Samples.log([
        LogEntry(
          device: DeviceID(9), counter: counter, time: 2,
          change: LogChange(scope: "", kind: "nickname", target: "hero", value: "Kim"))
      ]), to: log.path)
    try run.store.refresh(.fail)
    #expect(run.shown == ["hero Kim 5"] && run.steps.undoLabel == "Rename again")
    run.context.transaction(label: "Heal") { run.hero?.set(Health(points: 9)) }
    try run.steps.undo()
    #expect(run.shown == ["hero Kim 5"])
    // Neither name is what its step left, and the first step made more than is there now.
    #expect(throws: ChangeSetError.self) { try run.steps.undo() }
    #expect(run.shown == ["hero Kim 5"])
    let next = try Run(folder)
    #expect(next.steps.undoLabel == "Rename again" && next.steps.redoLabels == ["Heal"])
    #expect(throws: ChangeSetError.self) { try next.steps.undo() }
  }

  private enum Parts: StoredRelation {
    static let storedName = "parts"
    static var deleteRule: DeleteRule { .cascade }
  }

  @Test("undoing a step of an earlier run changes nothing else and runs no delete rules")
  func nothingElse() throws {
    func open(_ body: (Context, ComponentStore, UndoStack) throws -> Void) throws {
      let context = Context()
      let relations = RelationRules(Parts.self, in: context)
      // A component that is not kept.
      let token = context.group(.all(Nickname.self)).observe(.added) {
        $0.entity.set(Health(points: 3))
      }
      let components = StoredComponents(Nickname.self, Links<Parts>.self)
      let store = ComponentStore(context, in: folder.path, components) { 1 }
      let steps = UndoStack(store)
      try store.load()
      try body(context, store, steps)
      token.cancel()
      withExtendedLifetime(relations) {}
    }
    try open { context, store, _ in
      let part = try store.transaction { context.createEntity(DurableID("part"), Nickname("Part")) }
      try store.transaction {
        let whole = context.createEntity(DurableID("whole"), Nickname("Whole"))
        whole.link(to: part, as: Parts.self)
      }
    }
    try open { context, store, steps in
      let part = try #require(context.entity(DurableID("part")))
      try steps.undo()
      #expect(context.entities.map { $0 } == [part])
      #expect(part[Nickname.self] == Nickname("Part") && part[Health.self] == Health(points: 3))
      try steps.redo()
      let whole = try #require(context.entity(DurableID("whole")))
      #expect(whole.targets(of: Parts.self) == [part])
      #expect(part[Health.self] == Health(points: 3))
    }
  }

  @Test("changes by another process in the same folder can be undone after a refresh")
  func otherProcess() throws {
    try play()
    let (run, other) = (try Run(folder), try Run(folder))
    try other.steps.undo()
    other.name("Bob", as: "Rename again")
    try run.store.refresh(.fail)
    #expect(run.shown == ["hero Bob 5"])
    #expect(run.steps.undoLabels == ["Begin", "Rename", "Rename again"])
    try run.steps.undo()
    #expect(run.shown == ["hero Eve 5"])
    try other.store.refresh(.fail)
    #expect(other.shown == ["hero Eve 5"] && other.steps.redoLabel == "Rename again")
  }

  @Test(
    "a step that another process undoes and redoes moves between the lists",
    arguments: [false, true], [1, 2, 3])
  func movedElsewhere(isAlways: Bool, count: Int) throws {
    let run = try Run(folder, isAlways: isAlways)
    func save() throws { if !isAlways { try run.store.save() } }
    func expect(_ name: String, undoes: [String], redoes: [String]) {
      #expect(run.shown == ["hero \(name) 5"])
      #expect(run.steps.undoLabels == undoes && run.steps.redoLabels == redoes)
    }
    run.context.transaction(label: "Begin") {
      _ = run.context.createEntity(DurableID("hero"), Nickname("Ada"), Health(points: 5))
    }
    try save()
    // Several calls are one step.
    for number in 1...count {
      run.name(number == count ? "Eve" : "Eve \(number)", as: "Typing")
      try save()
    }
    let other = try Run(folder)
    try other.steps.undo()
    try run.store.refresh(.fail)
    expect("Ada", undoes: ["Begin"], redoes: ["Typing"])
    try run.steps.redo()
    expect("Eve", undoes: ["Begin", "Typing"], redoes: [])
    try run.steps.undo()
    try save()
    expect("Ada", undoes: ["Begin"], redoes: ["Typing"])
    try other.store.refresh(.fail)
    try other.steps.redo()
    try run.store.refresh(.fail)
    expect("Eve", undoes: ["Begin", "Typing"], redoes: [])
    try run.steps.undo()
    expect("Ada", undoes: ["Begin"], redoes: ["Typing"])
    try run.steps.redo()
    expect("Eve", undoes: ["Begin", "Typing"], redoes: [])
  }

  @Test("a step is known as long as its previous values are")
  func compaction() throws {
    let run = try Run(folder)
    run.context.createEntity(DurableID("hero"), Nickname("A"))
    let others = (0..<500).map { run.context.createEntity(DurableID("\($0)")) }
    for points in 1...4 {
      run.context.transaction { for other in others { other.set(Health(points: points)) } }
    }
    let next = try Run(folder)
    #expect(next.steps.undoLabels.count == 1)
    try next.steps.undo()
    #expect(next.context.entity(DurableID("7"))?[Health.self] == Health(points: 3))
    #expect(try next.steps.undo() == nil)
  }

  @Test("an undo that cannot be written changes nothing and can be tried again")
  func failing() throws {
    let context = Context()
    var failures: [StoreError] = []
    let store = ComponentStore(
      context, in: folder.path, ComponentStoreTests.components,
      saving: .always { failures.append($0) }
    ) { 1 }
    let steps = UndoStack(store)
    let hero = context.createEntity(DurableID("hero"), Nickname("Ada"))
    context.transaction(label: "Rename") { hero.set(Nickname("Eve")) }
    rename("\(folder.path)/store.log", "\(folder.path)/away")
    folder.makeFolder("store.log")
    #expect(try steps.undo() == nil)
    #expect(failures.count == 1 && hero[Nickname.self] == Nickname("Eve"))
    #expect(steps.undoLabels == [nil, "Rename"] && steps.redoLabels.isEmpty)
    rmdir("\(folder.path)/store.log")
    rename("\(folder.path)/away", "\(folder.path)/store.log")
    try steps.undo()
    #expect(hero[Nickname.self] == Nickname("Ada") && failures.count == 1)
    #expect(try Run(folder).steps.redoLabels == ["Rename"])
  }
}
