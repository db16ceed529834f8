import ECSHistory
import ECSKit
import ECSModel
import ECSStore
import TestSupport
import Testing

private struct Title: StoredComponent, Codable, Equatable {
  static let storedName = "title"
  var text: String
}

/// What only one of the programs knows.
private struct Color: StoredComponent, Codable, Equatable {
  static let storedName = "color"
  var number: Int
}

private struct Tag: StoredComponent, Codable, Equatable {
  static let storedName = "tag"
  var word: String
}

private struct Assigned: StoredComponent, Codable, Equatable {
  static let storedName = "assigned"
  var to: Entity
}

private struct Unkept: Component, Equatable {}

private enum Parts: StoredRelation {
  static let storedName = "parts"
  static var deleteRule: DeleteRule { .cascade }
}

private enum Likes: StoredRelation {
  typealias Data = Int
  static let storedName = "likes"
}

/// A random script over everything that refers to entities, which a second reader of the file follows.
@Suite("References in a store that follows its context")
struct ReferenceScriptTests {
  private struct Stop: Error {}

  /// How many steps the scripts of a test make together: KONF_LONG, or few.
  private static let steps = max(50, (Environment.number("KONF_LONG") ?? 0) / 40)

  @Test(
    "the file shows what the context shows, in values, links and order", arguments: UInt64(1)...40)
  func random(seed: UInt64) throws {
    try Script(seed: seed).run(steps: Self.steps)
  }

  private static let all = StoredComponents(
    Title.self, Color.self, Tag.self, Assigned.self, Links<Parts>.self, Links<Likes>.self,
    Links<Several<Tag>>.self, Alias.Target.self)

  private final class Script {
    let folder = TemporaryFolder()
    let isAlways: Bool
    /// Whether links to what is destroyed are removed, so that none leads nowhere.
    let isFollowed: Bool
    var random: SplitMix64
    var context = Context()
    var store: ComponentStore?
    var relations: Relations?
    var undo: UndoStack?

    init(seed: UInt64) {
      random = SplitMix64(seed: seed)
      isAlways = seed % 2 == 0
      isFollowed = seed % 3 > 0
      begin()
    }

    /// Begins as a program does, with what the file has.
    func begin() {
      store = nil
      context = Context()
      if isFollowed {
        relations = Relations(Parts.self, Likes.self, Several<Tag>.self, in: context)
      }
      let store = ComponentStore(
        context, in: folder.path, ReferenceScriptTests.all,
        saving: isAlways ? .always { Issue.record($0) } : .onRequest
      ) { 7 }
      self.store = store
      // The steps of earlier runs are among those that are undone.
      undo = UndoStack(store, limit: 5)
      do { try store.load() } catch { Issue.record(error) }
    }

    func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
    var anybody: Entity? { context.entities.randomElement(using: &random) }

    func change() {
      guard context.count < 40, let one = anybody, let other = anybody else {
        if let one = anybody, number(3) > 0 { return one.destroy() }
        _ = context.createEntity(Title(text: "t\(number(9))"))
        return
      }
      switch number(17) {
      case 0: context.createEntity(Title(text: "t\(number(9))"), Color(number: number(9)))
      case 1: context.createEntity(Unkept())
      case 2, 3: one.link(to: other, as: Parts.self, at: number(4))
      case 4, 5: one.link(to: other, as: Likes.self, number(9), at: number(4))
      case 6: one.unlink(from: other, as: Parts.self)
      case 7: one.modify(Links<Likes>.self) { $0.links.reverse() }
      case 8: one.destroy()
      case 9: context.alias("a\(number(3))").point(to: one)
      case 10: context.alias("a\(number(3))").clear()
      case 11: context.add(Tag(word: "w\(number(9))"), to: one)
      case 12: one.set(Assigned(to: other))
      case 13: one.set(Title(text: "u\(number(9))"))
      case 14: one.remove(Title.self)
      case 15: if number(4) == 0 { one.set(DurableID("id\(number(1 << 30))")) }
      default: one.remove(Links<Parts>.self)
      }
    }

    func changes() { for _ in 0...number(5) { change() } }

    @discardableResult
    func step() throws -> Int {
      let kind = number(10)
      switch kind {
      case 0...3: change()
      case 4, 5: context.transaction { changes() }
      case 6:
        try? context.transaction {
          changes()
          throw Stop()
        }
      case 7: _ = try? undo?.undo()
      case 8: _ = try? undo?.redo()
      default: try store?.transaction { changes() }
      }
      return kind
    }

    // MARK: What is shown

