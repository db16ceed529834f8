import ECSHistory
import ECSKit
import Testing

/// A history makes the same context again.
@Suite struct ReplayTests {
  @Test("a replay into an empty context gives the same entities", arguments: 1...40)
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

  @Test("a change of an entity that was never made is refused, and nothing is changed")
  func unknown() {
    let context = Context()
    let talk = context.createEntity(Title(text: "One"))
    let changes = context.changes {
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
}
