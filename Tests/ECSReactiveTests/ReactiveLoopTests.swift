// Tests `ReactiveLoop` on a simulated time: bursts, pauses, budgets, errors, disabled systems and
// the end of a loop.
import ECSKit
import ECSReactive
import Testing

@Suite struct ReactiveLoopTests {
  private let context = Context()
  private let diary = Diary()
  private let time = WoundTime()

  private var numbers: Group { context.group(.all(Number.self)) }

  private func reacting(
    _ name: String, _ group: Group, _ body: @escaping (Entity) -> Void = { _ in }
  )
    -> Reacting
  {
    Reacting(name: name, collector: Collector(group, .added, .updated)) { entities in
      diary.lines.append("\(name) \(entities.count)")
      for entity in entities { body(entity) }
    }
  }

  @Test("A burst is one pass in the next turn, and includes entities that died meanwhile")
  func burst() {
    let reactive = ReactiveLoop(Loop([reacting("a", numbers)]), scheduler: time.scheduler)
    context.createEntity(Number(value: 1)).destroy()
    context.createEntity(Number(value: 2)).set(Number(value: 3))
    #expect(diary.read() == [])
    time.pass(0)
    #expect(diary.read() == ["a 2"])
    time.pass(1000)
    #expect(diary.read() == [] && time.isIdle)
    withExtendedLifetime(reactive) {}
  }

