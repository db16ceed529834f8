// Tests `Loop`: phases, nesting, strict and disabled systems, conditions, errors and times.
import ECSKit
import ECSReactive
import Testing

@Suite struct LoopTests {
  private let context = Context()
  private let diary = Diary()

  private var numbers: Group { context.group(.all(Number.self)) }

  @Test("Each phase runs its systems in order, and the teardown in reverse")
  func phases() throws {
    let loop = Loop([
      Phases(name: "a", diary: diary), Doing { diary.lines.append("doing") },
      Phases(name: "b", diary: diary),
    ])
    try loop.initialize()
    #expect(diary.read() == ["a init", "b init"])
    try loop.execute()
    #expect(diary.read() == ["a execute", "doing", "b execute"])
    try loop.cleanup()
    #expect(diary.read() == ["a cleanup", "b cleanup"])
    try loop.teardown()
    #expect(diary.read() == ["b teardown", "a teardown"])
  }

  @Test("A loop is a system of another loop, and systems can be added at any time")
  func nesting() throws {
    let inner = Loop([Phases(name: "b", diary: diary)], name: "Inner")
    let outer = Loop([Phases(name: "a", diary: diary), inner], name: "Outer")
    outer.add(Phases(name: "d", diary: diary))
    inner.add(Phases(name: "c", diary: diary))
    try outer.execute()
    try outer.teardown()
    #expect(
      diary.read() == [
        "a execute", "b execute", "c execute", "d execute", "d teardown", "c teardown",
        "b teardown", "a teardown",
      ])
  }

  @Test("A system that changes its collected entities gets them in the next pass")
  func nextPass() throws {
    let loop = Loop([
      Reacting(collector: Collector(numbers)) { entities in
        for entity in entities {
          let value = entity[Number.self]?.value ?? 0
          diary.lines.append("\(value)")
          if value < 3 { entity.set(Number(value: value + 1)) }
        }
      }
    ])
    try loop.execute()
    #expect(diary.read() == [])
    context.createEntity(Number(value: 1))
    for expected in [["1"], ["2"], ["3"], []] {
      try loop.execute()
      #expect(diary.read() == expected)
    }
  }

  @Test("A strict system gets only entities that still match, and other systems get all")
  func strict() throws {
    let note = { (name: String) in
      { (entities: [Entity]) in diary.lines.append("\(name) \(entities.count)") }
    }
    let loop = Loop([
      Reacting(collector: Collector(numbers), body: note("all")),
      StrictlyReacting(collector: Collector(numbers), body: note("strict")),
    ])
    let entities = (0..<3).map { context.createEntity(Number(value: $0)) }
    entities[0].destroy()
    entities[1].remove(Number.self)
    try loop.execute()
    #expect(diary.read() == ["all 3", "strict 1"])
    entities[2].destroy()
    try loop.execute()
    #expect(diary.read() == ["all 1"])
  }

  @Test("A disabled system neither executes nor cleans up, but still initializes and tears down")
  func disabled() throws {
    let loop = Loop([Phases(name: "a", diary: diary), Phases(name: "b", diary: diary)])
    loop.steps[0].isEnabled = false
    try loop.initialize()
    try loop.execute()
    try loop.cleanup()
    try loop.teardown()
    #expect(
      diary.read() == [
        "a init", "b init", "b execute", "b cleanup", "b teardown", "a teardown",
      ])
    loop.steps[0].isEnabled = true
    try loop.execute()
    #expect(diary.read() == ["a execute", "b execute"])
  }

  @Test("A disabled reactive system discards its items and ignores changes, even in nested loops")
  func disabledReactive() throws {
    let inner = Loop()
    let count = { (entities: [Entity]) in diary.lines.append("\(entities.count)") }
    let reacting = inner.add(Reacting(collector: Collector(numbers), body: count))
    let middle = Loop([inner])
    let outer = Loop([middle])
    context.createEntity(Number(value: 1))
    outer.steps[0].isEnabled = false
    context.createEntity(Number(value: 2))
    // A system that is added to a disabled loop is disabled, too.
    inner.add(Reacting(collector: Collector(numbers), body: count))
    reacting.isEnabled = false
    context.createEntity(Number(value: 3))
    outer.steps[0].isEnabled = true
    context.createEntity(Number(value: 4))
    try outer.execute()
    #expect(diary.read() == ["1"])
    reacting.isEnabled = true
    context.createEntity(Number(value: 5))
    try outer.execute()
    #expect(diary.read() == ["1", "1"])
  }

  @Test("While its condition is false a system rests, and its collector keeps collecting")
  func conditions() throws {
    var isOn = false
    let loop = Loop()
    loop.add(
      Reacting(collector: Collector(numbers)) { diary.lines.append("\($0.count)") },
      when: { isOn })
    context.createEntity(Number(value: 1))
    try loop.execute()
    context.createEntity(Number(value: 2))
    #expect(diary.read() == [])
    isOn = true
    try loop.execute()
    #expect(diary.read() == ["2"])
  }

  @Test("An error thrown by a system is reported with its path, and the other systems still run")
  func errors() throws {
    let inner = Loop(
      [Phases(name: "b", diary: diary, throwing: ["execute", "teardown"])], name: "Inner")
    let loop = Loop(
      [
        Phases(name: "a", diary: diary, throwing: ["execute", "init"]), inner,
        Phases(name: "c", diary: diary),
      ], name: "Outer")
    let error = #expect(throws: LoopError.self) { try loop.execute() }
    #expect(error?.failures.map(\.system) == ["Outer/a", "Outer/Inner/b"])
    #expect(error?.failures.allSatisfy { $0.phase == .execute && $0.error is Refused } == true)
    #expect(
      error?.description
        == "Outer/a: execute failed: Refused(); Outer/Inner/b: execute failed: Refused()")
    #expect(diary.read() == ["a execute", "b execute", "c execute"])
    #expect(throws: LoopError.self) { try loop.initialize() }
    #expect(throws: LoopError.self) { try loop.teardown() }
    #expect(
      diary.read() == ["a init", "b init", "c init", "c teardown", "b teardown", "a teardown"])
    try loop.cleanup()
  }

  @Test("A reactive system continues after an error, and does not get the same items again")
  func afterError() {
    var isBroken = true
    let loop = Loop([
      Reacting(collector: Collector(numbers)) { entities in
        diary.lines.append("\(entities.count)")
        if isBroken { throw Refused() }
      }
    ])
    context.createEntity(Number(value: 1))
    context.createEntity(Number(value: 2))
    #expect(throws: LoopError.self) { try loop.execute() }
    isBroken = false
    context.createEntity(Number(value: 3))
    #expect(throws: Never.self) { try loop.execute() }
    #expect(diary.read() == ["2", "1"])
  }

  @Test("The time of each system is measured with the given clock")
  func timings() throws {
    let clock = TickingClock()
    let inner = Loop([Doing(name: "Inside") {}], name: "Inner", clock: clock)
    let loop = Loop([Doing {}, inner], name: "Outer", clock: clock)
    for _ in 0..<2 { try loop.execute() }
    loop.steps[1].isEnabled = false
    try loop.execute()
    #expect(loop.timings.map(\.system) == ["Outer/Doing", "Outer/Inner", "Outer/Inner/Inside"])
    #expect(loop.timings.map(\.runs) == [3, 2, 2])
    #expect(loop.timings.map(\.total) == [.seconds(3), .seconds(6), .seconds(2)])
  }
}
