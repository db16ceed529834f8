import Basics
import ECSDetached
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

private struct Page: StoredComponent, Codable, Equatable {
  static let storedName = "page"
  var title: String
}

private enum Pages: StoredRelation {
  static let storedName = "pages"
  static var isFromOne: Bool { true }
}

/// Relations from one source, which several writers change at the same time.
@Suite struct LinkTreeTests {
  private let folder = TemporaryFolder()

  private final class Writer {
    let name: String
    let context = Context()
    let store: ComponentStore
    /// The entities named by the conflicts and differences that it was told of.
    var told: Set<String> = []

    init(_ name: String, _ folder: TemporaryFolder) throws {
      self.name = name
      store = ComponentStore(
        context, in: "\(folder.path)/\(name)", StoredComponents(Page.self, Links<Pages>.self)
      ) { 7 }
      try store.load()
    }

    func page(_ id: String) -> Entity {
      context.entity(DurableID(id)) ?? context.createEntity(DurableID(id), Page(title: id))
    }

    @discardableResult
    func link(_ source: String, _ target: String, at position: Int? = nil) -> Bool {
      page(source).link(to: page(target), as: Pages.self, at: position)
    }

    func move(_ target: String, to source: String) throws {
      try store.transaction { link(source, target) }
    }

    func refresh(_ policy: SyncPolicy = .mine) throws {
      told.formUnion(try store.refresh(policy).map(\.entity.text))
    }

    func sync(in path: String) throws {
      try store.save()
      let sync = try store.sync(in: path, as: name, .mine)
      told.formUnion((sync.conflicts.map(\.entity) + sync.differences.map(\.entity)).map(\.text))
      try store.save()
    }

    func pages(_ source: String) -> String {
      page(source).targets(of: Pages.self).compactMap { $0[DurableID.self]?.text }
        .joined(separator: " ")
    }

    /// The tree below a page, as nested text.
    ///
    /// A page that occurs again is marked.
    func tree(_ source: String) -> String {
      var seen: Set<Entity> = []
      func text(_ page: Entity) -> String {
        let id = page[DurableID.self]?.text ?? ""
        if !seen.insert(page).inserted { return "\(id)!" }
        let pages = page.targets(of: Pages.self)
        return pages.isEmpty ? id : "\(id)(\(pages.map(text).joined(separator: " ")))"
      }
      return text(page(source))
    }
  }

  private let shared: String
  /// `KONF_LONG` is the number of scripts, and `KONF_SEED` selects one of them.
  private static let seeds =
    Environment.number("KONF_SEED").map { UInt64($0)...UInt64($0) }
    ?? 1...UInt64(max(12, Environment.number("KONF_LONG") ?? 0))

  init() { shared = folder.makeFolder("shared") }

  private func start(_ names: String...) throws -> [Writer] {
    let first = try Writer(names[0], folder)
    try first.store.transaction {
      for id in ["a", "b", "c"] { first.link("root", id) }
      for id in ["x", "y"] { first.link("a", id) }
    }
    let writers = try [first] + names.dropFirst().map { try Writer($0, folder) }
    if Set(names).count > 1 { for writer in writers { try writer.sync(in: shared) } }
    return writers
  }

  @Test("a page that two processes move to different pages is in one of them")
  func processes() throws {
    let writers = try start("phone", "phone")
    try writers[0].move("x", to: "b")
    try writers[1].move("x", to: "c")
    for writer in writers + writers {
      try writer.refresh()
      try writer.store.save()
    }
    for writer in try writers + [Writer("phone", folder)] {
      #expect(writer.tree("root") == "root(a(y) b c(x))")
      #expect(!writer.store.hasUnsavedChanges)
    }
    #expect(writers.contains { $0.told == ["b"] })
    // The move of one writer, who knows both, is no conflict.
    try writers[0].move("x", to: "a")
    try writers[1].refresh()
    #expect(writers[1].tree("root") == "root(a(y x) b c)")
  }

