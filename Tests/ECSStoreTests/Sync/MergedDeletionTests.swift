import Basics
import ECSDetached
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

private struct Card: StoredComponent, Codable, Equatable {
  static let storedName = "card"
  var title: String
}

/// A board owns its cards.
private enum Cards: StoredRelation {
  typealias Data = Int
  static let storedName = "cards"
  static var deleteRule: DeleteRule { .cascade }
}

/// A person cannot be deleted while the person has tasks.
private enum Tasks: StoredRelation {
  static let storedName = "tasks"
  static var deleteRule: DeleteRule { .deny }
}

/// Delete rules act where a deletion is made, and never in a merge.
@Suite struct MergedDeletionTests {
  private final class Writer {
    let name: String
    let context = Context()
    let store: ComponentStore
    let relations: RelationRules

    init(_ name: String, _ folder: TemporaryFolder) throws {
      self.name = name
      store = ComponentStore(
        context, in: "\(folder.path)/\(name)",
        StoredComponents(Card.self, Links<Cards>.self, Links<Tasks>.self)
      ) { 7 }
      relations = RelationRules(Cards.self, Tasks.self, in: context)
      try store.load()
    }

    func find(_ id: String) -> Entity? { context.entity(DurableID(id)) }

    func make(_ id: String) -> Entity {
      find(id) ?? context.createEntity(DurableID(id), Card(title: id))
    }

    func add(_ id: String, _ data: Int = 0) {
      make("board").link(to: make(id), as: Cards.self, data)
    }

    /// Merges the changes of the other writer, saved or synced, and returns what it is told.
    func merge(_ shared: String?) throws -> [(entity: String, mine: Any?, theirs: Any?)] {
      guard let shared else {
        return try store.refresh(.mine).map { ($0.entity.text, $0.mine, $0.theirs) }
      }
      try store.save()
      let sync = try store.sync(in: shared, as: name, .mine)
      return sync.conflicts.map { ($0.entity.text, $0.mine, $0.theirs) }
        + sync.differences.map { ($0.entity.text, $0.mine, $0.theirs) }
    }

    var cards: [String] {
      (find("board")?.targets(of: Cards.self) ?? []).compactMap { $0[DurableID.self]?.text }
    }
  }

  private let folder = TemporaryFolder()
  private let shared: String

  init() { shared = folder.makeFolder("shared") }

  /// Two processes, or two devices.
  private func two(areDevices: Bool) throws -> (Writer, Writer, String?) {
    let first = try Writer("phone", folder)
    try first.store.transaction {
      first.add("a", 1)
      first.make("ada").link(to: first.make("write"), as: Tasks.self)
      _ = first.make("bob")
    }
    let path = areDevices ? shared : nil
    if areDevices { _ = try first.merge(path) }
    let second = try Writer(areDevices ? "desk" : "phone", folder)
    if areDevices { _ = try second.merge(path) }
    return (first, second, path)
  }

  /// Merges until both writers know everything, and returns everything that they are told.
  private func settle(
    _ writers: [Writer], _ shared: String?
  ) throws -> [(entity: String, mine: Any?, theirs: Any?)] {
    var told: [(entity: String, mine: Any?, theirs: Any?)] = []
    for writer in writers + writers + writers { told += try writer.merge(shared) }
    return told
  }

  @Test(
    "a cascade destroys the cards that its writer knew, and no other one",
    arguments: [false, true], [false, true])
  func cascade(areDevices: Bool, isSavedFirst: Bool) throws {
    let (first, second, shared) = try two(areDevices: areDevices)
    second.add("new", 5)
    if isSavedFirst { try second.store.save() }
    try first.store.transaction { first.find("board")?.destroy() }
    let told = try settle([first, second], shared)
    if !isSavedFirst { try second.store.save() }
    _ = try settle([first, second], shared)
    for writer in try [first, second, Writer(first.name, folder)] {
      #expect(writer.find("new") != nil, "\(writer.name)")
      #expect(writer.find("a") == nil && !writer.store.hasUnsavedChanges)
    }
    // The lost link and its data can be set again.
    let values = told.filter { $0.entity == "board" }.flatMap { [$0.mine, $0.theirs] }
    let links = values.compactMap { $0 as? Links<Cards> }.flatMap(\.links)
    let isBack = first.find("board") != nil
    #expect(isBack || links.contains { $0.data == 5 }, "\(told)")
    #expect(second.cards == first.cards)
  }

  @Test(
    "a task that was given to a deleted person is reported", arguments: [false, true])
  func deny(areDevices: Bool) throws {
    let (first, second, shared) = try two(areDevices: areDevices)
    #expect(throws: RelationRules.DeletionError.self) {
      try first.find("ada").map { try first.relations.delete($0) }
    }
    try second.store.transaction {
      second.make("bob").link(to: second.make("test"), as: Tasks.self)
    }
    // The first writer does not know of the task, so nothing denies the deletion.
    try first.find("bob").map { try first.relations.delete($0) }
    try first.store.save()
    let told = try settle([first, second], shared)
    for writer in [first, second] {
      #expect(writer.find("bob") == nil && writer.find("test") != nil)
    }
    let targets = told.filter { $0.entity == "bob" }
      .flatMap { [$0.mine, $0.theirs] }.compactMap { $0 as? Links<Tasks> }.flatMap(\.targets)
    #expect(targets.contains { $0[DurableID.self]?.text == "test" }, "\(told)")
  }
}
