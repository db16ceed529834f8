import Basics
import ECSDetached
import ECSHistory
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

private struct Item: StoredComponent, Codable, Equatable {
  static let storedName = "item"
  var text: String
}

private enum Items: StoredRelation { static let storedName = "items" }

private enum Owner: StoredRelation {
  static let storedName = "owner"
  static var isToOne: Bool { true }
}

private enum Rated: StoredRelation {
  typealias Data = Int
  static let storedName = "rated"
}

/// Several writers of the same lists: two processes of one folder, two devices, and a device whose
/// program does not know lists and only carries them.
///
/// The failure text contains the seed. `KONF_LONG` is the number of scripts, and `KONF_SEED` selects
/// one of them.
@Suite("Random scripts over lists with several writers")
struct ListScriptTests {
  private static let count = max(24, Environment.number("KONF_LONG") ?? 0)
  private static let groupSize = min(100, count)
  private static let groups = 0..<count / groupSize

  @Test("every item that nobody removed is in its list once", arguments: groups)
  func scripts(group: Int) throws {
    if let seed = Environment.number("KONF_SEED") {
      return try Script(seed: UInt64(seed)).run(steps: 40)
    }
    for number in 1...Self.groupSize {
      try Script(seed: UInt64(group * Self.groupSize + number)).run(steps: 40)
    }
  }
}

/// A link that a writer has seen in a list.
private struct Membership: Hashable {
  let list: String
  let item: String
}

private final class Writer {
  static let components = StoredComponents(
    Item.self, Links<Items>.self, Links<Rated>.self, Links<Owner>.self)

  let name: String
  let folder: String
  let knowsLists: Bool
  private(set) var context = Context()
  private(set) var store: ComponentStore
  private(set) var undo: UndoStack
  private var relations: RelationRules
  /// The entities named by the conflicts that it was told of.
  var told: Set<String> = []

  init(_ name: String, in folder: String, knowsLists: Bool = true) throws {
    (self.name, self.folder, self.knowsLists) = (name, folder, knowsLists)
    (context, store, relations, undo) = Self.open(folder, knowsLists)
    try store.load()
  }

  func reopen() throws {
    (context, store, relations, undo) = Self.open(folder, knowsLists)
    try store.load()
  }

  private static func open(
    _ folder: String, _ knowsLists: Bool
  ) -> (Context, ComponentStore, RelationRules, UndoStack) {
    let context = Context()
    let store = ComponentStore(
      context, in: folder, knowsLists ? components : StoredComponents(Item.self)
    ) { 1_600_000_000 }
    let relations = RelationRules(Items.self, Rated.self, Owner.self, in: context)
    return (context, store, relations, UndoStack(store))
  }

  var entities: [Entity] { Array(context.group(.all(Item.self))) }

  func find(_ id: String) -> Entity? { context.entity(DurableID(id)) }

  /// The ids of the targets of all lists, in order.
  var lists: [String: [String]] {
    var lists: [String: [String]] = [:]
    for entity in context.group(.all(Links<Items>.self)) {
      lists[id(entity)] = entity.targets(of: Items.self).map(id)
    }
    return lists
  }

  /// Everything that writers must agree on.
  var state: [String] {
    entities.map { entity in
      let rated = entity.links(of: Rated.self).map { "\(id($0.target)) \($0.data)" }
      return "\(id(entity)): \(entity.targets(of: Items.self).map(id)), rated \(rated), "
        + "owner \(entity.targets(of: Owner.self).map(id)), \(entity[Item.self]?.text ?? "")"
    }.sorted()
  }

  var memberships: Set<Membership> {
    Set(lists.flatMap { list, items in items.map { Membership(list: list, item: $0) } })
  }

  private func id(_ entity: Entity) -> String { entity[DurableID.self]?.text ?? "" }

  func refresh() throws { note(try store.refresh(.mine)) }

  func sync(in path: String) throws {
    try store.save()
    let sync = try store.sync(in: path, as: name, .mine)
    told.formUnion(sync.differences.map(\.entity.text))
    note(sync.conflicts)
  }

  private func note(_ conflicts: [ComponentStore.Conflict]) {
    told.formUnion(conflicts.map(\.entity.text))
  }
}

private final class Script {
  let seed: UInt64
  let temporary = TemporaryFolder()
  var random: SplitMix64
  let shared: String
  var writers: [Writer] = []
  var created = 0
  /// The memberships that a writer has removed, or moved elsewhere.
  var removed: Set<Membership> = []
  var added: Set<Membership> = []
  /// The entities that a writer has destroyed.
  var destroyed: Set<String> = []
  /// The memberships that a writer added while another one, who did not know of it, destroyed an end.
  var cut: Set<Membership> = []

  init(seed: UInt64) throws {
    self.seed = seed
    random = SplitMix64(seed: seed)
    shared = "\(temporary.path)/shared"
    mkdir(shared, 0o700)
    let phone = "\(temporary.path)/phone"
    writers = [try Writer("phone", in: phone)]
    try start(writers[0])
    writers.append(try Writer("phone", in: phone))
    for name in ["laptop", "tablet"].prefix(seed.isMultiple(of: 3) ? 2 : 1) {
      writers.append(try Writer(name, in: "\(temporary.path)/\(name)"))
    }
    if seed.isMultiple(of: 2) {
      writers.append(try Writer("carrier", in: "\(temporary.path)/carrier", knowsLists: false))
    }
    for writer in writers { try writer.sync(in: shared) }
  }

  var comment: Comment { "seed \(seed)" }

