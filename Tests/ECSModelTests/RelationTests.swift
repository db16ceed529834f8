import ECSHistory
import ECSKit
import ECSModel
import TestSupport
import Testing

private struct Name: Component, Equatable {
  let text: String
}

/// A whole and its parts.
private enum Parts: Relation {
  static var deleteRule: DeleteRule { .cascade }
}

/// A person and what they like, how much.
private enum Likes: Relation {
  typealias Data = Int
}

/// A shelf and the books that must be taken away first.
private enum Holds: Relation {
  static var deleteRule: DeleteRule { .deny }
}

private enum Publisher: Relation {
  static var isToOne: Bool { true }
}

/// Links and the rules for what is destroyed.
///
/// This is one file, since all tests use the same relations.
@Suite struct RelationTests {
  private let context = Context()
  private let relations: RelationRules

  init() {
    relations = RelationRules(
      Parts.self, Likes.self, Holds.self, Publisher.self, in: context)
  }

  private func make(_ count: Int) -> [Entity] {
    (0..<count).map { context.createEntity(Name(text: "\($0)")) }
  }

  // MARK: Links

  @Test("links keep their order and data, and are found from both ends")
  func links() {
    let all = make(3)
    all[0].link(to: all[1], as: Likes.self, 5)
    all[0].link(to: all[2], as: Likes.self, 3, at: 0)
    all[1].link(to: all[2], as: Likes.self, 1, at: 7)
    #expect(all[0].links(of: Likes.self).map(\.data) == [3, 5])
    #expect(all[0].targets(of: Likes.self) == [all[2], all[1]])
    #expect(context.sources(of: Likes.self, to: all[2]) == [all[0], all[1]])
    #expect(context.sources(of: Likes.self, to: all[0]) == [])
    all[0].modify(Links<Likes>.self) { $0.links.reverse() }
    #expect(all[0].targets(of: Likes.self) == [all[1], all[2]])
    all[0].unlink(from: all[1], as: Likes.self)
    all[0].unlink(from: all[1], as: Likes.self)
    #expect(all[0].targets(of: Likes.self) == [all[2]])
    all[0].unlink(from: all[2], as: Likes.self)
    #expect(!all[0].has(Links<Likes>.self) && all[2].isAlive)
  }

  @Test("a to-one relation keeps the last link, however it is set")
  func toOne() {
    let all = make(3)
    all[0].link(to: all[1], as: Publisher.self)
    all[0].link(to: all[2], as: Publisher.self, at: 0)
    #expect(all[0].targets(of: Publisher.self) == [all[2]])
    #expect(context.sources(of: Publisher.self, to: all[1]) == [])
    let both = [all[2], all[1]].map { Link<Publisher>(to: $0, NoData()) }
    all[0].set(Links(both))
    #expect(all[0].targets(of: Publisher.self) == [all[1]])
    all[0].modify(Links<Publisher>.self) { $0.links += both.prefix(1) }
    #expect(all[0].targets(of: Publisher.self) == [all[2]])
  }

  @Test("one part can be twice in a whole and in two wholes (unlike in CohesionKit)")
  func twoPlaces() {
    let all = make(4)
    for part in [all[2], all[3], all[2]] { all[0].link(to: part, as: Parts.self) }
    all[1].link(to: all[2], as: Parts.self)
    #expect(all[0].targets(of: Parts.self) == [all[2], all[3], all[2]])
    #expect(context.sources(of: Parts.self, to: all[2]) == [all[0], all[1]])
    all[2].destroy()
    #expect(all[0].targets(of: Parts.self) == [all[3]] && !all[1].has(Links<Parts>.self))
  }

  // MARK: Costs

  /// What a link says, which counts how often it is compared.
  private struct Counted: Equatable {
    final class Counter { var count = 0 }
    let number: Int
    let counter: Counter

    static func == (first: Counted, second: Counted) -> Bool {
      first.counter.count += 1
      return first.number == second.number
    }
  }

  private enum Counts: Relation { typealias Data = Counted }

  @Test("a change of one link compares no other link, however many exist")
  func comparisons() {
    let all = make(1000)
    let counter = Counted.Counter()
    for (number, part) in all.enumerated().dropFirst() {
      all[0].link(to: part, as: Counts.self, Counted(number: number, counter: counter))
    }
    // A value of as many links; one of them differs.
    all[0].link(to: all[5], as: Counts.self, Counted(number: 5, counter: counter))
    var links = all[0][Links<Counts>.self]?.links ?? []
    #expect(links.count == 1000)
    for part in all.dropFirst(2) { all[0].unlink(from: part, as: Counts.self) }
    #expect(counter.count == 0 && all[0].targets(of: Counts.self) == [all[1]])
    links.removeLast(998)
    all[0].set(Links<Counts>(links))
    #expect(all[0].targets(of: Counts.self) == [all[1], all[2]])
  }