    /// What is kept of each entity, in the order of creation, without references to some ids.
    func shown(_ context: Context, without gone: Set<String> = []) -> [(id: String, text: String)] {
      func id(_ entity: Entity) -> String { entity[DurableID.self]?.text ?? "?" }
      let names = (0..<3).map { name in
        (name, context.alias("a\(name)").entity)
      }
      let kept = Matcher.any(
        ReferenceScriptTests.all.types.filter { $0 != Alias.Target.self }
          .map { $0 as any Component.Type })
      return context.group(kept).map { entity in
        let parts: [String] = entity.targets(of: Parts.self).map(id)
        let likes: [(String, Int)] = entity.links(of: Likes.self).map { (id($0.target), $0.data) }
        let tags: [String] = entity.targets(of: Several<Tag>.self).map(id)
        var text = "\(parts.filter { !gone.contains($0) }) "
        text += "\(likes.filter { !gone.contains($0.0) }) \(tags.filter { !gone.contains($0) }) "
        if let target = entity[Assigned.self]?.to {
          text += "to \(target.isAlive && !gone.contains(id(target)) ? id(target) : "-") "
        }
        for (name, target) in names where target == entity { text += "a\(name) " }
        text += "\(entity[Title.self]?.text ?? "") \(entity[Color.self]?.number ?? -1) "
        return (id(entity), text + (entity[Tag.self]?.word ?? ""))
      }
    }

    func opened(_ components: StoredComponents = ReferenceScriptTests.all) throws -> Context {
      let reader = Context()
      let store = ComponentStore(reader, in: folder.path, components) { 0 }
      try store.load()
      // A component or an alias may lead to what is destroyed; a relation that is followed does not.
      let unread = store.unread.map(\.component).filter { $0 != "assigned" && $0 != "alias" }
      #expect(!isFollowed || unread.isEmpty, "\(store.unread)")
      return reader
    }

    /// A program that knows titles and parts only.
    func runOlderProgram() throws {
      store = nil
      let before = shown(try opened())
      let context = Context()
      let store = ComponentStore(
        context, in: folder.path, StoredComponents(Title.self, Links<Parts>.self)
      ) { 8 }
      try store.load()
      var gone: Set<String> = []
      var touched: Set<String> = []
      try store.transaction {
        for _ in 0...number(3) {
          guard let one = context.entities.randomElement(using: &random),
            let id = one[DurableID.self]?.text
          else { continue }
          if number(2) == 0 {
            one.destroy()
            gone.insert(id)
          } else {
            one.set(Title(text: "older"))
            touched.insert(id)
          }
        }
      }
      let after = try openedAnyway()
      let found = shown(after)
      #expect(found.allSatisfy { !gone.contains($0.id) }, "what was destroyed came back")
      let unchanged = gone.union(touched)
      let rest = shown(after, without: gone).filter { !touched.contains($0.id) }
      // Nothing is shown of an entity that lost its only value.
      // What is destroyed may have been an alias.
      func withoutAliases(_ text: String) -> String {
        gone.isEmpty
          ? text
          : text.split(separator: " ").filter { !["a0", "a1", "a2"].contains($0) }
            .joined(separator: " ")
      }
      for (id, found) in rest where !unchanged.contains(id) {
        let text = withoutAliases(found)
        let former = before.first { $0.id == id }.map { withoutAliases($0.text) }
        let isReferring = gone.contains { former?.contains($0) ?? false }
        #expect(isReferring || former == text, "\(id)")
      }
      #expect(touched.subtracting(gone).allSatisfy { id in found.contains { $0.id == id } })
    }

    /// Opens a file that another program may have left with references to missing entities.
    func openedAnyway() throws -> Context {
      let reader = Context()
      try ComponentStore(reader, in: folder.path, ReferenceScriptTests.all) { 0 }.load()
      return reader
    }

    func run(steps: Int) throws {
      for number in 0..<steps {
        let kind = try step()
        if !isAlways {
          if self.number(3) > 0 { continue }
          try store?.save()
        }
        try #require(store?.hasUnsavedChanges == false, "step \(number)")
        let memory = shown(context).map { "\($0.id) \($0.text)" }
        let file = shown(try isDamagedByOlder ? openedAnyway() : opened()).map {
          "\($0.id) \($0.text)"
        }
        let difference = file.difference(from: memory).map { "\($0)" }
        try #require(file == memory, "step \(number) of kind \(kind): \(difference)")
        try requireOrder(shown(context).map(\.id), number)
        switch self.number(30) {
        case 0: begin()
        case 1 where !isFollowed:
          try runOlderProgram()
          isDamagedByOlder = true
          begin()
        default: break
        }
      }
    }

    /// Whether a program left links to what it destroyed.
    var isDamagedByOlder = false

    // MARK: Order

    /// Ids that were shown one soon after the other.
    private var pairs: Set<[String]> = []

    /// Requires that no two entities ever change their order, whatever is destroyed, undone and opened.
    func requireOrder(_ ids: [String], _ step: Int) throws {
      for (position, first) in ids.enumerated() {
        for second in ids[(position + 1)...].prefix(4) {
          try #require(!pairs.contains([second, first]), "step \(step): \(second) came before")
          pairs.insert([first, second])
        }
      }
    }
  }
}
