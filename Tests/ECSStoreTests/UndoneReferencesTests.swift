import Basics
import ECSDetached
import ECSHistory
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

private struct Card: StoredComponent, Codable, Equatable {
  static let storedName = "card"
  var title: String
}

private struct Assigned: StoredComponent, Codable, Equatable {
  static let storedName = "assigned"
  var to: Entity
}

private enum Marks: StoredRelation { static let storedName = "marks" }

/// A component that is not kept.
private struct Shown: Component, Equatable {}

/// Cases in which the context and its file once differed after an undo, found by random scripts.
@Suite("The file after an undo")
struct UndoneReferencesTests {
  /// A run of a program on a file.
  private final class Run {
    let context = Context()
    let store: ComponentStore
    let steps: UndoStack
    private let folder: TemporaryFolder

    init(
      _ folder: TemporaryFolder, saving: ComponentStore.Saving = .onRequest,
      knows components: StoredComponents = StoredComponents(
        Card.self, Assigned.self, Links<Marks>.self)
    ) throws {
      self.folder = folder
      store = ComponentStore(context, in: folder.path, components, saving: saving) { 1 }
      steps = UndoStack(store)
      try store.load()
    }

    @discardableResult
    func create(_ id: String, _ title: String? = nil) -> Entity {
      let entity = context.createEntity(DurableID(id), Shown())
      if let title { entity.set(Card(title: title)) }
      return entity
    }

    func entity(_ id: String) throws -> Entity { try #require(context.entity(DurableID(id))) }

    /// What the context shows of each entity that is kept, in order.
    var shown: [String] {
      func id(_ entity: Entity) -> String { entity[DurableID.self]?.text ?? "-" }
      let kept: [any Component.Type] = [Card.self, Assigned.self, Links<Marks>.self]
      return context.group(Matcher(any: kept)).map { entity in
        let target = entity[Assigned.self]?.to
        return "\(id(entity)) \(entity[Card.self]?.title ?? "-")"
          + entity.targets(of: Marks.self).map { " +\(id($0))" }.joined()
          + (target.map { $0.isAlive ? " to \(id($0))" : " to nothing" } ?? "")
      }
    }

    /// Requires that a second reader of the file finds what the context shows.
    func requireSame(_ expected: [String], line: SourceLocation = #_sourceLocation) throws {
      try store.save()
      #expect(shown == expected, sourceLocation: line)
      #expect(try Run(folder).shown == expected, sourceLocation: line)
    }

    /// Runs a body while nothing can be written.
    func failing(_ body: () throws -> Void) throws {
      let log = "\(folder.path)/store.log"
      try #require(rename(log, "\(log).away") == 0 && mkdir(log, 0o700) == 0)
      defer {
        rmdir(log)
        rename("\(log).away", log)
      }
      #expect(throws: StoreError.self) { try body() }
    }
  }

  private let folder = TemporaryFolder()

  /// Changes the file as another device does, so that no step of this one can undo it.
  private func otherDevice(_ change: (Run) throws -> Void) throws {
    let device = "\(folder.path)/device"
    try #require(rename(device, "\(device).away") == 0)
    defer { rename("\(device).away", device) }
    let other = try Run(folder)
    try change(other)
    try other.store.save()
  }

  @Test(
    "an entity is stored while anything refers to it, even if the step that stored it is undone")
  func existence() throws {
    let run = try Run(folder)
    let (one, other) = (run.create("one", "one"), run.create("other"))
    one.link(to: other, as: Marks.self)
    try run.store.transaction { _ = run.create("third", "third") }
    try run.steps.undo()
    try run.requireSame(["one one +other"])
  }

  @Test("a destroyed entity with a replaced id is found under that id when it is restored")
  func renamed() throws {
    let run = try Run(folder)
    let (one, other) = (run.create("one", "one"), run.create("other", "other"))
    one.link(to: other, as: Marks.self)
    try run.store.save()
    other.set(DurableID("new"))
    other.destroy()
    try run.store.save()
    try run.steps.undo()
    try run.requireSame(["one one +new", "new other"])
  }

