import ECSKit
import ECSReactive
import Testing

@Suite("Robustness of loops") struct LoopTraps {
  private let context = Context()
  private let diary = Diary()
  private let time = WoundTime()

  private var numbers: Group { context.group(.all(Number.self)) }

  @Test("every burst waits for the same delay, not only the first")
  func everyBurst() {
    let system = Reacting(collector: Collector(numbers)) { _ in
      diary.lines.append("\(time.now)")
    }
    let reactive = ReactiveLoop(
      Loop([system]), delay: .milliseconds(300), scheduler: time.scheduler)
    for start in [0, 1000, 2000] {
      context.createEntity(Number(value: start))
      time.pass(1000)
    }
    #expect(diary.read() == ["0.3 seconds", "1.3 seconds", "2.3 seconds"])
    withExtendedLifetime(reactive) {}
  }

  @Test("systems that trigger each other endlessly are stopped and reported")
  func convergence() {
    let told = Diary()
    let notes = context.group(.all(Note.self))
    let inner = Loop(
      [
        Reacting(name: "Pong", collector: Collector(notes)) { entities in
          diary.lines.append("pong")
          for entity in entities {
            entity.set(Number(value: (entity[Number.self]?.value ?? 0) + 1))
          }
        },
        Reacting(name: "Bystander", collector: Collector(notes, .removed)) { _ in },
      ], name: "Inner")
    let loop = Loop([
      inner,
      Reacting(name: "Ping", collector: Collector(numbers)) { entities in
        for entity in entities { entity.set(Note(text: "ping")) }
      },
    ])
    let reactive = ReactiveLoop(loop, passLimit: 10, scheduler: time.scheduler) {
      told.lines.append($0.description)
    }
    let entity = context.createEntity(Number(value: 1))
    time.pass(60_000)
    #expect(
      told.read() == [
        "systems that still have work after 10 passes: Loop/Inner/Pong"
      ])
    #expect(diary.read().count == 9 && time.isIdle)
    // The next change starts a new series of passes.
    entity.set(Number(value: 100))
    time.pass(60_000)
    #expect(told.read().count == 1)
    withExtendedLifetime(reactive) {}
  }

  @Test("a reactive loop stays on the actor that created it", .timeLimit(.minutes(30)))
  func isolation() async {
    let value = await Stage().play()
    #expect(value == 8)
  }

  @Test("a reactive loop accepts every kind of system or none, and reacts to its own changes")
  func everyKind() {
    let empty = ReactiveLoop(Loop(), scheduler: time.scheduler)
    let loop = Loop([
      Phases(name: "phases", diary: diary),
      StrictlyReacting(collector: Collector(numbers, .added)) { entities in
        diary.lines.append("strict \(entities.count)")
      },
    ])
    let reactive = ReactiveLoop(loop, scheduler: time.scheduler)
    #expect(diary.read() == ["phases init"])
    let entity = context.createEntity(Note(text: "of no concern"))
    entity.set(Marked())
    time.pass(1000)
    #expect(diary.read() == [])
    entity.set(Number(value: 1)).set(Number(value: 2))
    time.pass(1000)
    #expect(diary.read() == ["phases execute", "strict 1", "phases cleanup"])
    withExtendedLifetime((empty, reactive)) {}
  }

  @Test("systems can be added and disabled, teardown runs in reverse, and errors have a path")
  func wholeLoops() throws {
    let loop = Loop([Phases(name: "a", diary: diary, throwing: ["teardown"])])
    let step = loop.add(Phases(name: "b", diary: diary))
    step.isEnabled = false
    try loop.execute()
    let error = #expect(throws: LoopError.self) { try loop.teardown() }
    #expect(error?.failures.map(\.system) == ["Loop/a"])
    #expect(diary.read() == ["a execute", "b teardown", "a teardown"])
  }
}

/// An actor with its own context and loop.
private actor Stage {
  private let context = Context()
  private var reactive: ReactiveLoop?
  private var sum = 0

  func play() async -> Int {
    let numbers = context.group(.all(Number.self))
    await withCheckedContinuation { continuation in
      let system = Reacting(collector: Collector(numbers, .added)) { entities in
        // Check at run time that the pass is on this actor.
        self.preconditionIsolated("a pass came on another thread")
        self.assumeIsolated { $0.sum += 8 }
        for entity in entities { entity.destroy() }
        continuation.resume()
      }
      reactive = ReactiveLoop(Loop([system]))
      context.createEntity(Number(value: 1))
    }
    reactive?.cancel()
    return sum
  }
}
