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
  var second: Entity?
}

private struct Tag: StoredComponent, Codable, Equatable {
  static let storedName = "tag"
  var word: String
}

private enum Cards: StoredRelation {
  static let storedName = "cards"
  static var deleteRule: DeleteRule { .cascade }
}

private enum Marks: StoredRelation {
  typealias Data = Int
  static let storedName = "marks"
}

/// A component that is not kept.
private struct Shown: Component, Equatable {}

/// Links, aliases, several values and components that hold entities, closed and opened again.
///
/// This is one file, since all tests use the same components and the same store.
@Suite struct ReferenceTests {
  private let folder = TemporaryFolder()
  private static let all = StoredComponents(
    Card.self, Assigned.self, Tag.self, Links<Cards>.self, Links<Marks>.self,
    Links<HasMany<Tag>>.self, Alias.Target.self)

  private func store(
    _ context: Context, _ components: StoredComponents = Self.all,
    saving: ComponentStore.Saving = .onRequest
  ) -> ComponentStore {
    ComponentStore(context, in: folder.path, components, saving: saving) { 7 }
  }

  private func title(_ entity: Entity?) -> String? { entity?[Card.self]?.title }

  @Test("links, aliases, several values and entities in components are restored")
  func all() throws {
    do {
      let context = Context()
      let store = store(context)
      let board = context.createEntity(Card(title: "board"))
      try store.transaction {
        // The target of a reference is created after the entity that refers to it.
        let cards = ["c", "a", "b"].map { context.createEntity(Card(title: $0)) }
        for card in cards { board.link(to: card, as: Cards.self, at: 0) }
        board.link(to: cards[1], as: Marks.self, 5)
        board.set(Assigned(to: cards[2]))
        context.alias("current").point(to: cards[0])
        context.add(Tag(word: "new"), to: cards[0])
        context.add(Tag(word: "old"), to: cards[0])
      }
    }
    let context = Context()
    let store = store(context)
    #expect(try store.load() == 0 && store.unread.isEmpty && !store.hasUnsavedChanges)
    let board = try #require(context.entities.first)
    #expect(board.targets(of: Cards.self).map { title($0) } == ["b", "a", "c"])
    #expect(board.links(of: Marks.self).map(\.data) == [5])
    #expect(board.targets(of: Marks.self).map { title($0) } == ["a"])
    #expect(title(board[Assigned.self]?.to) == "b" && board[Assigned.self]?.second == nil)
    let current = context.alias("current").entity
    #expect(title(current) == "c")
    #expect(current?.values(of: Tag.self).map(\.word) == ["new", "old"])
    #expect(context.sources(of: Cards.self, to: try #require(current)) == [board])
  }

  @Test("an entity without values is stored if another one refers to it", arguments: [true, false])
  func onlyReferred(isAlways: Bool) throws {
    let context = Context()
    var failures = 0
    let store = store(context, saving: isAlways ? .always { _ in failures += 1 } : .onRequest)
    let target = context.createEntity(Shown())
    context.createEntity(Card(title: "a")).link(to: target, as: Cards.self)
    try store.save()
    #expect(!store.hasUnsavedChanges && failures == 0)
    let copy = Context()
    #expect(try self.store(copy).load() == 0)
    #expect(copy.count == 2)
    let source = try #require(copy.group(.all(Card.self)).first { _ in true })
    #expect(source.targets(of: Cards.self).map { $0[DurableID.self] } == [target[DurableID.self]])
  }

  @Test("a reference to a missing entity is reported, stored, and resolved once the entity exists")
  func missing() throws {
    let context = Context()
    var id = DurableID("")
    do {
      let store = store(context)
      let (a, b, c) = try store.transaction {
        let all = ["a", "b", "c"].map { context.createEntity(Card(title: $0)) }
        all[0].link(to: all[1], as: Cards.self)
        all[0].link(to: all[2], as: Cards.self)
        all[0].set(Assigned(to: all[1]))
        context.alias("current").point(to: all[1])
        return (all[0], all[1], all[2])
      }
      id = b.durableID()
      // No relation is followed, so the link stays.
      try store.transaction { b.destroy() }
      #expect(a.targets(of: Cards.self) == [c])
    }
    let copy = Context()
    let store = store(copy)
    // An alias of what was destroyed is empty, which is no loss.
    #expect(try store.load() == 2)
    #expect(store.unread.map(\.component).sorted() == ["assigned", "cards"])
    #expect(store.unread.allSatisfy { $0.description.contains(id.text) })
    let a = try #require(copy.group(.all(Links<Cards>.self)).first { _ in true })
    #expect(a.targets(of: Cards.self).map { title($0) } == ["c"])
    #expect(copy.alias("current").entity == nil && a[Assigned.self]?.to.isAlive == false)
    // What is written again still has the reference.
    try store.transaction {
      a.link(to: a, as: Cards.self)
      a.modify(Assigned.self) { $0.second = a }
    }
    let third = Context()
    let thirdStore = self.store(third)
    #expect(try thirdStore.load() == 2)
    try thirdStore.transaction { third.createEntity(Card(title: "b again"), id) }
    let last = Context()
    #expect(try self.store(last).load() == 0)
    let found = try #require(last.group(.all(Links<Cards>.self)).first { _ in true })
    #expect(found.targets(of: Cards.self).map { title($0) } == ["b again", "c", "a"])
    #expect(title(found[Assigned.self]?.to) == "b again")
    #expect(title(last.alias("current").entity) == "b again")
  }

