import ECSHistory
import ECSKit
import TestSupport
import Testing

/// A history makes the same context again.
@Suite struct ReplayTests {
  @Test("a replay into an empty context creates the same entities", arguments: 1...40)
  func random(seed: UInt64) throws {
    var script = RandomScript(seed: seed)
    let context = Context()
    for _ in 0..<script.next(10) { script.change(context) }
    let history = History(["talks": context])
    for _ in 0..<60 { script.change(context) }
    let copy = Context()
    let replay = Replay(into: copy)
    for (_, changes) in history.events.changeSets { try replay.apply(changes) }
    for entity in context.entities {
      let number = try #require(entity.creationNumber)
      let other = try #require(replay.entity(number), "seed \(seed)")
      #expect(
        other.components.map { "\($0)" }.sorted() == entity.components.map { "\($0)" }.sorted())
    }
    #expect(copy.count == context.count, "seed \(seed)")
  }

  @Test("an undone destruction restores the former position in the copy", arguments: 1...40)
  func order(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let context = Context()
    let history = History(["talks": context])
    let steps = UndoStack(context)
    // A copy that had entities before has them before all others.
    let copy = Context()
    if seed % 2 == 0 { copy.createEntity(Draft()).destroy() }
    for number in 0..<60 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: context.entities.randomElement(using: &random)?.destroy()
      case 1: try steps.undo()
      case 2: try steps.redo()
      default: context.createEntity(Rating(stars: number))
      }
    }
    let replay = Replay(into: copy)
    for (_, changes) in history.events.changeSets { try replay.apply(changes) }
    #expect(
      copy.entities.map { $0[Rating.self]?.stars }
        == context.entities.map { $0[Rating.self]?.stars })
    let numbers = context.entities.compactMap(\.creationNumber)
    #expect(copy.entities == numbers.compactMap { replay.entity($0) })
  }

  @Test("two runs with the same inputs have the same history")
  func determinism() {
    func run() -> [String] {
      var script = RandomScript(seed: 11)
      let context = Context()
      let history = History(["talks": context])
      for _ in 0..<200 { script.change(context) }
      return history.events.map { "\($0) \($0.label ?? "-") \($0.cause ?? 0)" }
    }
    #expect(run() == run())
  }

  @Test("a change of an entity that was never created is refused, and nothing is changed")
  func unknown() {
    let context = Context()
    let talk = context.createEntity(Title(text: "One"))
    let changes = context.recordChanges {
      context.createEntity(Draft())
      talk.set(Rating(stars: 1))
    }
    let copy = Context()
    let replay = Replay(into: copy)
    #expect(throws: Replay.Failure.unknown(entity: 1)) { try replay.apply(changes) }
    #expect(copy.isEmpty && replay.entity(2) == nil)
  }

  @Test("a snapshot replays, and its inverse empties the context")
  func snapshot() throws {
    let context = Context()
    context.createEntity(Title(text: "One"), Rating(stars: 3))
    context.createEntity()
    let snapshot = context.snapshot()
    let copy = Context()
    try Replay(into: copy).apply(snapshot)
    #expect(copy.state == context.state)
    try context.apply(snapshot.inverse)
    #expect(context.isEmpty)
    try context.apply(snapshot)
    #expect(copy.state == context.state)
  }

  @Test("an entity created with components is replayed in one transaction")
  func arrivesWhole() throws {
    let context = Context()
    let changes = context.recordChanges(label: "Add") {
      context.createEntity(Title(text: "One"), Rating(stars: 3))
      let other = context.createEntity(Title(text: "Two"))
      other.set(Rating(stars: 1)).set(Title(text: "Three"))
    }
    let copy = Context()
    var events: [String] = []
    var sets: [ChangeSet] = []
    copy.group(.all(Title.self, Rating.self)).observe { event in
      events.append("\(event.kind) \(event.entity.creationNumber ?? 0) \(event.component == nil)")
    }
    let token = copy.observeChanges { sets.append($0) }
    try Replay(into: copy).apply(changes)
    #expect(copy.state == context.state)
    #expect(events.first == "added 1 true")
    #expect(sets.map(\.label) == ["Add"])
    #expect(sets.flatMap { $0.changes.map(\.kind) } == changes.changes.map(\.kind))
    token.cancel()
  }

  @Test("changes that do not fit leave the replay unchanged, and it can continue")
  func failure() throws {
    let context = Context()
    let (first, second) = (context.createEntity(Draft()), context.createEntity(Draft()))
    let before = context.snapshot()
    let changes = context.recordChanges {
      first.destroy()
      context.createEntity(Title(text: "Three"))
      second.set(Rating(stars: 1))
    }
    let copy = Context()
    let replay = Replay(into: copy)
    try replay.apply(before)
    let (mine, other) = (try #require(replay.entity(1)), try #require(replay.entity(2)))
    other.destroy()
    #expect(throws: Replay.Failure.unknown(entity: 2)) { try replay.apply(changes) }
    #expect(replay.entity(1) == mine && mine.isAlive)
    #expect(replay.entity(2) == nil && replay.entity(3) == nil && copy.count == 1)
    // The entity that is gone may be created again.
    let creation = context.recordChanges { context.createEntity(Draft()) }
    try replay.apply(creation)
    #expect(throws: Replay.Failure.known(entity: 4)) { try replay.apply(creation) }
    replay.entity(4)?.destroy()
    try replay.apply(creation)
    #expect(replay.entity(4)?.has(Draft.self) == true && copy.count == 2)
    try replay.apply(creation.inverse)
    #expect(replay.entity(4) == nil && copy.entities == [mine])
  }

  @Test("a failure names the entity that does not fit")
  func descriptions() {
    #expect(
      Replay.Failure.unknown(entity: 7).description
        == "entity 7 is not in the replay; expected all changes since its creation")
    #expect(
      Replay.Failure.known(entity: 7).description
        == "entity 7 is already in the replay; expected a new entity")
  }
}
