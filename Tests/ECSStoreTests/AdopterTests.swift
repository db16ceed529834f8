import ECSDetached
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

private struct Tag: StoredComponent, Codable, Equatable {
  static let storedName = "tag"
  var text: String
}

/// Stumbles of the first programs that used a store.
@Suite struct AdopterTests {
  private let folder = TemporaryFolder()
  private static let all = StoredComponents(Tag.self, Links<HasMany<Tag>>.self)

  private func store(_ context: Context) -> ComponentStore {
    ComponentStore(context, in: "\(folder.path)/store", Self.all) { 7 }
  }

  @Test("a sync creates its folder, and the folders above it")
  func folderOfSync() throws {
    let context = Context()
    let store = store(context)
    try store.transaction { context.createEntity(Tag(text: "a")) }
    let shared = "\(folder.path)/a/b"
    #expect(try store.sync(in: shared, .mine).skipped.isEmpty)
    #expect(TemporaryFolder.names(in: shared).count == 1)
  }

  @Test("descriptions do not name the component that marks stored entities")
  func descriptions() throws {
    let context = Context()
    let store = store(context)
    var events: [String] = []
    let entity = try store.transaction { context.createEntity(Tag(text: "a")) }
    context.observe(.destroyed) { events.append("\($0)") }
    entity.observe { events.append("\($0)") }
    #expect("\(entity)" == "entity 1 (Tag, DurableID)")
    #expect(!"\(context)".contains("Existence"))
    try store.transaction { entity.destroy() }
    #expect(events.count > 2 && !events.contains { $0.contains("Existence") })
  }

  @Test("values do not outlive an owner that an earlier run stored")
  func values() throws {
    do {
      let context = Context()
      let store = store(context)
      try store.transaction {
        let owner = context.createEntity()
        for text in ["a", "b"] { context.add(Tag(text: text), to: owner) }
      }
    }
    let context = Context()
    let store = store(context)
    try store.load()
    let owner = try #require(context.group(.all(Links<HasMany<Tag>>.self)).entities.first)
    #expect(owner.values(of: Tag.self).map(\.text) == ["a", "b"])
    try store.transaction { owner.destroy() }
    #expect(context.isEmpty)
    let copy = Context()
    try self.store(copy).load()
    #expect(copy.isEmpty)
  }

  @Test("a transaction whose body throws nothing throws only errors of the store")
  func errors() throws {
    let context = Context()
    let path = folder.write("", to: "file")
    let store = ComponentStore(context, in: path, Self.all) { 7 }
    do throws(StoreError) {
      try store.transaction { context.createEntity(Tag(text: "a")) }
      Issue.record("there is no folder")
    } catch {
      #expect(error.path.hasPrefix(path))
    }
    #expect(context.isEmpty)
  }
}