  @Test("a destroyed entity stays destroyed, even for a program that knows fewer components")
  func destroyed() throws {
    do {
      let context = Context()
      try store(context).transaction {
        context.createEntity(Card(title: "a"), Tag(word: "x"))
        context.createEntity(Card(title: "b"), Tag(word: "y"))
      }
    }
    do {
      let context = Context()
      let store = store(context, StoredComponents(Card.self))
      try store.load()
      #expect(store.unread.count == 2, "what is not known is listed, and is no error")
      try store.transaction { context.entities[0].destroy() }
    }
    for components in [Self.all, StoredComponents(Card.self), StoredComponents(Tag.self)] {
      let context = Context()
      try store(context, components).load()
      #expect(context.count == 1)
    }
  }

  @Test("replacing an id moves all values, including unknown ones")
  func replacedID() throws {
    do {
      let context = Context()
      try store(context).transaction { context.createEntity(Card(title: "a")) }
      try store(context).transaction { context.entities[0].set(DurableID("mine")) }
    }
    let context = Context()
    try store(context).load()
    #expect(context.entities.map { $0[DurableID.self]?.text } == ["mine"])
  }

  @Test("unknown values follow a replaced id, and an undo moves them back")
  func replacedIDUnknown() throws {
    do {
      let context = Context()
      try self.store(context).transaction {
        context.createEntity(DurableID("old"), Card(title: "a"), Tag(word: "x"))
      }
    }
    func tags() throws -> [String] {
      let context = Context()
      try self.store(context).load()
      return context.entities.map {
        "\($0[DurableID.self]?.text ?? "-") \($0[Tag.self]?.word ?? "-") \(title($0) ?? "-")"
      }
    }
    do {
      let context = Context()
      let store = self.store(context, StoredComponents(Card.self))
      let undo = UndoStack(store)
      try store.load()
      try store.transaction { context.entities[0].set(DurableID("new")) }
      #expect(try tags() == ["new x a"])
      try undo.undo()
      try store.save()
      #expect(try tags() == ["old x a"])
      try undo.redo()
      try store.save()
    }
    #expect(try tags() == ["new x a"])
    let context = Context()
    let store = self.store(context, StoredComponents(Card.self))
    let undo = UndoStack(store)
    try store.load()
    try undo.undo()
    try store.save()
    #expect(try tags() == ["old x a"])
  }

  @Test("an entity revived by undo after a restart has its former position")
  func orderOverRestart() throws {
    do {
      let context = Context()
      let store = self.store(context)
      let all = try store.transaction {
        ["a", "b", "c", "d"].map { context.createEntity(Card(title: $0)) }
      }
      try store.transaction { all[1].destroy() }
      try store.transaction { all[0].destroy() }
    }
    func titles(_ context: Context) -> [String?] {
      context.group(.all(Card.self)).map { title($0) }
    }
    do {
      let context = Context()
      let store = self.store(context)
      let undo = UndoStack(store)
      try store.load()
      try store.transaction { context.createEntity(Card(title: "e")) }
      try store.transaction { context.entities[1].destroy() }
      #expect(titles(context) == ["c", "e"])
      for _ in 0..<3 { try undo.undo() }
      #expect(titles(context) == ["a", "c", "d"])
      try undo.undo()
      #expect(titles(context) == ["a", "b", "c", "d"])
      try store.transaction { context.createEntity(Card(title: "f")) }
      #expect(titles(context) == ["a", "b", "c", "d", "f"])
    }
    let context = Context()
    try self.store(context).load()
    #expect(titles(context) == ["a", "b", "c", "d", "f"])
  }

