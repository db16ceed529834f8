import ECSKit
import TestSupport
import Testing

private class Figure: Component {}

private final class Circle: Figure {}

@Suite("Undo and redo of change sets") struct UndoTests {
  private let context = Context()

  @Test("Undo restores everything, including groups and indices, and redo repeats the changes")
  func undoAndRedo() throws {
    let groups = [
      Matcher.all(Number.self), .all(Marked.self), .none(Number.self), .any(Note.self, Number.self),
    ].map(context.group)
    let index = context.index(\Number.value)
    let entity = context.createEntity(Number(value: 1))
    let other = context.createEntity(Number(value: 5), Note(text: "b"), Selection(reason: 1))
    var made: Entity?
    func state() -> [String] {
      groups.map { $0.entities.description } + [
        groups[0].sorted(by: Number.self).description, context.entities.description,
        "\(index.keyCount) \(index[1]) \(index[2]) \(index[7]) \(index[5])",
        "\(String(describing: context.holder(of: Selection.self)))",
        "\(entity.components) \(other.components) \(made?.components ?? [])",
      ]
    }
    let before = state()
    let changes = context.recordChanges {
      entity.set(Number(value: 2)).set(Marked()).set(Selection(reason: 2))
      other.set(Note(text: "c")).destroy()
      made = context.createEntity(Number(value: 7), Selection(reason: 3))
      entity.remove(Number.self)
    }
    let after = state()
    for _ in 1...3 {
      try context.apply(changes.inverse)
      #expect(state() == before)
      #expect(other.isAlive && other.creationNumber == 2 && made?.isAlive == false)
      #expect(context.holder(of: Selection.self) == other)
      try context.apply(changes)
      #expect(state() == after)
      #expect(!other.isAlive && made?.creationNumber == 3)
      #expect(context.holder(of: Selection.self) == made)
    }
    #expect(context.createEntity().creationNumber == 4)
  }

