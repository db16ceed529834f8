import ECSDetached
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

/// References to entities that were destroyed, here or by others.
@Suite("References to destroyed entities")
struct DestroyedTargetsTests {
  private enum Likes: StoredRelation { static let storedName = "likes" }

  /// A program on a file.
  private final class Run {
    let context = Context()
    let store: ComponentStore
    private let relations: RelationRules

    init(_ folder: TemporaryFolder) throws {
      relations = RelationRules(Likes.self, in: context)
      store = ComponentStore(
        context, in: folder.path,
        StoredComponents(Nickname.self, Links<Likes>.self, Alias.Target.self)
      ) { 1 }
      try store.load()
    }

    func entity(_ name: String) throws -> Entity {
      try #require(context.entity(DurableID(name)))
    }
  }

  private let folder = TemporaryFolder()

  private func begin() throws -> Run {
    let run = try Run(folder)
    try run.store.transaction {
      for name in ["ada", "bo"] { run.context.createEntity(DurableID(name), Nickname(name)) }
    }
    return run
  }

  @Test("an alias of a destroyed entity is not reported as a loss at the next start")
  func alias() throws {
    let first = try begin()
    try first.store.transaction { first.context.alias("current").point(to: try first.entity("bo")) }
    try first.store.transaction { try first.entity("bo").destroy() }
    for _ in 1...2 {
      let run = try Run(folder)
      #expect(try run.store.load() == 0 && run.store.unread.isEmpty)
      #expect(run.context.alias("current").entity == nil)
    }
  }

  @Test(
    "a link to an entity destroyed by another process is a conflict, saved or not",
    arguments: [true, false])
  func link(isSaved: Bool) throws {
    let mine = try begin()
    let other = try Run(folder)
    try other.store.transaction { try other.entity("bo").destroy() }
    let (ada, bo) = (try mine.entity("ada"), try mine.entity("bo"))
    mine.context.transaction { _ = ada.link(to: bo, as: Likes.self) }
    if isSaved { try mine.store.save() }
    for policy in [SyncPolicy.fail, .mine] {
      let conflicts = try mine.store.refresh(policy)
      #expect(conflicts.map(\.entity) == [DurableID("ada")])
      let conflict = try #require(conflicts.first)
      #expect((conflict.mine as? Links<Likes>)?.links.map(\.target) == [bo])
      #expect((conflict.theirs as? Links<Likes>)?.links.isEmpty == true)
      #expect(bo.isAlive == (policy == .fail))
    }
    #expect(ada.targets(of: Likes.self).isEmpty)
    try mine.store.save()
    #expect(try mine.store.refresh(.fail).isEmpty)
    let next = try Run(folder)
    #expect(try next.entity("ada").targets(of: Likes.self).isEmpty)
    #expect(try next.store.load() == 0)
  }

  @Test("a link of another process to an entity destroyed here, but not saved, is a conflict")
  func unsavedDestruction() throws {
    let mine = try begin()
    let other = try Run(folder)
    try other.store.transaction {
      _ = try other.entity("ada").link(to: try other.entity("bo"), as: Likes.self)
    }
    try mine.entity("bo").destroy()
    for policy in [SyncPolicy.fail, .mine] {
      let conflicts = try mine.store.refresh(policy)
      #expect(conflicts.map(\.entity) == [DurableID("ada")])
      #expect((conflicts.first?.mine as? Links<Likes>)?.links.isEmpty == true)
      #expect((conflicts.first?.theirs as? Links<Likes>)?.links.count == 1)
    }
    try mine.store.save()
    #expect(try mine.store.refresh(.fail).isEmpty)
    let next = try Run(folder)
    #expect(try next.entity("ada").targets(of: Likes.self).isEmpty)
    #expect(next.context.entity(DurableID("bo")) == nil)
  }

  @Test("the conflict over a list of an entity destroyed here refers to new targets")
  func newTarget() throws {
    let mine = try begin()
    let other = try Run(folder)
    try other.store.transaction {
      let new = other.context.createEntity(DurableID("cy"), Nickname("cy"))
      try other.entity("bo").link(to: new, as: Likes.self)
    }
    try mine.entity("bo").destroy()
    let conflict = try #require(try mine.store.refresh(.mine).first)
    #expect(conflict.entity == DurableID("bo"))
    #expect((conflict.theirs as? Links<Likes>)?.links.map(\.target) == [try mine.entity("cy")])
  }

  @Test("a link that another process removed with its target is not a conflict")
  func removed() throws {
    let mine = try begin()
    try mine.store.transaction {
      _ = try mine.entity("ada").link(to: try mine.entity("bo"), as: Likes.self)
    }
    let other = try Run(folder)
    try other.store.transaction { try other.entity("bo").destroy() }
    #expect(try mine.store.refresh(.fail).isEmpty)
    #expect(try mine.entity("ada").targets(of: Likes.self).isEmpty)
  }
}
