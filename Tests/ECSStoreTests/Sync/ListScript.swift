import Basics
import ECSDetached
import ECSHistory
import ECSKit
import ECSModel
import ECSStore
import TestSupport

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

/// A target that a writer has seen in a list.
private struct Membership: Hashable, CustomStringConvertible {
  let list: String
  let item: String

  var description: String { "\(item) in \(list)" }
}

/// A process with the store of a folder.
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

  /// The number of links of each membership.
  var memberships: [Membership: Int] {
    Dictionary(
      lists.flatMap { list, items in items.map { (Membership(list: list, item: $0), 1) } },
      uniquingKeysWith: +)
  }

  var ids: Set<String> { Set(entities.map(id)) }

  func id(_ entity: Entity) -> String { entity[DurableID.self]?.text ?? "" }

  func refresh(_ policy: SyncPolicy = .mine) throws { note(try store.refresh(policy)) }

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

/// A script over the lists of several writers.
///
/// Steps are random, or taken from an earlier run of the script.
final class ListScript {
  /// A step of one writer.
  ///
  /// Entities are named by their ids.
  struct Step: CustomStringConvertible {
    let writer: Int
    let kind: Kind

    var description: String { "\(writer) \(kind)" }

    enum Kind {
      case refresh(SyncPolicy)
      case sync, reopen, undo, redo, save
      case edit(Edit)
    }

    enum Edit {
      case add(to: String, String, at: Int?)
      case again(in: String, String, at: Int)
      case move(String, from: String, to: String, at: Int)
      case unlink(in: String, String)
      case order(String, seed: UInt64)
      case rate(String, String, Int)
      case own(String, String)
      case write(String, String)
      case destroy(String)
    }
  }

  private let temporary = TemporaryFolder()
  private var random: SplitMix64
  private let shared: String
  private var writers: [Writer] = []
  private var created = 0
  private(set) var steps: [Step] = []
  /// The memberships of which a writer has removed a link, or moved one elsewhere.
  private var removed: Set<Membership> = []
  /// The expected number of links of each membership.
  ///
  /// The first link is the same for all writers, and further links stay separate.
  private var added: [Membership: Int] = [:]
  /// The entities that a writer has destroyed.
  private var destroyed: Set<String> = []
  /// The memberships that a writer added while another one, who did not know of it, destroyed an
  /// end.
  private var cut: Set<Membership> = []

