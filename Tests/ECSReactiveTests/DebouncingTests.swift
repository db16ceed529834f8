import ECSKit
import ECSReactive
import Testing

@Suite struct DebouncingTests {
  private let context = Context()
  private let time = WoundTime()
  private let diary = Diary()

  private func debounced(longestDelay: Duration? = nil) -> ReactiveLoop {
    Collector(context.group(.all(Number.self))).debounced(
      by: .milliseconds(30), longestDelay: longestDelay, scheduler: time.scheduler
    ) { [diary] in diary.lines.append($0.map { "\($0[Number.self]?.value ?? 0)" }.joined()) }
  }

  @Test("Ten rapid changes cause one call, and spaced changes one call each")
  func bursts() {
    let loop = debounced()
    let entity = context.createEntity(Number(value: 0))
    for value in 1..<10 {
      time.pass(20)
      entity.set(Number(value: value))
    }
    #expect(diary.read() == [])
    time.pass(30)
    #expect(diary.read() == ["9"])
    entity.set(Number(value: 1))
    time.pass(100)
    context.createEntity(Number(value: 2))
    time.pass(100)
    #expect(diary.read() == ["1", "2"] && time.isIdle)
    withExtendedLifetime(loop) {}
  }

  @Test("Changes that continue delay a call for at most the given time, or without limit")
  func limits() {
    func calls(_ longestDelay: Duration?) -> Int {
      let loop = debounced(longestDelay: longestDelay)
      let entity = context.createEntity(Number(value: 0))
      for value in 1..<500 {
        time.pass(10)
        entity.set(Number(value: value))
      }
      defer { loop.cancel() }
      return diary.read().count
    }
    #expect(calls(nil) == 0)
    #expect(calls(.milliseconds(100)) == 49)
  }

  @Test("Nothing is called without a change, or after the end of the loop")
  func ends() {
    let cancelled = debounced()
    var dropped: ReactiveLoop? = debounced()
    time.pass(100)
    #expect(diary.read() == [])
    context.createEntity(Number(value: 1))
    cancelled.cancel()
    withExtendedLifetime(dropped) {}
    dropped = nil
    time.pass(100)
    #expect(diary.read() == [])
  }

  @Test("Without a scheduler, the closure is called on the actor of the caller")
  @MainActor
  func actor() async throws {
    let context = Context()
    var count = 0
    let loop = Collector(context.group(.all(Number.self))).debounced(by: .milliseconds(1)) {
      MainActor.assertIsolated()
      count += $0.count
    }
    context.createEntity(Number(value: 1))
    context.createEntity(Number(value: 2))
    while count == 0 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(count == 2)
    loop.cancel()
  }
}