  @Test("adding a link to many others, or removing one, writes one short line")
  func parts() throws {
    func bytes() -> Int { Files.size(of: "\(folder.path)/store.log") ?? 0 }
    func titles(_ components: StoredComponents = Self.all) throws -> [String] {
      let context = Context()
      try self.store(context, components).load()
      return context.entities.flatMap { $0.targets(of: Cards.self) }.map { title($0) ?? "-" }
    }
    let context = Context()
    let store = self.store(context)
    let board = context.createEntity(Card(title: "board"))
    let cards = (0..<300).map { context.createEntity(Card(title: "\($0)")) }
    try store.save()
    let start = bytes()
    for card in cards { try store.transaction { board.link(to: card, as: Cards.self) } }
    let linked = bytes() - start
    #expect(linked < 300 * 250, "\(linked) bytes for 300 links, one by one")
    #expect(try titles() == (0..<300).map { "\($0)" })
    try store.transaction {
      board.unlink(from: cards[100], as: Cards.self)
      board.link(to: cards[100], as: Cards.self, at: 0)
    }
    try store.transaction { cards[299].destroy() }
    try store.transaction { board.modify(Links<Cards>.self) { $0.links.swapAt(1, 2) } }
    let expected = ["100", "1", "0"] + (2..<299).filter { $0 != 100 }.map { "\($0)" }
    #expect(try titles() == expected)
    #expect(bytes() - start - linked < 60_000)
    // A program that does not know the relation keeps it, and so does one that reads what was added.
    let older = Context()
    do {
      let store = self.store(older, StoredComponents(Card.self))
      try store.load()
      let other = try #require(older.entity(board.durableID()))
      try store.transaction { other.set(Card(title: "b2")) }
    }
    #expect(try titles() == expected)
    try store.refresh(.mine)
    #expect(title(board) == "b2")
    try store.transaction { board.unlink(from: cards[5], as: Cards.self) }
    #expect(try titles() == expected.filter { $0 != "5" })
  }

  @Test("links from another process are merged, and undoing earlier steps removes links")
  func partsOfOthers() throws {
    let (context, other) = (Context(), Context())
    let (first, second) = (self.store(context), self.store(other))
    let undo = UndoStack(first)
    let board = context.createEntity(DurableID("board"), Card(title: "board"))
    let cards = (0..<9).map { context.createEntity(DurableID("\($0)"), Card(title: "\($0)")) }
    for card in cards.prefix(6) { board.link(to: card, as: Cards.self) }
    try first.save()
    try second.load()
    func titles(_ context: Context) -> [String] {
      context.entity(DurableID("board"))?.targets(of: Cards.self).map { title($0) ?? "-" } ?? []
    }
    func read() throws -> [String] {
      let context = Context()
      try self.store(context).load()
      return titles(context)
    }
    // Both add a link, the second without having read that of the first: both are in the list.
    try first.transaction { board.link(to: cards[6], as: Cards.self) }
    let theirs = try #require(other.entity(DurableID("board")))
    let seventh = try #require(other.entity(DurableID("7")))
    try second.transaction { theirs.link(to: seventh, as: Cards.self, at: 0) }
    #expect(try read() == ["7", "0", "1", "2", "3", "4", "5", "6"])
    try first.refresh(.mine)
    try second.refresh(.mine)
    #expect(titles(context) == (try read()) && titles(other) == titles(context))
    try second.transaction { theirs.unlink(from: seventh, as: Cards.self) }
    try first.refresh(.mine)
    #expect(titles(context) == ["0", "1", "2", "3", "4", "5", "6"])
    try first.transaction(label: "Add") { board.link(to: cards[8], as: Cards.self, at: 2) }
    try first.transaction(label: "Drop") { board.unlink(from: cards[0], as: Cards.self) }
    #expect(try read() == ["1", "8", "2", "3", "4", "5", "6"])
    _ = undo
    let third = Context()
    let store = self.store(third)
    let steps = UndoStack(store)
    try store.load()
    #expect(steps.undoLabel == "Drop")
    try steps.undo()
    #expect(titles(third) == ["0", "1", "8", "2", "3", "4", "5", "6"])
    try steps.undo()
    #expect(titles(third) == ["0", "1", "2", "3", "4", "5", "6"])
    try store.save()
    #expect(try read() == titles(third))
    try steps.redo()
    try store.save()
    #expect(try read() == ["0", "1", "8", "2", "3", "4", "5", "6"])
  }

  @Test("entities are loaded in creation order")
  func order() throws {
    let context = Context()
    let undo = UndoStack(context)
    let all: [Entity]
    do {
      let store = store(context)
      all = try store.transaction {
        ["a", "b", "c", "d"].map { context.createEntity(Card(title: $0)) }
      }
      try store.transaction { all[0].set(Card(title: "a2")) }
      try store.transaction { all[1].destroy() }
      try undo.undo()
      try store.save()
    }
    func titles(_ context: Context) -> [String?] {
      context.group(.all(Card.self)).map { title($0) }
    }
    let second = Context()
    do {
      let store = store(second)
      try store.load()
      #expect(titles(second) == ["a2", "b", "c", "d"])
      try store.transaction {
        second.createEntity(Card(title: "e"))
        second.entities[2].set(Card(title: "c2"))
      }
    }
    let third = Context()
    try store(third).load()
    #expect(titles(third) == ["a2", "b", "c2", "d", "e"])
  }