  @Test("Work for an earlier system causes a second pass over all systems in the same turn")
  func secondPass() {
    let notes = context.group(.all(Note.self))
    let loop = Loop([
      reacting("first", notes), Phases(name: "phases", diary: diary),
      reacting("second", numbers) { $0.set(Note(text: "made by second")) },
    ])
    let reactive = ReactiveLoop(loop, scheduler: time.scheduler)
    #expect(diary.read() == ["phases init"])
    context.createEntity(Number(value: 1))
    time.pass(0)
    #expect(
      diary.read() == [
        "phases execute", "second 1", "phases cleanup", "first 1", "phases execute",
        "phases cleanup",
      ])
    reactive.cancel()
    #expect(diary.read() == ["phases teardown"])
  }

  @Test("A pass waits for a quiet period, but no longer than its maximum delay")
  func debounce() {
    let reactive = ReactiveLoop(
      Loop([reacting("a", numbers)]), delay: .milliseconds(100), longestDelay: .milliseconds(250),
      scheduler: time.scheduler)
    let entity = context.createEntity(Number(value: 0))
    time.pass(99)
    entity.set(Number(value: 1))
    time.pass(99)
    #expect(diary.read() == [])
    time.pass(1)
    #expect(diary.read() == ["a 1"])
    for value in 2..<12 {
      entity.set(Number(value: value))
      time.pass(50)
    }
    // Changes without a pause cause two passes, at 250 and 500 milliseconds.
    #expect(diary.read() == ["a 1", "a 1"])
    time.pass(1000)
    #expect(diary.read() == [] && time.isIdle)
    withExtendedLifetime(reactive) {}
  }

  @Test("Items collected earlier or while initializing form a first burst")
  func before() {
    let system = reacting("a", numbers)
    context.createEntity(Number(value: 1))
    let reactive = ReactiveLoop(Loop([system]), scheduler: time.scheduler)
    time.pass(0)
    #expect(diary.read() == ["a 1"])
    withExtendedLifetime(reactive) {}
  }

  @Test("A system with a budget continues in the next turns until nothing is left")
  func budget() {
    let loop = Loop([
      Budgeted(collector: Collector(numbers), budget: 2) { diary.lines.append("\($0.count)") }
    ])
    let reactive = ReactiveLoop(loop, delay: .milliseconds(10), scheduler: time.scheduler)
    for value in 0..<5 { context.createEntity(Number(value: value)) }
    time.pass(10)
    #expect(diary.read() == ["2"])
    time.pass(10)
    #expect(diary.read() == ["2"])
    time.pass(100)
    #expect(diary.read() == ["1"] && time.isIdle)
    withExtendedLifetime(reactive) {}
  }

  @Test("A system that leaves all of its items is not called again and again")
  func noProgress() {
    let loop = Loop([
      Budgeted(collector: Collector(numbers), budget: 0) { _ in diary.lines.append("asked") }
    ])
    let reactive = ReactiveLoop(loop, scheduler: time.scheduler)
    context.createEntity(Number(value: 1))
    time.pass(1000)
    #expect(diary.read() == ["asked"] && time.isIdle)
    withExtendedLifetime(reactive) {}
  }

  @Test("Errors thrown by systems are reported, and the loop continues")
  func errors() {
    let told = Diary()
    let loop = Loop([
      Phases(name: "b", diary: diary, throwing: ["init", "cleanup"]),
      Reacting(collector: Collector(numbers)) { _ in throw Refused() },
    ])
    let reactive = ReactiveLoop(loop, scheduler: time.scheduler) {
      told.lines.append($0.description)
    }
    for value in 0..<2 {
      context.createEntity(Number(value: value))
      time.pass(0)
    }
    let pass = ["Loop/Reacting: execute failed: Refused()", "Loop/b: cleanup failed: Refused()"]
    #expect(told.read() == ["Loop/b: initialize failed: Refused()"] + pass + pass)
    withExtendedLifetime(reactive) {}
  }

  @Test("Systems that are disabled, or whose condition is false, cause no pass")
  func resting() {
    var isOn = false
    let loop = Loop()
    let step = loop.add(reacting("off", numbers))
    loop.add(reacting("resting", numbers), when: { isOn })
    step.isEnabled = false
    let reactive = ReactiveLoop(loop, scheduler: time.scheduler)
    context.createEntity(Number(value: 1))
    time.pass(0)
    #expect(diary.read() == [] && time.isIdle)
    isOn = true
    context.createEntity(Number(value: 2))
    time.pass(0)
    #expect(diary.read() == ["resting 2"])
    withExtendedLifetime(reactive) {}
  }

  @Test("Systems added later are also watched, even in nested loops")
  func addedLater() {
    let inner = Loop(name: "Inner")
    let reactive = ReactiveLoop(Loop([inner]), scheduler: time.scheduler)
    inner.add(reacting("late", numbers))
    context.createEntity(Number(value: 1))
    time.pass(0)
    #expect(diary.read() == ["late 1"])
    withExtendedLifetime(reactive) {}
  }

  @Test("Delayed work runs once, or not at all if it is cancelled")
  func delayedWork() {
    let reactive = ReactiveLoop(Loop([reacting("a", numbers)]), scheduler: time.scheduler)
    let cancelFirst = reactive.perform(after: .seconds(1)) { diary.lines.append("first") }
    let cancelSecond = reactive.perform(after: .seconds(1)) { [context] in
      context.createEntity(Number(value: 1))
    }
    reactive.perform(after: .seconds(2)) { diary.lines.append("never") }
    cancelFirst()
    time.pass(1000)
    #expect(diary.read() == ["a 1"])
    cancelSecond()
    reactive.cancel()
    reactive.perform(after: .zero) { diary.lines.append("never") }
    #expect(time.isIdle)
    time.pass(5000)
    #expect(diary.read() == [])
  }

  @Test("A system or a scheduler may end the context")
  func endingContext() throws {
    var context: Context? = Context()
    let entity = try #require(context?.createEntity(Number(value: 1)))
    let numbers = try #require(context?.group(.all(Number.self)))
    let system = Reacting(collector: Collector(numbers)) { _ in context = nil }
    let reactive = ReactiveLoop(Loop([system]), scheduler: time.scheduler)
    entity.set(Number(value: 2))
    time.pass(0)
    #expect(context == nil && !entity.isAlive && numbers.isEmpty)

    context = Context()
    let other = try #require(context?.createEntity(Number(value: 1)))
    let others = try #require(context?.group(.all(Number.self)))
    let ending = LoopScheduler(
      now: { .zero },
      schedule: { _, _ in
        context = nil
        return {}
      })
    let second = ReactiveLoop(
      Loop([Reacting(collector: Collector(others, mode: .net)) { _ in }]), scheduler: ending)
    other.set(Number(value: 2))
    #expect(context == nil && !other.isAlive && others.isEmpty)
    withExtendedLifetime((reactive, second)) {}
  }

  @Test("A loop that a system cancels finishes its pass before the teardown")
  func cancelledInside() {
    var reactive: ReactiveLoop?
    let loop = Loop([
      Reacting(name: "cancelling", collector: Collector(numbers)) { _ in reactive?.cancel() },
      Phases(name: "later", diary: diary),
    ])
    reactive = ReactiveLoop(loop, scheduler: time.scheduler)
    context.createEntity(Number(value: 1))
    time.pass(0)
    #expect(
      diary.read() == ["later init", "later execute", "later cleanup", "later teardown"])
    context.createEntity(Number(value: 2))
    time.pass(1000)
    #expect(diary.read() == [] && time.isIdle)
  }

  @Test("A cancelled or released loop, or one with a released context, has no effect")
  func ends() {
    var context: Context? = Context()
    let group = context?.group(.all(Number.self))
    guard let group else { return }
    let kept = ReactiveLoop(Loop([reacting("kept", group)]), scheduler: time.scheduler)
    let cancelled = ReactiveLoop(Loop([reacting("cancelled", group)]), scheduler: time.scheduler)
    var dropped: ReactiveLoop? = ReactiveLoop(
      Loop([reacting("dropped", group)]), scheduler: time.scheduler)
    weak let observed = dropped
    context?.createEntity(Number(value: 1))
    cancelled.cancel()
    cancelled.cancel()
    dropped = nil
    #expect(observed == nil)
    time.pass(0)
    #expect(diary.read() == ["kept 1"])
    context?.createEntity(Number(value: 2))
    context = nil
    time.pass(1000)
    #expect(diary.read() == [] && time.isIdle)
    withExtendedLifetime(kept) {}
  }
}