  @Test("links inserted anywhere, even a thousand at one position, stay in order")
  func insideOut() {
    let all = make(3000)
    var expected: [Entity] = []
    for (number, part) in all.enumerated() {
      // Between the same two, at the front, at the end, and where the last one was put.
      let position = [1, 0, expected.count, min(number / 2, expected.count)][number % 4]
      all[0].link(to: part, as: Likes.self, number, at: position)
      expected.insert(part, at: min(position, expected.count))
    }
    for (number, part) in all.enumerated().reversed() {
      all[1].link(to: part, as: Likes.self, number, at: 1)
    }
    #expect(all[0].targets(of: Likes.self) == expected)
    #expect(all[1].targets(of: Likes.self) == [all[2999]] + all.dropLast())
    #expect(all[0].links(of: Likes.self).map(\.target) == expected)
    #expect(context.sources(of: Likes.self, to: all[7]) == [all[0], all[1]])
  }

  // MARK: Other contexts

  @Test("a link to another context is refused, and a cascade does not reach that context")
  func otherContext() throws {
    let other = Context()
    let foreign = other.createEntity(Name(text: "foreign"))
    let all = make(2)
    #expect(!all[0].link(to: foreign, as: Parts.self))
    #expect(!all[0].has(Links<Parts>.self))
    // A value can still name it, but it means no entity.
    all[0].set(Links<Parts>([Link(to: foreign, NoData()), Link(to: all[1], NoData())]))
    #expect(all[0].targets(of: Parts.self) == [all[1]])
    #expect(all[0].links(of: Parts.self).map(\.target) == [all[1]])
    try relations.delete(all[0])
    #expect(context.isEmpty && foreign.isAlive)
    let whole = make(1)[0]
    whole.set(Links<Parts>([Link(to: foreign, NoData())]))
    whole.destroy()
    #expect(foreign.isAlive)
  }

  // MARK: Destroying

  @Test("a plain destroy leaves no dangling link, and cascades belong to the same change set")
  func plain() throws {
    let all = make(5)
    all[0].link(to: all[1], as: Parts.self)
    all[1].link(to: all[2], as: Parts.self)
    all[3].link(to: all[2], as: Likes.self, 4)
    all[3].link(to: all[4], as: Likes.self, 5)
    let before = context.entities.map { "\($0.components)" }
    let changes = context.recordChanges { all[0].destroy() }
    #expect(all.map(\.isAlive) == [false, false, false, true, true])
    #expect(all[3][Links<Likes>.self]?.targets == [all[4]])
    try context.apply(changes.inverse)
    #expect(context.entities.map { "\($0.components)" } == before)
    try context.apply(changes)
    #expect(context.entities == [all[3], all[4]])
  }

  @Test("a destroyed target is no longer read in the same transaction")
  func within() {
    let all = make(2)
    all[0].link(to: all[1], as: Likes.self, 1)
    context.transaction {
      all[1].destroy()
      #expect(all[0].targets(of: Likes.self) == [])
    }
    #expect(!all[0].has(Links<Likes>.self))
  }

  @Test("a whole that gave its parts away before its destruction takes none with it")
  func givenAway() {
    let all = make(3)
    all[0].link(to: all[1], as: Parts.self)
    context.transaction {
      all[0].remove(Links<Parts>.self)
      all[2].link(to: all[1], as: Parts.self)
      all[0].destroy()
    }
    #expect(all[2].targets(of: Parts.self) == [all[1]])
  }

  @Test("an entity destroyed and restored in one transaction keeps its links and parts")
  func back() throws {
    let all = make(3)
    all[0].link(to: all[1], as: Parts.self)
    all[1].link(to: all[2], as: Parts.self)
    try context.transaction {
      let changes = context.recordChanges { all[1].destroy() }
      try context.apply(changes.inverse)
    }
    #expect(all[0].targets(of: Parts.self) == [all[1]])
    #expect(all[1].targets(of: Parts.self) == [all[2]])
  }

