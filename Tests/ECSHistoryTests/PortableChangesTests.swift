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

  @Test("a change set survives a round trip, with names, values and the label")
  func round() throws {
    let context = Context()
    let talk = context.createEntity(Title(text: "One"))
    let changes = context.recordChanges(label: "Rate") {
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

  @Test("a second context follows the first by messages", arguments: 1...20)
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

  @Test("a message with its label can be sent to another thread")
  func threads() async throws {
    let context = Context()
    let changes = context.recordChanges(label: "Add") { context.createEntity(Title(text: "One")) }
    let letter = try PortableChanges(changes, names)
    let labels = try await Task.detached {
      let copy = Context()
      let stack = UndoStack(copy)
      try Replay(into: copy).apply(letter)
      return [stack.undoLabel, copy.entities.first?[Title.self]?.text]
    }.value
    #expect(labels == ["Add", "One"])
  }

  @Test("a component without a name is not sent")
  func unnamed() {
    let context = Context()
    let changes = context.recordChanges { context.createEntity(Draft()) }
    let error = #expect(throws: PortableChanges.Failure.self) {
      try PortableChanges(changes, ComponentNames())
    }
    #expect(
      error?.description == "the component Draft has no name; expected a name in ComponentNames")
  }

  @Test("a message for an existing or missing entity changes nothing")
  func misfits() throws {
    let context = Context()
    let talk = context.createEntity(Draft())
    let creation = try PortableChanges(context.snapshot(), names)
    let rating = try PortableChanges(context.recordChanges { talk.set(Rating(stars: 1)) }, names)
    let copy = Context()
    let replay = Replay(into: copy)
    #expect(throws: Replay.Failure.unknown(entity: 1)) { try replay.apply(rating) }
    try replay.apply(creation)
    #expect(throws: Replay.Failure.known(entity: 1)) { try replay.apply(creation) }
    #expect(copy.count == 1)
    try replay.apply(rating)
    #expect(replay.entity(1)?[Rating.self]?.stars == 1)
  }

  @Test("a message has the contents of the changes, and its label reaches the other context")
  func contents() throws {
    let context = Context()
    let talk = context.createEntity(Rating(stars: 1))
    let changes = context.recordChanges(label: "Rate") {
      talk.set(Rating(stars: 5)).set(Draft())
      talk.destroy()
    }
    for letter in [try PortableChanges(changes, names), try decoded(tree(of: changes))] {
      #expect(letter.label == "Rate" && letter.changes.map(\.entity) == [1, 1, 1, 1, 1])
      #expect(letter.changes.map(\.kind) == changes.changes.map(\.kind))
      #expect(letter.changes.map(\.component) == ["rating", "draft", "rating", "draft", nil])
      #expect(letter.changes.map { $0.old as? Rating }.map { $0?.stars } == [1, nil, 5, nil, nil])
      #expect(
        letter.changes.map { $0.new as? Rating }.map { $0?.stars } == [5, nil, nil, nil, nil])
      #expect(letter.changes.map { $0.new is Draft } == [false, true, false, false, false])
      let copy = Context()
      copy.createEntity()
      var labels: [String?] = []
      let token = copy.observeChanges { labels.append($0.label) }
      let replay = Replay(into: copy)
      try replay.apply(PortableChanges(Context.ofOneRating.snapshot(), names))
      try replay.apply(letter)
      #expect(labels == [nil, "Rate"] && replay.entity(1) == nil && copy.count == 1)
      token.cancel()
    }
    let unlabelled = context.recordChanges { context.createEntity() }
    #expect(try decoded(tree(of: unlabelled)).label == nil)
  }

  private func tree(of changes: ChangeSet) throws -> Tree {
    try TreeEncoder.tree(of: PortableChanges(changes, names))
  }

  @Test("a change has exactly the values of its kind")
  func values() throws {
    let kinds: [(word: String, component: Bool, old: Bool, new: Bool)] = [
      ("created", false, false, false), ("added", true, false, true),
      ("updated", true, true, true), ("removed", true, true, false),
      ("destroyed", false, false, false),
    ]
    for kind in kinds {
      for parts in 0..<8 {
        let (component, old, new) = (parts & 1 != 0, parts & 2 != 0, parts & 4 != 0)
        var members: [String: Tree] = ["kind": .text(kind.word), "entity": .number(1)]
        members["component"] = component ? .text("rating") : nil
        members["old"] = old ? .object(["stars": .number(1)]) : nil
        members["new"] = new ? .object(["stars": .number(2)]) : nil
        let letter = Result { try decoded(.object(["changes": .list([.object(members)])])) }
        // Values without a component have no type and are not looked at.
        let isRight =
          component == kind.component
          && (!component || old == kind.old && new == kind.new)
        let isRead = (try? letter.get()) != nil
        #expect(isRead == isRight, "\(members)")
        if !isRight {
          #expect(Self.text(of: letter) == "found the wrong values for the change \(kind.word)")
        }
      }
    }
  }

  private static func text(of letter: Result<PortableChanges, any Error>) -> String? {
    guard case .failure(DecodingError.dataCorrupted(let context)) = letter else { return nil }
    return context.debugDescription
  }

  @Test("an error gives the found and the expected value")
  func errors() throws {
    func text(_ kind: String, _ component: String) -> String? {
      let change: Tree = .object([
        "kind": .text(kind), "entity": .number(1), "component": .text(component),
        "new": .object([:]),
      ])
      return Self.text(of: Result { try decoded(.object(["changes": .list([change])])) })
    }
    #expect(text("added", "draft") == nil)
    #expect(text("added", "d\"") == #"found "d\""; expected draft, rating, span, tags, title"#)
    #expect(
      text("adds", "draft")
        == #"found "adds"; expected created, added, updated, removed, destroyed"#)
    let tree = try tree(of: Context.ofOneRating.snapshot())
    #expect(
      Self.text(of: Result { try PortableChanges(from: TreeDecoder(tree)) })
        == "found no component names; expected the userInfo of ComponentNames in the decoder")
  }

  @Test("a damaged message results in an error or a message, never a crash", arguments: 1...100)
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

extension Context {
  /// A context with one entity that has a rating.
  fileprivate static var ofOneRating: Context {
    let context = Context()
    context.createEntity(Rating(stars: 1))
    return context
  }
}

extension Tree {
  /// The tree with something else in one node.
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
