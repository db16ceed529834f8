import ECSDetached
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

/// Unique keys that several programs give to entities of one file.
@Suite("Unique keys in a file shared by several programs")
struct SharedKeyTests {
  private struct Seat: StoredComponent, Codable, Hashable {
    static let storedName = "seat"
    var number: Int
  }

  private static let components = StoredComponents(Health.self, Seat.self)
  private let folder = TemporaryFolder()

  private func opened() throws -> (Context, ComponentStore) {
    let context = Context()
    _ = context.identity(Seat.self)
    let store = ComponentStore(context, in: folder.path, Self.components) { 1 }
    try store.load()
    return (context, store)
  }

  private func seats(_ context: Context) -> [String] {
    context.entities.map { "\($0[DurableID.self]?.text ?? "") \($0[Seat.self]?.number ?? 0)" }
      .sorted()
  }

  @Test(
    "a key assigned on both sides is a conflict, which the policy resolves",
    arguments: [SyncPolicy.fail, .mine, .theirs], [true, false])
  func conflict(policy: SyncPolicy, isSaved: Bool) throws {
    let (mine, store) = try opened()
    let (theirs, other) = try opened()
    mine.createEntity(DurableID("a"), Seat(number: 1), Health(points: 1))
    theirs.createEntity(DurableID("b"), Seat(number: 1), Health(points: 2))
    if isSaved { try store.save() }
    try other.save()
    let conflicts = try store.refresh(policy)
    let conflict = try #require(conflicts.first)
    #expect(conflicts.count == 1 && conflict.entity == DurableID("a") && conflict.base == nil)
    #expect(conflict.mine as? Seat == Seat(number: 1))
    #expect(conflict.theirs as? Seat == Seat(number: 1))
    switch policy {
    case .fail: #expect(seats(mine) == ["a 1"])
    case .mine: #expect(seats(mine) == ["a 1", "b 0"])
    case .theirs: #expect(seats(mine) == ["a 0", "b 1"])
    }
    #expect(store.hasUnsavedChanges == (policy != .fail || !isSaved))
    if policy == .fail { return }
    try store.save()
    #expect(try seats(opened().0) == seats(mine))
    #expect(try store.refresh(.fail).isEmpty && store.unread.isEmpty)
    // The other program finds out when it refreshes.
    try other.refresh(.theirs)
    try other.save()
    #expect(seats(theirs) == seats(mine))
  }

  @Test("keys that others swapped arrive, whatever the order of the entities")
  func exchanged() throws {
    let (mine, store) = try opened()
    for (number, name) in ["a", "b", "c"].enumerated() {
      mine.createEntity(DurableID(name), Seat(number: number + 1))
    }
    try store.save()
    let (theirs, other) = try opened()
    let entities = theirs.entities
    for entity in entities { entity.remove(Seat.self) }
    for (number, entity) in entities.enumerated() { entity.set(Seat(number: (number + 1) % 3 + 1)) }
    try other.save()
    var refusals = 0
    mine.misuseHandler = { _ in refusals += 1 }
    #expect(try store.refresh(.fail).isEmpty)
    #expect(seats(mine) == ["a 2", "b 3", "c 1"] && refusals == 0 && !store.hasUnsavedChanges)
  }

  @Test("an unsaved value on each side can conflict with several keys")
  func chain() throws {
    let (mine, store) = try opened()
    for (number, name) in ["a", "b", "c"].enumerated() {
      mine.createEntity(DurableID(name), Seat(number: number + 1), Health(points: 1))
    }
    try store.save()
    let (theirs, other) = try opened()
    // Theirs: a has 2, b has 3, c has 4. Mine: c keeps 3, which is in the way of b, and b of a.
    for (name, number) in [("c", 4), ("b", 3), ("a", 2)] {
      theirs.entity(DurableID(name))?.set(Seat(number: number))
    }
    try other.save()
    let last = try #require(mine.entity(DurableID("c")))
    last.remove(Seat.self)
    mine.createEntity(DurableID("d"), Seat(number: 3), Health(points: 1))
    let conflicts = try store.refresh(.mine)
    #expect(conflicts.count == 3, "\(conflicts)")
    #expect(seats(mine) == ["a 1", "b 2", "c 0", "d 3"])
    try store.save()
    #expect(try seats(opened().0) == seats(mine))
  }

  @Test("the later of two equal keys in a file is used, and the other is listed")
  func bothInFile() throws {
    let (mine, store) = try opened()
    let (theirs, other) = try opened()
    theirs.createEntity(DurableID("b"), Seat(number: 1))
    mine.createEntity(DurableID("a"), Seat(number: 1))
    try store.save()
    try other.save()
    let context = Context()
    _ = context.identity(Seat.self)
    let reader = ComponentStore(context, in: folder.path, Self.components) { 1 }
    #expect(try reader.load() == 1)
    #expect(seats(context) == ["a 0", "b 1"] && !reader.hasUnsavedChanges)
    #expect(
      reader.unread.map(\.description) == [
        "a seat: found \"{\\\"number\\\":1}\"; expected a key that no other entity uses"
      ])
    try reader.transaction { context.entity(DurableID("a"))?.set(Health(points: 3)) }
    #expect(throws: StoreError.self) {
      try reader.transaction { context.entity(DurableID("a"))?.set(Seat(number: 2)) }
    }
  }
}