  init(seed: UInt64) throws {
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

  /// Creates three lists; one is empty.
  private func start(_ writer: Writer) throws {
    func create() -> Entity {
      let id = newID()
      return writer.context.createEntity(DurableID(id), Item(text: id))
    }
    try writer.store.transaction {
      for number in 0..<3 {
        let list = create()
        for _ in 0..<2 * number { list.link(to: create(), as: Items.self) }
      }
    }
    added = writer.memberships
  }

  private func newID() -> String {
    created += 1
    return "e\(created)"
  }

  // MARK: Steps

  /// Takes a random step.
  func takeStep() throws {
    let number = Int.random(in: writers.indices, using: &random)
    let writer = writers[number]
    let kind: Step.Kind
    switch Int.random(in: 0..<14, using: &random) {
    case 0: kind = .refresh(Int.random(in: 0..<4, using: &random) == 0 ? .theirs : .mine)
    case 1, 2: kind = .sync
    case 3: kind = .reopen
    case 4: kind = Int.random(in: 0..<3, using: &random) > 0 ? .undo : .redo
    default: kind = edit(writer).map(Step.Kind.edit) ?? .save
    }
    try take(Step(writer: number, kind: kind))
    if case .edit = kind, Int.random(in: 0..<4, using: &random) > 0 {
      try take(Step(writer: number, kind: .save))
    }
  }

  private func take(_ step: Step) throws {
    steps.append(step)
    try perform(step)
  }

  /// Returns a random edit of the lists that a writer knows.
  private func edit(_ writer: Writer) -> Step.Edit? {
    let entities = writer.entities
    let lists = Array(entities.prefix(3))
    guard let list = lists.randomElement(using: &random),
      let other = lists.randomElement(using: &random)
    else { return nil }
    let items = list.targets(of: Items.self)
    let (name, count) = (writer.id(list), items.count)
    let item = items.randomElement(using: &random).map(writer.id)
    switch Int.random(in: 0..<17, using: &random) {
    case 0...3: return .add(to: name, newID(), at: nil)
    case 4: return .add(to: name, newID(), at: 0)
    case 5, 6: return .add(to: name, newID(), at: .random(in: 0...count, using: &random))
    case 7...9:
      let goal = Int.random(in: 0..<2, using: &random) == 0 ? list : other
      let place = Int.random(in: 0...other.targets(of: Items.self).count, using: &random)
      return item.map { .move($0, from: name, to: writer.id(goal), at: place) }
    case 10: return item.map { .rate(name, $0, .random(in: 0..<5, using: &random)) }
    case 11: return item.map { .unlink(in: name, $0) }
    case 12: return .own(name, writer.id(entities.oneElement(using: &random)))
    case 13: return .order(name, seed: random.next())
    case 14: return item.map { .again(in: name, $0, at: .random(in: 0...count, using: &random)) }
    case 15: return .write(name, "\(Int.random(in: 0..<9, using: &random))")
    default:
      guard Int.random(in: 0..<3, using: &random) == 0 else { return nil }
      return .destroy(writer.id(entities.oneElement(using: &random)))
    }
  }

  /// Performs a step.
  ///
  /// A step about an entity that the writer does not know has no effect.
  func perform(_ step: Step) throws {
    let writer = writers[step.writer]
    switch step.kind {
    case .refresh(let policy): try writer.refresh(policy)
    case .sync: try writer.sync(in: shared)
    case .save: try writer.store.save()
    case .reopen:
      try writer.store.save()
      // Opening a store reports no conflicts.
      try writer.refresh()
      try writer.reopen()
    // A step that others have changed since cannot be undone.
    case .undo: note(writer) { do { _ = try writer.undo.undo() } catch {} }
    case .redo: note(writer) { do { _ = try writer.undo.redo() } catch {} }
    case .edit(let edit):
      if !writer.knowsLists { return }
      note(writer) { writer.context.transaction(label: "edit") { perform(edit, writer) } }
    }
  }

  private func perform(_ edit: Step.Edit, _ writer: Writer) {
    let find = writer.find
    switch edit {
    case .add(let list, let item, let place):
      guard let list = find(list) else { return }
      let new = find(item) ?? writer.context.createEntity(DurableID(item), Item(text: item))
      list.link(to: new, as: Items.self, at: place)
    case .again(let list, let item, let place):
      if let list = find(list), let item = find(item) {
        list.link(to: item, as: Items.self, at: place)
      }
    case .move(let item, let list, let goal, let place):
      guard let item = find(item), let list = find(list), let goal = find(goal) else { return }
      list.unlink(from: item, as: Items.self)
      // A second link to the item would stay a second link.
      if goal.targets(of: Items.self).contains(item) { return }
      goal.link(to: item, as: Items.self, at: place)
    case .unlink(let list, let item):
      if let list = find(list), let item = find(item) { list.unlink(from: item, as: Items.self) }
    case .order(let list, let seed):
      guard let list = find(list), list.has(Links<Items>.self) else { return }
      var random = SplitMix64(seed: seed)
      list.set(Links<Items>(list.links(of: Items.self).shuffled(using: &random)))
    case .rate(let list, let item, let data):
      if let list = find(list), let item = find(item) { list.link(to: item, as: Rated.self, data) }
    case .own(let list, let owner):
      if let list = find(list), let owner = find(owner) { list.link(to: owner, as: Owner.self) }
    case .write(let list, let text): find(list)?.set(Item(text: text))
    case .destroy(let entity): find(entity)?.destroy()
    }
  }

  /// Changes lists, and notes what the writer added and removed.
  private func note(_ writer: Writer, _ body: () -> Void) {
    let (before, entities) = (writer.memberships, writer.ids)
    body()
    let after = writer.memberships
    for (membership, count) in after where count > before[membership, default: 0] {
      let new = count - max(before[membership, default: 0], 1)
      added[membership] = added[membership, default: 1] + new
    }
    removed.formUnion(before.keys.filter { after[$0, default: 0] < before[$0, default: 0] })
    let gone = entities.subtracting(writer.ids)
    destroyed.formUnion(gone)
    for membership in added.keys where before[membership] == nil && !removed.contains(membership) {
      if gone.contains(membership.list) || gone.contains(membership.item) { cut.insert(membership) }
    }
  }

  // MARK: The end

  /// Exchanges all changes, and returns the first violated invariant, or nil.
  func failure() throws -> String? {
    for _ in 0..<3 {
      for writer in writers {
        try writer.refresh()
        try writer.sync(in: shared)
      }
    }
    for writer in writers { try writer.refresh() }
    let readers = writers.filter(\.knowsLists)
    let state = readers[0].state
    func difference(_ writer: Writer, _ name: String) -> String? {
      let other = writer.state
      if other == state { return nil }
      let (first, second) = (Set(state), Set(other))
      return "\(name) has \(second.subtracting(first).sorted()) instead of "
        + "\(first.subtracting(second).sorted())"
    }
    for (number, writer) in readers.enumerated() {
      if let difference = difference(writer, "\(number)") { return difference }
    }
    if let lost = lostMembership(readers[0]) { return lost }
    for (number, writer) in readers.enumerated() {
      try writer.reopen()
      if let difference = difference(writer, "\(number), opened again,") { return difference }
      for change in [{ $0.uncovered() }, shuffled] {
        let copy = try copy(of: writer, change)
        if let difference = difference(copy, "the same set of entries") { return difference }
      }
    }
    return nil
  }

  /// Returns a description of an item that is not in its list as often as expected.
  private func lostMembership(_ reader: Writer) -> String? {
    let lists = reader.lists
    for (membership, expected) in added
    where !removed.contains(membership) && !destroyed.contains(membership.list)
      && !destroyed.contains(membership.item)
    {
      let count = lists[membership.list, default: []].count { $0 == membership.item }
      if count != expected { return "\(membership) occurs \(count) times, not \(expected)" }
    }
    let told = writers.reduce(into: Set<String>()) { $0.formUnion($1.told) }
    for membership in cut where !removed.contains(membership) {
      if lists[membership.list]?.contains(membership.item) ?? false { continue }
      let names: Set = [membership.list, membership.item]
      if reader.ids.isDisjoint(with: names) || !told.isDisjoint(with: names) { continue }
      return "nobody is told of \(membership)"
    }
    return nil
  }

  private func shuffled(_ entries: [LogEntry]) -> [LogEntry] { entries.shuffled(using: &random) }

  /// Returns a new process that reads the entries of a writer's log in another form.
  private func copy(of writer: Writer, _ change: ([LogEntry]) -> [LogEntry]) throws -> Writer {
    let folder = "\(temporary.path)/copy"
    mkdir(folder, 0o700)
    let entries = try ChangeLog(folder: writer.folder, name: "store.log").read().entries
    let lines = change(entries).flatMap { LogLine.encode($0) + [UInt8(ascii: "\n")] }
    Files.write(lines, to: "\(folder)/store.log")
    return try Writer("copy", in: folder)
  }
}
