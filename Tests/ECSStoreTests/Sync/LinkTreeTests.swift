import Basics
import ECSDetached
import ECSHistory
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
    let undo: UndoStack
    /// The entities named by the conflicts and differences that it was told of.
    var told: Set<String> = []
    /// The targets of the links in these conflicts and differences.
    private(set) var toldTargets: Set<String> = []
    /// The pages that an undo of this writer has destroyed.
    private(set) var destroyed: Set<String> = []

    init(_ name: String, _ folder: TemporaryFolder) throws {
      self.name = name
      store = ComponentStore(
        context, in: "\(folder.path)/\(name)", StoredComponents(Page.self, Links<Pages>.self)
      ) { 7 }
      undo = UndoStack(store)
      try store.load()
    }

    /// Undoes or redoes a step.
    func move(_ body: () -> Void) {
      let before = Set(ids)
      body()
      destroyed.formUnion(before.subtracting(ids))
    }

    var ids: [String] { context.group(.all(Page.self)).compactMap { $0[DurableID.self]?.text } }

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
      note(try store.refresh(policy))
    }

    private func note(_ conflicts: [ComponentStore.Conflict]) {
      told.formUnion(conflicts.map(\.entity.text))
      for conflict in conflicts { noteTargets(conflict.mine, conflict.theirs) }
    }

    private func noteTargets(_ values: (any StoredComponent)?...) {
      for case let links as Links<Pages> in values.compactMap(\.self) {
        toldTargets.formUnion(links.targets.compactMap { $0[DurableID.self]?.text })
      }
    }

    func sync(in path: String) throws {
      try store.save()
      let sync = try store.sync(in: path, as: name, .mine)
      note(sync.conflicts)
      told.formUnion(sync.differences.map(\.entity.text))
      for difference in sync.differences { noteTargets(difference.mine, difference.theirs) }
      try store.save()
    }

    func pages(_ source: String) -> String {
      page(source).targets(of: Pages.self).compactMap { $0[DurableID.self]?.text }
        .joined(separator: " ")
    }

    /// Returns the page at the top of the tree that contains a page.
    func top(of id: String) -> String {
      var (page, seen) = (page(id), Set<Entity>())
      while let source = context.sources(of: Pages.self, to: page).first,
        seen.insert(page).inserted
      {
        page = source
      }
      return page[DurableID.self]?.text ?? ""
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

  init() { shared = "\(folder.path)/shared" }

  private static let startLabel = "start"

  private func start(_ names: String...) throws -> [Writer] {
    try start(in: folder, names)
  }

  private func start(in folder: TemporaryFolder, _ names: [String]) throws -> [Writer] {
    let first = try Writer(names[0], folder)
    try first.store.transaction(label: Self.startLabel) {
      for id in ["a", "b", "c"] { first.link("root", id) }
      for id in ["x", "y"] { first.link("a", id) }
    }
    let writers = try [first] + names.dropFirst().map { try Writer($0, folder) }
    for writer in Set(names).count > 1 ? writers : [] {
      try writer.sync(in: "\(folder.path)/shared")
    }
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

  @Test("an unsaved link stays if others remove all links that the file had in its list")
  func emptiedList() throws {
    for policy in [SyncPolicy.mine, .theirs] {
      let folder = TemporaryFolder()
      let writers = try start(in: folder, ["phone", "phone", "desk"])
      writers[0].link("a", "new")
      for id in ["x", "y"] { try writers[1].move(id, to: "b") }
      // The entries of another device make the first process read the whole file.
      try writers[1].sync(in: "\(folder.path)/shared")
      try writers[0].refresh(policy)
      #expect(writers[0].tree("root") == "root(a(new) b(x y) c)")
      #expect(writers[0].told.isEmpty)
      try writers[0].store.save()
      try writers[1].refresh()
      for writer in try [writers[1], Writer("phone", folder)] {
        #expect(writer.tree("root") == "root(a(new) b(x y) c)")
      }
    }
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

  // MARK: Random scripts

  /// A step of one writer.
  private struct Step: CustomStringConvertible {
    enum Kind {
      case refresh(SyncPolicy)
      case sync, save, undo, redo
      case link(String, String, Int?)
    }

    let writer: Int
    let kind: Kind

    var description: String { "\(writer) \(kind)" }
  }

  /// Runs random steps, and returns the steps that were taken.
  private func steps(_ seed: UInt64) throws -> [Step] {
    var random = SplitMix64(seed: seed)
    let folder = TemporaryFolder()
    let writers = try start(in: folder, ["phone", "phone", "desk", "tablet"])
    let hasUndo = seed.isMultiple(of: 2)
    var steps: [Step] = []
    var count = 0
    for _ in 0..<50 {
      let number = Int.random(in: writers.indices, using: &random)
      var ids = writers[number].ids
      func kind() -> Step.Kind {
        if ids.count < 2 { return .redo }
        switch Int.random(in: 0..<(hasUndo ? 11 : 9), using: &random) {
        case 0: return .refresh(Int.random(in: 0..<4, using: &random) == 0 ? .theirs : .mine)
        case 1: return .sync
        case 2:
          count += 1
          return .link(ids.oneElement(using: &random), "new\(count)", 0)
        case 3: return .save
        case 9: return .undo
        case 10: return .redo
        default:
          let source = ids.oneElement(using: &random)
          ids.removeAll { $0 == "root" }
          return .link(
            source, ids.oneElement(using: &random), .random(in: 0..<3, using: &random))
        }
      }
      steps.append(Step(writer: number, kind: kind()))
      try perform(steps[steps.count - 1], writers, folder)
    }
    return steps
  }

  private func perform(_ step: Step, _ writers: [Writer], _ folder: TemporaryFolder) throws {
    let writer = writers[step.writer]
    switch step.kind {
    case .refresh(let policy): try writer.refresh(policy)
    case .sync: try writer.sync(in: "\(folder.path)/shared")
    case .save: try writer.store.save()
    case .link(let source, let target, let position):
      if writer.context.entity(DurableID(source)) == nil { return }
      writer.context.transaction { _ = writer.link(source, target, at: position) }
    // A step that others have changed since cannot be undone.
    case .undo where writer.undo.undoLabel == Self.startLabel: break
    case .undo: writer.move { do { _ = try writer.undo.undo() } catch {} }
    case .redo: writer.move { do { _ = try writer.undo.redo() } catch {} }
    }
  }

  /// Returns the reason why some steps violate an invariant, or nil if they do not.
  private func failure(of steps: [Step]) throws -> String? {
    let folder = TemporaryFolder()
    let writers = try start(in: folder, ["phone", "phone", "desk", "tablet"])
    for step in steps { try perform(step, writers, folder) }
    for writer in writers + writers + writers + writers {
      try writer.refresh()
      try writer.sync(in: "\(folder.path)/shared")
    }
    for writer in writers { try writer.refresh() }
    // Undo may skip later steps, and undo the first one.
    if !writers[0].ids.contains("root") { return nil }
    let destroyed = writers.reduce(into: Set<String>()) { $0.formUnion($1.destroyed) }
    let told = writers.reduce(into: Set<String>()) { $0.formUnion($1.toldTargets) }
    // Only an undo destroys pages. Others may link to and from such a page at the same time.
    let excused = destroyed.isEmpty ? [] : destroyed.union(told)
    let tree = writers[0].tree("root")
    let pages = tree.split { "() ".contains($0) }.map(String.init)
    for writer in try writers + [Writer("phone", folder)] {
      let other = writer.tree("root")
      if other != tree { return "\(writer.name) has \(other) instead of \(tree)" }
      if writer.store.hasUnsavedChanges { return "\(writer.name) has unsaved changes" }
      let lost = Set(writer.ids.map(writer.top)).subtracting(excused).subtracting(["root"])
      if !lost.isEmpty { return "\(writer.name) has \(lost.sorted()) outside of \(tree)" }
    }
    return Set(pages).count == pages.count ? nil : "a page occurs twice in \(tree)"
  }

  @Test("every page is in the tree once, whoever moves it", arguments: seeds)
  func random(seed: UInt64) throws {
    let steps = try steps(seed)
    guard let failure = try failure(of: steps) else { return }
    let shortest = try steps.shortest { try self.failure(of: $0) != nil }
    let reason = try self.failure(of: shortest) ?? failure
    Issue.record("seed \(seed): \(reason)\n\(shortest)")
  }
}