  @Test("undoing the creation of a whole keeps an older part linked to it")
  func undoCreation() throws {
    let part = make(1)[0]
    let undo = UndoStack(context)
    context.transaction {
      let whole = context.createEntity(Name(text: "whole"))
      whole.link(to: part, as: Parts.self)
    }
    _ = try undo.undo()
    #expect(context.entities == [part])
    _ = try undo.redo()
    #expect(context.sources(of: Parts.self, to: part).count == 1)
  }

  @Test("undoing the creation of a clone or of an entity with parts keeps existing parts")
  func undoOfSharedParts() throws {
    let context = Context()
    let relations = RelationRules(Parts.self, in: context)
    _ = relations
    let stack = UndoStack(context)
    let part = context.createEntity()
    let whole = context.createEntity(Links<Parts>([Link(to: part, NoData())]))
    _ = whole.clone()
    try stack.undo()
    #expect(whole.isAlive && part.isAlive)
    try stack.undo()
    #expect(!whole.isAlive && part.isAlive)
    try stack.redo()
    #expect(whole.targets(of: Parts.self) == [part])
    whole.destroy()
    #expect(!part.isAlive)
    try stack.undo()
    #expect(part.isAlive && whole.targets(of: Parts.self) == [part])
    try stack.redo()
    #expect(!part.isAlive && context.isEmpty)
  }