  @Test("An undo is delivered in order, and a revived entity like one created with components")
  func told() throws {
    let entity = context.createEntity(Number(value: 1), Note(text: "a"))
    let changes = context.recordChanges {
      entity.set(Number(value: 2))
      entity.destroy()
    }
    let heard = Collected<String>()
    context.group(.all(Number.self).any(Note.self, Marked.self)).observe { event in
      let values = (event.old(Number.self)?.value ?? 0, event.new(Number.self)?.value ?? 0)
      heard.items.append("group \(event.kind) \(values)")
    }
    context.observe { heard.items.append("\($0.kind)") }
    try context.apply(changes.inverse)
    #expect(
      heard.items == [
        "group added (0, 2)", "created", "added", "added", "group updated (2, 1)", "updated",
      ])
    heard.items = []
    try context.apply(changes)
    #expect(
      heard.items == [
        "group updated (1, 2)", "updated", "group removed (2, 0)", "removed", "removed",
        "destroyed",
      ])
  }

  @Test("An observer may respond to undo as to any change, and its response joins the new set")
  func answered() throws {
    let entity = context.createEntity(Number(value: 1))
    let changes = context.recordChanges { entity.remove(Number.self) }
    context.group(.all(Number.self)).observe(.added) { $0.entity.set(Marked()) }
    let undo = try context.recordChanges { () throws(ChangeSetError) in
      try context.apply(changes.inverse)
    }
    #expect(undo.summary == ["1 added Number - -> 1", "1 added Marked - -> *"])
    try context.apply(undo.inverse)
    #expect(entity.components.isEmpty)
  }

  @Test("A set that does not fit changes nothing and notifies no observer")
  func conflict() throws {
    let entity = context.createEntity(Number(value: 1))
    let other = context.createEntity()
    let changes = context.recordChanges {
      other.set(Marked())
      entity.set(Number(value: 2))
      other.set(Note(text: "a"))
    }
    entity.set(Number(value: 3))
    context.observe { Issue.record("told \($0.kind)") }
    #expect(
      throws: ChangeSetError.conflict(
        entity: 1, component: "Number", expected: "Number(value: 2)", found: "Number(value: 3)")
    ) { try context.apply(changes.inverse) }
    #expect(other.has(Marked.self) && other.has(Note.self) && entity[Number.self]?.value == 3)
    #expect(throws: ChangeSetError.self) { try context.apply(changes) }
  }

  @Test("Values outside the set, and values that are not Equatable, may have changed")
  func lenient() throws {
    let entity = context.createEntity(Number(value: 1))
    let changes = context.recordChanges {
      entity.set(Number(value: 2)).set(Note(text: "a")).set(Weight(grams: .nan))
    }
    entity.set(Marked()).set(Note(text: "b"))
    context.createEntity()
    try context.apply(changes.inverse)
    #expect(entity.description == "entity 1 (Number, Marked)")
    #expect(entity[Number.self]?.value == 1)
  }

  @Test("A component added or removed since is a conflict")
  func presence() {
    let entity = context.createEntity(Note(text: "a"))
    let removed = context.recordChanges { entity.remove(Note.self) }
    entity.set(Note(text: "b"))
    #expect(
      throws: ChangeSetError.conflict(
        entity: 1, component: "Note", expected: nil, found: "Note(text: \"b\")")
    ) { try context.apply(removed.inverse) }
    let added = context.recordChanges { entity.set(Number(value: 1)) }
    entity.remove(Number.self)
    #expect(
      throws: ChangeSetError.conflict(
        entity: 1, component: "Number", expected: "Number(value: 1)", found: nil)
    ) { try context.apply(added.inverse) }
  }

  @Test("A NaN added or removed since is a conflict, although it equals nothing")
  func presenceOfUnequal() throws {
    let entity = context.createEntity(Weight(grams: .nan))
    let changes = context.recordChanges { entity.set(Weight(grams: 1)) }
    try context.apply(changes.inverse)
    #expect(entity[Weight.self]?.grams.isNaN == true)
    entity.remove(Weight.self)
    #expect(
      throws: ChangeSetError.conflict(
        entity: 1, component: "Weight", expected: "Weight(grams: nan)", found: nil)
    ) { try context.apply(changes) }
    #expect(!entity.has(Weight.self))
  }

  @Test("An instance of a subclass is undone under the type of its component")
  func subclass() throws {
    let (figure, circle) = (Figure(), Circle())
    let entity = context.createEntity(figure)
    let changes = context.recordChanges { entity.set(circle as Figure) }
    try context.apply(changes.inverse)
    #expect(entity[Figure.self] === figure)
    try context.apply(changes)
    #expect(entity[Figure.self] === circle && !entity.has(Circle.self))
    let gone = context.recordChanges { entity.destroy() }
    try context.apply(gone.inverse)
    #expect(entity[Figure.self] === circle && entity.components.count == 1)
  }

  @Test("An entity that gained a component since its creation is not destroyed by undo")
  func gained() {
    var entity: Entity?
    let changes = context.recordChanges { entity = context.createEntity(Number(value: 1)) }
    entity?.set(Note(text: "mine"))
    #expect(
      throws: ChangeSetError.conflict(
        entity: 1, component: "Note", expected: nil, found: "Note(text: \"mine\")")
    ) { try context.apply(changes.inverse) }
    #expect(entity?[Note.self]?.text == "mine")
  }

  @Test("An entity that is already destroyed or already exists is a conflict")
  func existence() {
    var entity: Entity?
    let created = context.recordChanges { entity = context.createEntity() }
    #expect(throws: ChangeSetError.existence(entity: 1, isExpected: false)) {
      try context.apply(created)
    }
    let set = context.recordChanges { entity?.set(Number(value: 1)) }
    entity?.destroy()
    #expect(throws: ChangeSetError.existence(entity: 1, isExpected: true)) {
      try context.apply(set.inverse)
    }
    #expect(throws: ChangeSetError.existence(entity: 1, isExpected: true)) {
      try context.apply(created.inverse)
    }
    // Its slot was not kept, and another entity has it.
    let heir = context.createEntity()
    #expect(throws: ChangeSetError.existence(entity: 1, isExpected: false)) {
      try context.apply(created)
    }
    #expect(heir.isAlive && entity?.isAlive == false && context.count == 1)
  }

  @Test("A unique component returns to its holder unless another entity now holds it")
  func unique() throws {
    let first = context.createEntity(Selection(reason: 1))
    let second = context.createEntity()
    let third = context.createEntity()
    let moved = context.recordChanges { second.set(Selection(reason: 2)) }
    try context.apply(moved.inverse)
    #expect(context.holder(of: Selection.self) == first && first[Selection.self]?.reason == 1)
    try context.apply(moved)
    #expect(context.holder(of: Selection.self) == second && !first.has(Selection.self))
    let removed = context.recordChanges { second.remove(Selection.self) }
    third.set(Selection(reason: 9))
    #expect(
      throws: ChangeSetError.conflict(
        entity: 3, component: "Selection", expected: nil, found: "Selection(reason: 9)")
    ) { try context.apply(removed.inverse) }
    #expect(context.holder(of: Selection.self) == third)
  }

  @Test("A unique key that another entity now has is a conflict, not a misuse")
  func keys() throws {
    let misuses = context.collectMisuses()
    _ = context.index(unique: \Number.value)
    let first = context.createEntity(Number(value: 1))
    let second = context.createEntity(Number(value: 2))
    let swapped = context.recordChanges {
      first.remove(Number.self)
      second.set(Number(value: 1))
      first.set(Number(value: 2))
    }
    try context.apply(swapped.inverse)
    #expect(first[Number.self]?.value == 1 && second[Number.self]?.value == 2)
    let changed = context.recordChanges { first.set(Number(value: 3)) }
    context.createEntity(Number(value: 1))
    #expect(throws: ChangeSetError.duplicateKey(entity: 1, component: "Number", key: "1")) {
      try context.apply(changed.inverse)
    }
    let destroyed = context.recordChanges { second.destroy() }
    context.createEntity(Number(value: 2))
    #expect(throws: ChangeSetError.duplicateKey(entity: 2, component: "Number", key: "2")) {
      try context.apply(destroyed.inverse)
    }
    #expect(misuses.items.isEmpty && !second.isAlive && context.count == 3)
  }

  @Test("A set belongs to one context and one lifetime of it")
  func otherContext() {
    var former: ChangeSet?
    do {
      let context = Context()
      former = context.recordChanges { context.createEntity() }
    }
    // One of these is made of what the former context left.
    for context in [context, Context(), Context()] {
      let inverse = former?.inverse
      #expect(throws: ChangeSetError.otherContext) {
        if let inverse { try context.apply(inverse) }
      }
    }
  }

  @Test("Errors name the found and the expected value, without control characters")
  func texts() {
    let texts: [(ChangeSetError, String)] = [
      (
        .conflict(entity: 1, component: "Note", expected: nil, found: "\u{1b}[2J"),
        "entity 1: found \\u{1B}[2J; expected no Note"
      ),
      (
        .conflict(entity: 1, component: "Note", expected: "\"a\"", found: nil),
        "entity 1: found no Note; expected \"a\""
      ),
      (
        .duplicateKey(entity: 2, component: "Note", key: "k\n"),
        "entity 2: the key \"k\\n\" of Note is already used by another entity"
      ),
      (
        .existence(entity: 3, isExpected: true),
        "entity 3 does not exist; expected an existing entity"
      ),
      (
        .existence(entity: 4, isExpected: false),
        "entity 4 exists, or another entity uses its index; expected a destroyed entity"
      ),
      (
        .otherContext,
        "the change set belongs to another context; expected a change set of this context"
      ),
      (.frozen, "the context cannot be changed while changes are delivered; try again afterwards"),
    ]
    for (error, text) in texts { #expect(error.description == text) }
  }
}