  @Test("an entity without values has its position when a step of an earlier run sets one")
  func position() throws {
    do {
      let run = try Run(folder)
      let all = ["a", "b", "c"].map { run.create($0, $0) }
      try run.store.save()
      try run.store.transaction { all[0].remove(Card.self) }
    }
    let run = try Run(folder)
    #expect(run.shown == ["b b", "c c"])
    try run.steps.undo()
    try run.requireSame(["a a", "b b", "c c"])
  }

  @Test(
    "undo restores an entity at its position, even if it had another id since",
    arguments: [false, true])
  func positionUnderFormerID(isSavedBetween: Bool) throws {
    do {
      let run = try Run(folder)
      let all = ["a", "b"].map { run.create($0, $0) }
      try run.store.save()
      all[0].destroy()
      try run.store.save()
      try run.steps.undo()
      all[0].set(DurableID("new"))
      try run.requireSame(["new a", "b b"])
    }
    let run = try Run(folder)
    try run.steps.undo()
    if isSavedBetween { try run.store.save() }
    try run.steps.undo()
    try run.requireSame(["a a", "b b"])
    for _ in 0..<2 { try run.steps.redo() }
    try run.requireSame(["new a", "b b"])
  }

  @Test("a step of an earlier run restores a reference to an entity without values")
  func bare() throws {
    do {
      let run = try Run(folder)
      let (one, other) = (run.create("one", "one"), run.create("other", "other"))
      try run.store.save()
      other.remove(Card.self)
      one.set(Assigned(to: other))
      try run.store.save()
      try run.store.transaction { one.destroy() }
    }
    let run = try Run(folder)
    try run.steps.undo()
    try run.requireSame(["one one to other"])
  }

  @Test("an id that could not be written leaves nothing unsaved")
  func failure() throws {
    let run = try Run(folder, saving: .always { _ in })
    let (one, other) = (run.create("one", "one"), run.create("other", "other"))
    one.link(to: other, as: Marks.self)
    try run.failing { try run.store.transaction { _ = other.set(DurableID("new")) } }
    try run.store.save()
    try run.failing { try run.store.transaction { _ = one.set(Card(title: "1")) } }
    #expect(!run.store.hasUnsavedChanges)
    try run.requireSame(["one one +other", "other other"])
  }

  @Test("an entity destroyed again by undo leaves no data, not even its hidden values")
  func hidden() throws {
    do {
      let run = try Run(folder)
      let one = run.create("one", "one")
      one.link(to: one, as: Marks.self)
      try run.store.save()
    }
    do {
      let older = try Run(folder, knows: StoredComponents(Card.self))
      try older.entity("one").destroy()
      try older.store.save()
    }
    do {
      let run = try Run(folder)
      try run.store.transaction { _ = try run.steps.undo() }
      try run.requireSame(["one one +one"])
    }
    let run = try Run(folder)
    try run.steps.undo()
    try run.requireSame([])
  }

  @Test("a refresh removes nothing from an entity whose id another entry ends")
  func formerID() throws {
    let run = try Run(folder)
    let one = run.create("one", "one")
    try run.store.save()
    one.set(DurableID("new"))
    try run.store.save()
    try run.steps.undo()
    do {
      let rival = try Run(folder)
      rival.create("rival", "rival").set(Card(title: "r"))
      try rival.store.save()
    }
    try run.store.save()
    try run.steps.redo()
    try run.store.refresh(.mine)
    try run.requireSame(["new one", "rival r"])
  }

  @Test("a step about a value of an entity destroyed since is not undone")
  func destroyed() throws {
    do {
      let run = try Run(folder)
      let (one, two) = (run.create("one", "one"), run.create("two", "2"))
      one.set(Assigned(to: two))
      try run.store.save()
      try run.store.transaction { one.remove(Assigned.self) }
      try run.store.transaction {
        one.destroy()
        two.set(Card(title: "3"))
      }
    }
    try otherDevice { try $0.entity("two").set(Card(title: "4")) }
    let run = try Run(folder)
    #expect(throws: ChangeSetError.self) { try run.steps.undo() }
    try run.requireSame(["two 4"])
  }

