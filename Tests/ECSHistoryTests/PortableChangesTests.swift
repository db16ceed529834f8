import ECSHistory
import ECSKit
import TestSupport
import Testing

/// Changes that leave their context and are made in another one.
@Suite struct PortableChangesTests {
  private let names: ComponentNames

  init() {
    var names = ComponentNames()
    names.add(Title.self, as: "title")
    names.add(Rating.self, as: "rating")
    names.add(Draft.self, as: "draft")
    names.add(Tags.self, as: "tags")
    names.add(Span.self, as: "span")
    self.names = names
  }

  private func decoded(_ tree: Tree) throws -> PortableChanges {
    try PortableChanges(from: TreeDecoder(tree, userInfo: names.userInfo))
  }

  @Test("what is written is what is read, with names, values and the label")
  func round() throws {
    let context = Context()
    let talk = context.createEntity(Title(text: "One"))
    let changes = context.changes(label: "Rate") {
      talk.set(Rating(stars: 5))
      talk.remove(Title.self)
      context.createEntity(Draft())
    }
    let tree = try TreeEncoder.tree(of: PortableChanges(changes, names))
    guard case .object(let members) = tree, case .list(let list) = members["changes"] else {
      Issue.record("\(tree)")
      return
    }
    #expect(members["label"] == .text("Rate"))
    #expect(
      list[0]
        == .object([
          "kind": .text("added"), "entity": .number(1), "component": .text("rating"),
          "new": .object(["stars": .number(5)]),
        ]))
    #expect(list.count == 4)
    #expect(try TreeEncoder.tree(of: decoded(tree)) == tree)
  }

  @Test("a second context follows the first one by letters", arguments: 1...20)
  func following(seed: UInt64) async throws {
    var script = RandomScript(seed: seed)
    let context = Context()
    var letters: [Tree] = []
    let names = names
    context.observeChanges { changes in
      guard !changes.isEmpty else { return }
      let letter = Result { try TreeEncoder.tree(of: PortableChanges(changes, names)) }
      letters.append((try? letter.get()) ?? .null)
    }
    for _ in 0..<60 { script.change(context) }
    let copy = Context()
    let replay = Replay(into: copy)
    for letter in letters { try replay.apply(decoded(letter)) }
    #expect(copy.count == context.count)
    for entity in context.entities {
      let other = try #require(entity.creationNumber.flatMap { replay.entity($0) })
      #expect(
        other.components.map { "\($0)" }.sorted() == entity.components.map { "\($0)" }.sorted())
    }
  }

  @Test("a letter crosses threads, and the label comes with it")
  func threads() async throws {
    let context = Context()
    let changes = context.changes(label: "Add") { context.createEntity(Title(text: "One")) }
    let letter = try PortableChanges(changes, names)
    let labels = try await Task.detached {
      let copy = Context()
      let stack = UndoStack(copy)
      try Replay(into: copy).apply(letter)
      return [stack.undoLabel, copy.entities.first?[Title.self]?.text]
    }.value
    #expect(labels == ["Add", "One"])
  }

  @Test("a component without a name does not travel")
  func unnamed() {
    let context = Context()
    let changes = context.changes { context.createEntity(Draft()) }
    let error = #expect(throws: PortableChanges.Failure.self) {
      try PortableChanges(changes, ComponentNames())
    }
    #expect(
      error?.description == "the component Draft has no name; expected ComponentNames to have it")
  }

  @Test("a letter for an entity that is there already, or not yet, changes nothing")
  func misfits() throws {
    let context = Context()
    let talk = context.createEntity(Draft())
    let creation = try PortableChanges(context.snapshot(), names)
    let rating = try PortableChanges(context.changes { talk.set(Rating(stars: 1)) }, names)
    let copy = Context()
    let replay = Replay(into: copy)
    #expect(throws: Replay.Failure.unknown(entity: 1)) { try replay.apply(rating) }
    try replay.apply(creation)
    #expect(throws: Replay.Failure.known(entity: 1)) { try replay.apply(creation) }
    #expect(copy.count == 1)
    try replay.apply(rating)
    #expect(replay.entity(1)?[Rating.self]?.stars == 1)
  }

  @Test("a damaged letter is an error or a letter, never a crash", arguments: 1...100)
  func damage(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var script = RandomScript(seed: seed)
    let context = Context()
    context.createEntity(Draft())
    for _ in 0..<12 { script.change(context) }
    let tree = try TreeEncoder.tree(of: PortableChanges(context.snapshot(), names))
    let isEmpty = context.isEmpty
    for _ in 0..<30 {
      let damaged = tree.damaged(using: &generator)
      guard let letter = try? decoded(damaged) else { continue }
      let copy = Context()
      try? Replay(into: copy).apply(letter)
    }
    // Names are needed for the first change.
    #expect(isEmpty == ((try? PortableChanges(from: TreeDecoder(tree))) != nil))
  }
}

extension Tree {
  /// The tree with something else at one place.
  func damaged(using generator: inout SplitMix64) -> Tree {
    switch self {
    case .list(var list) where !list.isEmpty && Int.random(in: 0..<8, using: &generator) > 0:
      let place = Int.random(in: list.indices, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: list.remove(at: place)
      case 1: list.insert(list[place], at: place)
      default: list[place] = list[place].damaged(using: &generator)
      }
      return .list(list)
    case .object(var members)
    where !members.isEmpty && Int.random(in: 0..<8, using: &generator) > 0:
      let key = members.keys.sorted().oneElement(using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: members[key] = nil
      default: members[key] = members[key]?.damaged(using: &generator)
      }
      return .object(members)
    default:
      return [
        .null, .bool(true), .number(-1), .number(1e300), .text("rating"), .text("destroyed"),
        .list([]), .object([:]), .text("\u{1B}"), .number(3),
      ].oneElement(using: &generator)
    }
  }
}