  /// Creates three lists; one is empty.
  private func start(_ writer: Writer) throws {
    try writer.store.transaction {
      for number in 0..<3 {
        let list = create(writer)
        for _ in 0..<2 * number { list.link(to: create(writer), as: Items.self) }
      }
    }
    added.formUnion(writer.memberships)
  }

  private func create(_ writer: Writer) -> Entity {
    created += 1
    return writer.context.createEntity(DurableID("e\(created)"), Item(text: "\(created)"))
  }

  func run(steps: Int) throws {
    for _ in 0..<steps {
      let writer = writers.oneElement(using: &random)
      switch Int.random(in: 0..<14, using: &random) {
      case 0: try writer.refresh()
      case 1, 2: try writer.sync(in: shared)
      case 3:
        try writer.store.save()
        // Opening a store reports no conflicts.
        try writer.refresh()
        try writer.reopen()
      case 4 where writer.knowsLists: try change(writer) { self.move(writer) }
      default: if writer.knowsLists { try change(writer) { self.changeLists(writer) } }
      }
    }
    try finish()
  }

  /// Changes lists, saves them most of the time, and notes what the writer added and removed.
  private func change(_ writer: Writer, _ body: () -> Void) throws {
    let (before, entities) = (writer.memberships, ids(writer))
    body()
    if Int.random(in: 0..<4, using: &random) > 0 { try writer.store.save() }
    let after = writer.memberships
    added.formUnion(after.subtracting(before))
    removed.formUnion(before.subtracting(after))
    let gone = entities.subtracting(ids(writer))
    destroyed.formUnion(gone)
    for membership in added.subtracting(before) where !removed.contains(membership) {
      if gone.contains(membership.list) || gone.contains(membership.item) { cut.insert(membership) }
    }
  }

  private func ids(_ writer: Writer) -> Set<String> {
    Set(writer.entities.compactMap { $0[DurableID.self]?.text })
  }

  private func move(_ writer: Writer) {
    // A step that others have changed since cannot be undone.
    do {
      if Int.random(in: 0..<3, using: &random) > 0 {
        _ = try writer.undo.undo()
      } else {
        _ = try writer.undo.redo()
      }
    } catch {}
  }

  private func changeLists(_ writer: Writer) {
    let entities = writer.entities
    let lists = Array(entities.prefix(3))
    guard let list = lists.randomElement(using: &random),
      let other = lists.randomElement(using: &random)
    else { return }
    let items = list.targets(of: Items.self)
    writer.context.transaction(label: "edit") {
      switch Int.random(in: 0..<16, using: &random) {
      case 0...3: list.link(to: create(writer), as: Items.self)
      case 4: list.link(to: create(writer), as: Items.self, at: 0)
      case 5, 6:
        let position = Int.random(in: 0...items.count, using: &random)
        list.link(to: create(writer), as: Items.self, at: position)
      case 7...9:
        guard let item = items.randomElement(using: &random) else { return }
        list.unlink(from: item, as: Items.self)
        let count = other.targets(of: Items.self).count
        let goal = Int.random(in: 0..<2, using: &random) == 0 ? list : other
        // A second link to the item would stay a second link.
        if goal.targets(of: Items.self).contains(item) { return }
        goal.link(to: item, as: Items.self, at: .random(in: 0...count, using: &random))
      case 10: if let item = items.randomElement(using: &random) { link(list, item) }
      case 11:
        guard let item = items.randomElement(using: &random) else { return }
        list.unlink(from: item, as: Items.self)
      case 12: list.link(to: entities.oneElement(using: &random), as: Owner.self)
      case 13:
        var links = list.links(of: Items.self)
        links.shuffle(using: &random)
        if !links.isEmpty { list.set(Links<Items>(links)) }
      case 14: list.set(Item(text: "\(Int.random(in: 0..<9, using: &random))"))
      default:
        if Int.random(in: 0..<3, using: &random) == 0 {
          entities.randomElement(using: &random)?.destroy()
        }
      }
    }
  }

  /// Links to an item once more, or with data.
  private func link(_ list: Entity, _ item: Entity) {
    let data = Int.random(in: 0..<5, using: &random)
    list.link(to: item, as: Rated.self, data)
  }

  // MARK: The end

  private func finish() throws {
    for _ in 0..<3 {
      for writer in writers {
        try writer.refresh()
        try writer.sync(in: shared)
      }
    }
    for writer in writers { try writer.refresh() }
    let readers = writers.filter(\.knowsLists)
    let state = readers[0].state
    for writer in readers { #expect(writer.state == state, "seed \(seed): \(writer.name)") }
    let lists = readers[0].lists
    for membership in added.subtracting(removed)
    where !destroyed.contains(membership.list) && !destroyed.contains(membership.item) {
      let count = lists[membership.list, default: []].count { $0 == membership.item }
      #expect(count == 1, "seed \(seed): \(membership)")
    }
    let told = writers.reduce(into: Set<String>()) { $0.formUnion($1.told) }
    let there = ids(readers[0])
    for membership in cut where !removed.contains(membership) {
      if lists[membership.list]?.contains(membership.item) ?? false { continue }
      guard there.contains(membership.item) || there.contains(membership.list) else { continue }
      let names: Set = [membership.list, membership.item]
      #expect(!told.isDisjoint(with: names), "seed \(seed): nobody is told of \(membership)")
    }
    for writer in readers {
      try writer.reopen()
      #expect(writer.state == state, "seed \(seed): \(writer.name), opened again")
    }
  }
}