  @Test(
    "sources are found whether their targets are alive, dead, or of another context",
    arguments: 0..<20)
  func slots(seed: UInt64) {
    enum Points: Relation {}
    var random = SplitMix64(seed: seed)
    let context = Context()
    // Links of a relation that is not followed stay when their target is gone.
    var targets = [Context(), context, context].map { $0.createEntity() }
    let sources = (0..<8).map { _ in context.createEntity() }
    for _ in 0..<200 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        guard let target = targets.randomElement(using: &random) else { continue }
        if target.isAlive { target.destroy() }
        targets.append(context.createEntity())
      case 1:
        sources.randomElement(using: &random)?.remove(Links<Points>.self)
      default:
        let links = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
          targets.randomElement(using: &random)
        }
        sources.randomElement(using: &random)?
          .set(Links<Points>(links.map { Link(to: $0, NoData()) }))
      }
      for target in targets {
        let expected = sources.filter { $0[Links<Points>.self]?.targets.contains(target) ?? false }
        #expect(context.sources(of: Points.self, to: target) == expected)
      }
    }
  }

  @Test("a destroyed entity cannot be linked")
  func deadTarget() {
    let all = make(2)
    all[1].destroy()
    #expect(!all[0].link(to: all[1], as: Likes.self, 1))
    #expect(!all[0].has(Links<Likes>.self))
  }

  @Test("a chain longer than the cascade limit is destroyed completely")
  func chain() {
    let misuses = context.collectMisuses()
    let all = make(context.cascadeLimit * 3)
    for (whole, part) in zip(all, all.dropFirst()) { whole.link(to: part, as: Parts.self) }
    all[0].destroy()
    #expect(context.isEmpty && misuses.items.isEmpty)
  }

  @Test("cycles end (unlike in CohesionKit, which recurses endlessly)", arguments: [true, false])
  func cycles(isPlain: Bool) throws {
    let all = make(3)
    for number in all.indices { all[number].link(to: all[(number + 1) % 3], as: Parts.self) }
    all[0].link(to: all[0], as: Parts.self)
    var calls = 0
    relations.observe(all[0]) { _ in calls += 1 }
    all[2].set(Name(text: "new"))
    #expect(calls == 1)
    if isPlain { all[1].destroy() } else { try relations.delete(all[1]) }
    #expect(context.isEmpty && calls == 2)
  }

  // MARK: Deleting

  @Test("deny reports all denying entities and leaves everything unchanged")
  func deny() {
    let all = make(5)
    all[0].link(to: all[1], as: Parts.self)
    all[1].link(to: all[2], as: Holds.self)
    all[1].link(to: all[3], as: Holds.self)
    all[4].link(to: all[0], as: Likes.self, 1)
    let before = context.entities.map { "\($0.components)" }
    var events = 0
    context.observe { _ in events += 1 }
    let error = #expect(throws: RelationRules.DeletionError.self) {
      try relations.delete(all[4], all[0])
    }
    #expect(
      error?.description == """
        entity 2 cannot be deleted while Holds links it to entity 3; \
        entity 2 cannot be deleted while Holds links it to entity 4
        """)
    #expect(error?.denials.map(\.target) == [3, 4])
    #expect(context.entities.map { "\($0.components)" } == before && events == 0)
  }

  @Test("a target that is also deleted does not deny")
  func denyWithin() throws {
    let all = make(3)
    all[0].link(to: all[1], as: Parts.self)
    all[0].link(to: all[1], as: Holds.self)
    all[0].link(to: all[2], as: Holds.self)
    try relations.delete(all[0], all[2])
    #expect(context.isEmpty)
  }

  @Test("a plain destroy cannot be refused")
  func denyPlain() {
    let all = make(2)
    all[0].link(to: all[1], as: Holds.self)
    all[0].destroy()
    #expect(context.entities == [all[1]])
  }

  @Test("undoing a delete restores everything, under its handles and label")
  func undo() throws {
    let all = make(5)
    let undo = UndoStack(context)
    all[0].link(to: all[1], as: Parts.self)
    all[1].link(to: all[2], as: Parts.self)
    all[3].link(to: all[1], as: Likes.self, 2)
    context.alias("part").point(to: all[2])
    let before = context.entities.map { "\($0.components)" }
    try relations.delete(all[0], label: "Delete")
    #expect(context.count == 3 && context.alias("part").entity == nil)
    #expect(undo.undoLabel == "Delete")
    _ = try undo.undo()
    #expect(context.entities.map { "\($0.components)" } == before)
    #expect(context.alias("part").entity == all[2])
    _ = try undo.redo()
    #expect(context.count == 3)
  }

  @Test("a delete inside a transaction that throws is rolled back")
  func rolledBack() {
    struct Refusal: Error {}
    let all = make(2)
    all[0].link(to: all[1], as: Parts.self)
    #expect(throws: Refusal.self) {
      try context.transaction {
        try relations.delete(all[0])
        throw Refusal()
      }
    }
    #expect(all[0].targets(of: Parts.self) == [all[1]])
  }

  @Test("deleting a destroyed entity is a misuse, like destroying it")
  func dead() throws {
    let misuses = context.collectMisuses()
    let all = make(1)
    try relations.delete(all[0], all[0])
    #expect(misuses.items.isEmpty)
    try relations.delete(all[0])
    #expect(misuses.items.count == 1)
  }

  // MARK: Wholes

  @Test("a whole is notified of its parts once per transaction, while they are its parts")
  func wholes() {
    let all = make(4)
    all[0].link(to: all[1], as: Parts.self)
    all[1].link(to: all[2], as: Likes.self, 1)
    all[1].link(to: all[2], as: Parts.self)
    var calls = 0
    let token = relations.observe(all[0]) { _ in calls += 1 }
    all[3].set(Name(text: "no part"))
    #expect(calls == 0)
    all[2].set(Name(text: "A to B to C"))
    #expect(calls == 1)
    context.transaction { for entity in all { entity.set(Name(text: "at once")) } }
    #expect(calls == 2)
    all[0].link(to: all[3], as: Parts.self)
    all[3].set(Name(text: "a part now"))
    #expect(calls == 4)
    all[0].unlink(from: all[1], as: Parts.self)
    #expect(calls == 5)
    all[2].set(Name(text: "a removed part"))
    #expect(calls == 5)
    all[3].destroy()
    #expect(calls == 6 && !all[0].has(Links<Parts>.self))
    token.cancel()
    token.cancel()
    all[0].set(Name(text: "nobody is notified"))
    #expect(calls == 6)
  }

  @Test("relations do not keep their context alive")
  func lifetime() {
    var context: Context? = Context()
    weak let weakContext = context
    if let context {
      let relations = RelationRules(Parts.self, in: context)
      relations.observe(context.createEntity()) { _ in }
      _ = Retention(of: .all(Name.self), along: relations)
    }
    context = nil
    #expect(weakContext == nil)
  }

  @Test("a target of a relation from one source moves to its new source, without cycles")
  func oneSource() {
    enum Folders: Relation { static var isFromOne: Bool { true } }
    let folders = make(4)
    for folder in folders[1...] {
      #expect(folders[0].link(to: folder, as: Folders.self))
    }
    #expect(folders[1].link(to: folders[2], as: Folders.self))
    #expect(context.sources(of: Folders.self, to: folders[2]) == [folders[1]])
    #expect(folders[0].targets(of: Folders.self) == [folders[1], folders[3]])
    #expect(folders[0].link(to: folders[1], as: Folders.self))
    #expect(folders[0].targets(of: Folders.self) == [folders[3], folders[1]])
    for folder in folders[...2] { #expect(!folders[2].link(to: folder, as: Folders.self)) }
    #expect(context.sources(of: Folders.self, to: folders[2]) == [folders[1]])
  }
}