  @Test("unreadable values are reported, preserved, and not overwritten")
  func unread() throws {
    struct Old: StoredComponent, Codable, Equatable {
      static let storedName = "tag"
      static let storedVersion = 2
      var word: String
      static func migrated(from old: StoredValue) throws -> Old { throw Refusal() }
    }
    struct Wider: StoredComponent, Codable, Equatable {
      static let storedName = "card"
      var title: String
      var color: String
    }
    struct Refusal: Error {}
    do {
      let context = Context()
      try store(context).transaction { context.createEntity(Card(title: "a"), Tag(word: "x")) }
    }
    do {
      let context = Context()
      let store = store(context, StoredComponents(Old.self, Wider.self))
      #expect(try store.load() == 2)
      #expect(store.unread.map(\.component) == ["card", "tag"])
      #expect(store.unread[0].reason.contains("color"))
      let entity = context.entities[0]
      #expect(throws: StoreError.self) {
        try store.transaction { entity.set(Wider(title: "b", color: "red")) }
      }
      #expect(!entity.has(Wider.self))
    }
    let context = Context()
    let store = store(context)
    #expect(try store.load() == 0)
    #expect(title(context.entities.first) == "a" && context.entities[0][Tag.self]?.word == "x")
  }

  @Test(
    "a snapshot includes links, aliases and entities in components, under old and new ids"
  )
  func snapshot() throws {
    let context = Context()
    let board = context.createEntity(Card(title: "board"))
    let cards = ["a", "b"].map { context.createEntity(Card(title: $0)) }
    for card in cards { board.link(to: card, as: Cards.self) }
    cards[0].set(Assigned(to: board, second: cards[1]))
    context.alias("current").point(to: cards[1])
    context.add(Tag(word: "x"), to: board)
    func check(_ copy: Context) throws {
      let board = try #require(copy.group(.all(Links<Cards>.self)).first { _ in true })
      #expect(board.targets(of: Cards.self).map { title($0) } == ["a", "b"])
      let card = try #require(board.targets(of: Cards.self).first)
      #expect(card[Assigned.self]?.to == board && title(card[Assigned.self]?.second) == "b")
      #expect(title(copy.alias("current").entity) == "b")
      #expect(board.values(of: Tag.self).map(\.word) == ["x"])
    }
    let withoutIDs = StoredSnapshot(try StoredSnapshot(of: context, Self.all).bytes)
    let copy = Context()
    withoutIDs.restore(into: copy, Self.all)
    try check(copy)
    for entity in context.entities { entity.durableID() }
    let saved = StoredSnapshot(try StoredSnapshot(of: context, Self.all).bytes)
    let second = Context()
    saved.restore(into: second, Self.all)
    saved.restore(into: second, Self.all)
    try check(second)
    #expect(second.count == context.count)
    let third = Context()
    third.createEntity()
    saved.restore(into: third, Self.all, ids: .new)
    try check(third)
    // What leads out of the snapshot is not read, and is in no other snapshot lost.
    let part = try StoredSnapshot(of: context, Self.all, matching: .all(Assigned.self))
    let fourth = Context()
    let entity = part.restore(into: fourth, Self.all)[0]
    #expect(entity[UnreadValues.self]?.values.keys.sorted() == ["assigned"])
  }

  @Test("delete rules run for changes by the program, not for loaded ones")
  func rules() throws {
    do {
      let context = Context()
      let relations = RelationRules(Cards.self, in: context)
      _ = relations
      let store = store(context)
      let board = try store.transaction {
        let board = context.createEntity(Card(title: "board"))
        board.link(to: context.createEntity(Card(title: "a")), as: Cards.self)
        return board
      }
      try store.transaction { board.destroy() }
      #expect(context.isEmpty)
    }
    let context = Context()
    let relations = RelationRules(Cards.self, in: context)
    _ = relations
    try store(context).load()
    #expect(context.isEmpty)
  }

  @Test("a destroyed entity restored by undo is written with its references")
  func undone() throws {
    let context = Context()
    let relations = RelationRules(Cards.self, in: context)
    _ = relations
    let undo = UndoStack(context)
    let store = store(context)
    let board = try store.transaction {
      let board = context.createEntity(Card(title: "board"))
      for title in ["a", "b"] {
        board.link(to: context.createEntity(Card(title: title)), as: Cards.self)
      }
      return board
    }
    try store.transaction { board.targets(of: Cards.self)[0].destroy() }
    try store.transaction { board.destroy() }
    try undo.undo()
    try undo.undo()
    try store.save()
    let copy = Context()
    #expect(try self.store(copy).load() == 0)
    let found = try #require(copy.entities.first)
    #expect(found.targets(of: Cards.self).map { title($0) } == ["a", "b"])
  }
}