  @Test(
    "an unsaved move wins or loses by the policy", arguments: [SyncPolicy.mine, .theirs, .fail])
  func unsaved(policy: SyncPolicy) throws {
    let writers = try start("phone", "phone")
    try writers[0].move("x", to: "b")
    writers[1].link("c", "x")
    try writers[1].refresh(policy)
    #expect(writers[1].told.isEmpty == false)
    if policy == .fail {
      #expect(writers[1].tree("root") == "root(a(y) b c(x))")
      return
    }
    let expected = policy == .mine ? "root(a(y) b c(x))" : "root(a(y) b(x) c)"
    #expect(writers[1].tree("root") == expected)
    try writers[1].store.save()
    try writers[0].refresh()
    #expect(writers[0].tree("root") == expected)
    #expect(try Writer("phone", folder).tree("root") == expected)
  }

  @Test("of two moves that would form a cycle, the later one is undone")
  func cycle() throws {
    for names in [["phone", "phone"], ["phone", "desk"]] {
      let folder = TemporaryFolder()
      let shared = folder.makeFolder("shared")
      let first = try Writer(names[0], folder)
      try first.store.transaction { for id in ["a", "b", "c"] { first.link("root", id) } }
      try first.sync(in: shared)
      let second = try Writer(names[1], folder)
      try second.sync(in: shared)
      try first.move("a", to: "b")
      try second.move("b", to: "a")
      for _ in 0..<4 {
        for writer in [first, second] {
          try writer.refresh()
          try writer.sync(in: shared)
        }
      }
      // Entries of two devices may have the same counter, so either one may be the later.
      let isOneDevice = names[0] == names[1]
      let trees =
        ["root(b(a) c)"]
        + (isOneDevice ? [] : ["root(c b(a))", "root(a(b) c)", "root(c a(b))"])
      for writer in [first, second] {
        #expect(trees.contains(writer.tree("root")) && writer.tree("root") == first.tree("root"))
      }
      #expect(!first.told.union(second.told).isDisjoint(with: ["a", "b"]))
      let third = try Writer("third", folder)
      try third.sync(in: shared)
      #expect(third.tree("root") == first.tree("root") && !third.store.hasUnsavedChanges)
    }
  }

  @Test("two processes that merge two moves of a page differently do not remove both links")
  func opposedMerges() throws {
    let writers = try start("phone", "phone")
    let (first, second) = (writers[0], writers[1])
    try second.move("b", to: "a")
    second.link("a", "b", at: 1)
    try first.move("b", to: "y")
    // The later move was to y, so the link of a is removed.
    try first.refresh()
    // Now the link of a is later, so the link of y is removed.
    try second.store.save()
    try second.refresh()
    try first.store.save()
    for writer in writers + writers {
      try writer.refresh()
      try writer.store.save()
    }
    for writer in try writers + [Writer("phone", folder)] {
      #expect(writer.tree("root") == "root(a(x b y) c)" && !writer.store.hasUnsavedChanges)
    }
  }

  @Test("every page is in the tree once, whoever moves it", arguments: seeds)
  func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let writers = try start("phone", "phone", "desk", "tablet")
    var count = 0
    for _ in 0..<50 {
      let writer = writers.oneElement(using: &random)
      var ids = writer.context.group(.all(Page.self)).compactMap { $0[DurableID.self]?.text }
      switch Int.random(in: 0..<9, using: &random) {
      case 0: try writer.refresh()
      case 1: try writer.sync(in: shared)
      case 2:
        count += 1
        writer.link(ids.oneElement(using: &random), "new\(count)", at: 0)
      case 3: try writer.store.save()
      default:
        let source = ids.oneElement(using: &random)
        ids.removeAll { $0 == "root" }
        writer.context.transaction {
          _ = writer.link(
            source, ids.oneElement(using: &random), at: .random(in: 0..<3, using: &random))
        }
      }
    }
    for writer in writers + writers + writers + writers {
      try writer.refresh()
      try writer.sync(in: shared)
    }
    for writer in writers { try writer.refresh() }
    let tree = writers[0].tree("root")
    for writer in try writers + [Writer("phone", folder)] {
      #expect(writer.tree("root") == tree && !tree.contains("!"), "\(writer.name)")
      #expect(!writer.store.hasUnsavedChanges)
      let pages = writer.context.group(.all(Page.self)).count
      #expect(tree.split { "() ".contains($0) }.count == pages, "\(tree)")
    }
  }
}