  @Test("undo restores no link to an entity that others destroyed since")
  func destroyedElsewhere() throws {
    let run = try Run(folder)
    let relations = RelationRules(Marks.self, in: run.context)
    let (one, other) = (run.create("one", "one"), run.create("other", "other"))
    one.link(to: other, as: Marks.self)
    try run.store.save()
    try run.store.transaction { one.unlink(from: other, as: Marks.self) }
    try otherDevice { try $0.entity("other").destroy() }
    try run.store.refresh(.mine)
    try run.steps.undo()
    try run.requireSame(["one one"])
    #expect(try Run(folder).store.unread.map(\.description) == [])
    withExtendedLifetime(relations) {}
  }

  @Test("a link saved while its target was destroyed is saved again when undo restores the target")
  func targetWithoutName() throws {
    let run = try Run(folder)
    let (one, other) = (run.create("one", "one"), run.context.createEntity(Shown()))
    one.link(to: other, as: Marks.self)
    one.set(Assigned(to: other))
    other.destroy()
    try run.requireSame(["one one to nothing"])
    try run.steps.undo()
    try run.store.save()
    let id = try #require(other[DurableID.self]).text
    try run.requireSame(["one one +\(id) to \(id)"])
  }

  @Test("references to an entity that lost its id by undo use its new id")
  func idInstead() throws {
    let run = try Run(folder)
    let (one, other) = (run.create("one", "one"), run.context.createEntity(Shown()))
    one.link(to: other, as: Marks.self)
    one.set(Card(title: "1"))
    try run.store.save()
    try run.steps.undo()
    #expect(!other.has(DurableID.self))
    other.set(DurableID("new"))
    try run.requireSame(["one one +new"])
  }

  @Test("an entity restored only for a link is not created again once destroyed")
  func bareAndDestroyed() throws {
    do {
      let run = try Run(folder)
      let (one, other) = (run.create("one", "one"), run.create("other"))
      one.link(to: other, as: Marks.self)
      try run.store.save()
      try run.store.transaction { one.destroy() }
    }
    let run = try Run(folder)
    try run.steps.undo()
    try run.requireSame(["one one +other"])
    try run.entity("other").destroy()
    try run.requireSame(["one one"])
    let rival = try Run(folder)
    _ = try rival.entity("one").clone()
    try rival.store.save()
    try run.store.refresh(.mine)
    #expect(run.context.entity(DurableID("other")) == nil)
    try run.requireSame(run.shown)
  }

  /// A run of a program whose relation is followed.
  private func following(
    _ saving: ComponentStore.Saving = .onRequest, _ body: (Run) throws -> Void
  ) throws {
    let run = try Run(folder, saving: saving)
    let relations = RelationRules(Marks.self, in: run.context)
    try withExtendedLifetime(relations) { try body(run) }
  }

  @Test("no step of an earlier run restores a link to an entity destroyed by others")
  func destroyedElsewhereSince() throws {
    try following { run in
      let (one, other) = (run.create("one", "one"), run.create("other", "other"))
      one.link(to: other, as: Marks.self)
      try run.store.save()
      try run.store.transaction { one.set(Card(title: "1")) }
      try run.store.transaction { one.unlink(from: other, as: Marks.self) }
    }
    try otherDevice { try $0.entity("other").destroy() }
    try following { run in
      try run.steps.undo()
      try run.requireSame(["one 1"])
      #expect(try Run(folder).store.unread.map(\.description) == [])
    }
  }

  @Test(
    "no step of an earlier run restores a dangling link that a refresh removed",
    arguments: [false, true], [false, true])
  func removedByRefresh(isAlways: Bool, isSavedTogether: Bool) throws {
    let saving = isAlways ? ComponentStore.Saving.always { _ in } : .onRequest
    try following(saving) { run in
      let (one, other) = (run.create("one", "one"), run.create("other", "other"))
      try run.store.save()
      try following { rival in
        try rival.entity("one").link(to: try rival.entity("other"), as: Marks.self)
        try rival.store.save()
      }
      other.destroy()
      try run.store.save()
      try run.store.refresh(.mine)
      if !isSavedTogether { try run.store.save() }
      one.set(Card(title: "1"))
      try run.requireSame(["one 1"])
    }
    try following { run in
      for _ in 0..<2 {
        try run.steps.undo()
        try run.requireSame(run.shown)
        #expect(try Run(folder).store.unread.map(\.description) == [])
      }
      #expect(run.shown.first == "one one")
    }
  }
}
