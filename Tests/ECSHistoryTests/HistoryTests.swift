import ECSHistory
import ECSKit
import ECSReactive
import TestSupport
import Testing

/// What a history records of contexts and loops.
@Suite struct HistoryTests {
  @Test("existing entities are recorded first, then every change with its old and new value")
  func changes() {
    let context = Context()
    let talk = context.createEntity(Title(text: "One"))
    let history = History(["talks": context])
    talk.set(Rating(stars: 1))
    talk.set(Rating(stars: 5))
    talk.remove(Title.self)
    talk.destroy()
    #expect(
      history.events.map(\.description) == [
        "1 created entity 1", "2 added entity 1 Title(text: \"One\")",
        "3 added entity 1 Rating(stars: 1, comment: nil)",
        "4 updated entity 1 Rating(stars: 1, comment: nil) -> Rating(stars: 5, comment: nil)",
        "5 removed entity 1 Title(text: \"One\")",
        "6 removed entity 1 Rating(stars: 5, comment: nil)", "7 destroyed entity 1",
      ])
    #expect(history.events.allSatisfy { $0.context == "talks" })
  }

  @Test("a rolled-back change is not recorded")
  func rollback() {
    struct Refusal: Error {}
    let context = Context()
    let history = History(["talks": context])
    try? context.transaction {
      context.createEntity(Title(text: "One"))
      throw Refusal()
    }
    #expect(history.events.isEmpty)
  }

  @Test("events have the label of the outermost transaction")
  func labels() {
    let context = Context()
    let history = History(["talks": context])
    context.transaction(label: "Add") {
      context.createEntity(Title(text: "One"))
      context.transaction(label: "Inner") { _ = context.createEntity(Draft()) }
    }
    context.createEntity()
    #expect(history.events.map(\.label) == ["Add", "Add", "Add", "Add", nil])
  }

  @Test("a change made by an observer has the position and depth of its cause")
  func causes() {
    let context = Context()
    let history = History(["talks": context])
    let group = context.group(.all(Title.self))
    group.observe(.added, .updated) { event in
      event.entity.set(Rating(stars: 1))
    }
    context.group(.all(Rating.self)).observe(.added) { event in event.entity.set(Draft()) }
    context.createEntity(Draft())
    context.createEntity(Title(text: "One"))
    let events = Array(history.events)
    #expect(events.map(\.depth) == [0, 0, 0, 0, 1, 2])
    #expect(events.map(\.cause) == [nil, nil, nil, nil, 3, 5])
    #expect(events.map(\.number) == [1, 2, 3, 4, 5, 6])
  }

  @Test("two contexts share entity numbers, and events distinguish the contexts")
  func contexts() throws {
    let (talks, people) = (Context(), Context())
    let history = History(["talks": talks, "people": people])
    talks.createEntity(Title(text: "One"))
    people.createEntity(Title(text: "Ada"))
    talks.entities[0].destroy()
    #expect(
      try history.lines("entities where entity:1") == ["talks 1: 4 destroyed", "people 1: 2"])
    #expect(try history.lines("count events where context:people") == ["2"])
  }

  @Test("a history does not keep its contexts alive, and ends with them")
  func lifetime() {
    var context: Context? = Context()
    weak let weakly = context
    var history: History? = context.map { History(["talks": $0]) }
    context?.createEntity(Draft())
    context = nil
    #expect(weakly == nil)
    #expect(history?.events.count == 2)
    let other = Context()
    history = History(["talks": other])
    history = nil
    #expect(other.createEntity(Draft()).isAlive)
  }

  @Test("the oldest change sets are dropped, numbers continue, and the last set stays whole")
  func ring() {
    let context = Context()
    let history = History(["talks": context], limit: 10)
    for stars in 1...1000 {
      context.createEntity(Rating(stars: stars))
      #expect(history.events.count <= 10)
    }
    #expect(history.eventCount == 2000)
    #expect(history.droppedCount == 1990)
    #expect(history.events.map(\.number) == Array(1991...2000))
    #expect(history.events.reversed().map(\.number) == Array((1991...2000).reversed()))
    for number in UInt64(1991)...2000 {
      #expect(history.events.event(number: number)?.number == number)
    }
    #expect(history.events.event(number: 1990) == nil)
    #expect(history.events.event(number: 2001) == nil)
    context.transaction {
      for stars in 1...20 { context.createEntity(Rating(stars: stars)) }
    }
    #expect(history.events.count == 40)
  }

  @Test("dropped values are released at once")
  func release() {
    final class Token {}
    struct Held: Component {
      let token: Token
    }
    let context = Context()
    let history = History(["talks": context], limit: 4)
    weak var token: Token?
    do {
      let held = Held(token: Token())
      token = held.token
      context.createEntity(held).destroy()
    }
    #expect(token != nil)
    for _ in 1...4 { context.createEntity(Draft()) }
    #expect(token == nil)
    withExtendedLifetime(history) {}
  }

  @Test("the deinit of a dropped value may query the history and add to it")
  func askedByDeinit() {
    final class Token {
      var onEnd: () -> Void = {}
      deinit { onEnd() }
    }
    struct Held: Component {
      let token: Token
    }
    let context = Context()
    let history = History(["talks": context], limit: 3)
    var seen: [[UInt64]] = []
    do {
      let held = Held(token: Token())
      held.token.onEnd = { [unowned history] in
        seen.append(history.events.map(\.number))
        history.note("ended")
        seen.append(history.events.map(\.number))
      }
      context.createEntity(held).destroy()
    }
    context.createEntity()
    context.createEntity()
    #expect(seen == [[5, 6], [5, 6, 7]])
    #expect(history.events.map(\.number) == [5, 6, 7])
  }

  @Test("the newest of random change sets that fit the limit are kept", arguments: UInt64(1)...30)
  func ringModel(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let limit = Int.random(in: 1...60, using: &random)
    let context = Context()
    let history = History(["talks": context], limit: limit)
    var sets: [[UInt64]] = []
    var next: UInt64 = 1
    var kept: [(events: HistoryEvents, numbers: [UInt64])] = []
    for _ in 1...300 {
      let size = Int.random(in: 1...10, using: &random)
      if Bool.random(using: &random) {
        context.transaction { for _ in 1...size { context.createEntity() } }
        sets.append(Array(next..<next + UInt64(size)))
      } else {
        history.note("note")
        sets.append([next])
      }
      next += UInt64(sets[sets.count - 1].count)
      while sets.count > 1, sets.joined().count > limit { sets.removeFirst() }
      let numbers = Array(sets.joined())
      #expect(history.events.map(\.number) == numbers, "seed \(seed)")
      #expect(history.droppedCount == numbers[0] - 1, "seed \(seed)")
      if size == 1 { kept.append((history.events, numbers)) }
    }
    // What was asked for earlier is as it was then.
    for (events, numbers) in kept { #expect(events.map(\.number) == numbers, "seed \(seed)") }
  }

  @Test("the last event of each component is the origin of its value")
  func origins() {
    let context = Context()
    let history = History(["talks": context])
    let talk = context.createEntity(Title(text: "One"), Draft())
    talk.set(Title(text: "Two"))
    talk.remove(Draft.self)
    #expect(history.origins(of: 1).map(\.number) == [1, 4])
    #expect(history.origins(of: 77).isEmpty)
    #expect(history.origins(of: 1, in: "others").isEmpty)
    talk.destroy()
    #expect(history.origins(of: 1).isEmpty)
  }

  // MARK: Systems

  @Test("a change belongs to the innermost running system, and an empty run is not recorded")
  func systems() throws {
    let context = Context()
    let history = History(["talks": context])
    let inner = Loop(
      [Work(name: "Import schedule", work: { context.createEntity(Title(text: "One")) })],
      name: "Inner")
    let loop = Loop([Work(name: "Idle"), inner, Work(name: "Idle too")])
    history.observe(loop)
    context.createEntity(Draft())
    try loop.execute()
    try loop.cleanup()
    #expect(
      history.events.map { "\($0.word) \($0.system ?? "-") \($0.tick)" } == [
        "created - 0", "added - 0", "willExec Inner 1", "willExec Import schedule 1",
        "created Import schedule 1", "added Import schedule 1", "didExec Import schedule 1",
        "didExec Inner 1",
      ])
    try loop.execute()
    #expect(history.events.last?.tick == 2)
  }

  @Test("a long run without changes is recorded with its duration")
  func durations() throws {
    let context = Context()
    let clock = TestClock()
    let history = History(["talks": context], now: { clock.time })
    let loop = Loop([
      Work(name: "Fast", work: { clock.time += .milliseconds(5) }),
      Work(name: "Slow", work: { clock.time += .milliseconds(6) }),
    ])
    history.observe(loop)
    try loop.execute()
    #expect(try history.lines("durations") == ["Slow execute 0.006 seconds"])
  }

  @Test("a nested loop is measured separately and ends before the outer loop")
  func nested() throws {
    let clock = TestClock()
    let context = Context()
    let history = History(["talks": context], now: { clock.time })
    let inner = Loop([Work(name: "Slow", work: { clock.time += .seconds(1) })], name: "Inner")
    let loop = Loop([inner])
    history.observe(loop)
    try loop.execute()
    #expect(
      try history.lines("durations") == ["Slow execute 1.0 seconds", "Inner execute 1.0 seconds"])
    #expect(try history.lines("durations where system:Inner") == ["Inner execute 1.0 seconds"])
  }

  @Test("a system that throws ends like any other")
  func throwing() throws {
    struct Refusal: Error {}
    let context = Context()
    let history = History(["talks": context])
    let loop = Loop([
      Work(
        name: "Broken",
        work: {
          context.createEntity(Draft())
          throw Refusal()
        })
    ])
    history.observe(loop)
    #expect(throws: LoopError.self) { try loop.execute() }
    context.createEntity()
    #expect(history.events.map(\.system) == ["Broken", "Broken", "Broken", "Broken", nil])
  }

  @Test("ticks and times keep counting in a long run")
  func manyTicks() throws {
    let context = Context()
    let clock = TestClock()
    let history = History(["talks": context], limit: 3, now: { clock.time })
    let loop = Loop([Work(name: "Count", work: { context.createEntity() })])
    history.observe(loop)
    for _ in 1...70_000 {
      clock.time += .seconds(10_000)
      try loop.execute()
    }
    #expect(history.events.last?.tick == 70_000)
    #expect(history.events.last?.time == .seconds(700_000_000))
  }

  @Test("a loop observed by one of its systems does not end a run that never began")
  func observedFromInside() throws {
    let context = Context()
    let history = History(["talks": context])
    var loop: Loop?
    loop = Loop([
      Work(
        name: "Observe",
        work: {
          if let loop { history.observe(loop) }
          context.createEntity()
        }),
      Work(name: "Add", work: { context.createEntity() }),
    ])
    try loop?.execute()
    #expect(
      history.events.map { "\($0.word) \($0.system ?? "-")" } == [
        "created -", "willExec Add", "created Add", "didExec Add",
      ])
    loop?.onRun = nil
    loop = nil
  }

  @Test("notes are events")
  func notes() throws {
    let history = History([:])
    history.note("loaded 3 files")
    history.note("no network", isError: true)
    #expect(try history.lines("events where infoLog") == ["1 infoLog loaded 3 files"])
    #expect(try history.lines("events where info:\"network\"") == ["2 errorLog no network"])
  }

  @Test("a second history of a loop does not silence the first")
  func twoHistories() throws {
    let context = Context()
    let first = History(["talks": context])
    let second = History(["talks": context])
    let loop = Loop([Work(name: "Add", work: { context.createEntity() })])
    first.observe(loop)
    second.observe(loop)
    try loop.execute()
    #expect(first.events.map(\.system) == second.events.map(\.system))
    #expect(first.events.count == 3)
  }
}
