// Tests `Inbox`: the order of posts, announcements, nested calls of `receive()`, threads, and
// answers after the end of a context.
import ECSDetached
import ECSKit
import Synchronization
import TestSupport
import Testing

/// A counter that any thread may increment.
private final class Tally: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .sequentiallyConsistent) }

  func raise() { number.add(1, ordering: .sequentiallyConsistent) }
}

@Suite("Inbox") struct InboxTests {
  private let context = Context()

  private func edited(_ entity: Entity, _ value: Int) -> DetachedEntity {
    var detached = entity.detach()
    detached.set(Number(value: value))
    return detached
  }

  @Test("Posts are applied when the context receives, in order of arrival")
  func order() {
    #expect(context.receive().isEmpty)
    let entity = context.createEntity(Number(value: 0))
    var values: [Int] = []
    entity.observe(.updated) { values.append($0.new(Number.self)?.value ?? -1) }
    let inbox = context.inbox
    #expect(context.inbox === inbox)
    for value in 1...5 { inbox.post(edited(entity, value), policy: .mine) }
    #expect(entity[Number.self]?.value == 0)
    let reports = context.receive()
    #expect(
      values == [1, 2, 3, 4, 5] && reports.map(\.outcome) == .init(repeating: .synced, count: 5))
    #expect(reports.map(\.conflicts.count) == [0, 1, 1, 1, 1])
    #expect(context.receive().isEmpty)
  }

  @Test("A refused post does not stop later ones")
  func refused() {
    let entity = context.createEntity(Number(value: 0))
    let gone = context.createEntity(Number(value: 0))
    context.inbox.post(edited(entity, 1), policy: .fail)
    context.inbox.post(edited(entity, 2), policy: .fail)
    context.inbox.post(edited(gone, 2), policy: .fail)
    context.inbox.post(edited(entity, 3), policy: .theirs)
    gone.destroy()
    #expect(context.receive().map(\.outcome) == [.synced, .refused, .gone, .synced])
    #expect(entity[Number.self]?.value == 1)
  }

  @Test("Receiving where changes are forbidden is reported, even if the inbox was never used")
  func frozen() {
    let misuses = context.collectMisuses()
    let entity = context.createEntity(Number(value: 0))
    context.observeChanges { [unowned context] _ in #expect(context.receive().isEmpty) }
    entity.set(Number(value: 1))
    #expect(misuses.items == [.changeWhileFrozen(operation: "receive")])
    context.inbox.post(edited(entity, 5), policy: .mine)
    entity.set(Number(value: 2))
    #expect(misuses.items.count == 2 && context.receive().count == 1)
    entity.set(Number(value: 3))
    #expect(misuses.items == .init(repeating: .changeWhileFrozen(operation: "receive"), count: 4))
  }

  @Test("Posts that arrive while the context receives wait for the next time, in order")
  func meanwhile() {
    let entity = context.createEntity(Number(value: 0))
    let inbox = context.inbox
    inbox.post(edited(entity, 1), policy: .fail) { report in
      var detached = report.detached
      detached.set(Number(value: 3))
      inbox.post(detached, policy: .mine)
    }
    inbox.post(edited(entity, 2), policy: .mine)
    #expect(context.receive().count == 2 && entity[Number.self]?.value == 2)
    #expect(context.receive().count == 1 && entity[Number.self]?.value == 3)
  }

  @Test("An observer that receives gets the remaining posts, and the order is preserved")
  func nested() {
    let entity = context.createEntity(Number(value: 0))
    let inbox = context.inbox
    var inner: [Int] = []
    entity.observe(.updated) { event in
      if event.new(Number.self)?.value == 1 { inner = context.receive().map(\.applied.count) }
    }
    for value in 1...4 { inbox.post(edited(entity, value), policy: .mine) }
    #expect(context.receive().count == 1)
    #expect(inner == [1, 1, 1] && entity[Number.self]?.value == 4)
  }

  @Test("An arrival is announced once until the context has received")
  func announcing() {
    let count = Tally()
    let entity = context.createEntity(Number(value: 0))
    let inbox = context.inbox
    inbox.post(edited(entity, 1), policy: .mine)
    inbox.onArrival = { count.raise() }
    #expect(count.count == 1)
    inbox.post(edited(entity, 2), policy: .mine)
    #expect(count.count == 1)
    #expect(context.receive().count == 2)
    inbox.post(edited(entity, 3), policy: .mine) { report in
      inbox.post(report.detached, policy: .mine)
    }
    #expect(count.count == 2)
    // The post that arrived during `receive()` is announced, too.
    #expect(context.receive().count == 1 && count.count == 3)
    inbox.onArrival = nil
    #expect(inbox.onArrival == nil)
    _ = context.receive()
    inbox.post(edited(entity, 4), policy: .mine)
    #expect(count.count == 3)
  }

  @Test("a closure that is set while posts wait is called at once, even if it replaces another")
  func announcingAgain() {
    let (former, present) = (Tally(), Tally())
    let entity = context.createEntity(Number(value: 0))
    let inbox = context.inbox
    inbox.onArrival = { former.raise() }
    inbox.post(edited(entity, 1), policy: .mine)
    #expect(former.count == 1)
    inbox.onArrival = { present.raise() }
    #expect(former.count == 1 && present.count == 1)
    inbox.post(edited(entity, 2), policy: .mine)
    #expect(present.count == 1 && context.receive().count == 2)
    inbox.onArrival = { former.raise() }
    #expect(former.count == 1 && present.count == 1)
  }

  @Test("remaining posts are answered in order of arrival when the context is released")
  func leftOver() {
    let answers = Mutex<[Int]>([])
    var other: Context? = Context()
    guard let entity = other?.createEntity(Number(value: 0)), let inbox = other?.inbox else {
      return
    }
    let detached = edited(entity, 1)
    @Sendable func post(_ number: Int) {
      inbox.post(detached, policy: .mine) { report in
        answers.withLock { $0.append(report.outcome == .gone ? -number : number) }
      }
    }
    var isFirst = true
    entity.observe(.updated) { [unowned other] _ in
      guard isFirst else { return }
      isFirst = false
      // The inner call receives a post that the outer call counted on. The outer call then receives
      // one of these instead.
      _ = other?.receive()
      for number in 3...5 { post(number) }
    }
    for number in 1...2 { post(number) }
    #expect(other?.receive().count == 2)
    post(6)
    other = nil
    #expect(answers.withLock { $0 } == [2, 1, 3, -4, -5, -6])
  }

  @Test("When the context is released, each waiter gets that answer, and nothing is changed")
  func gone() {
    let outcomes = Mutex<[SyncReport.Outcome]>([])
    var other: Context? = Context()
    let inbox = other?.inbox
    guard let entity = other?.createEntity(Number(value: 0)), let inbox else { return }
    let detached = edited(entity, 1)
    let announced = Tally()
    inbox.onArrival = { announced.raise() }
    for _ in 1...3 {
      inbox.post(detached, policy: .mine) { report in
        outcomes.withLock { $0.append(report.outcome) }
      }
    }
    other = nil
    #expect(outcomes.withLock(\.self) == [.gone, .gone, .gone])
    inbox.onArrival = { announced.raise() }
    inbox.post(detached, policy: .mine) { report in outcomes.withLock { $0.append(report.outcome) }
    }
    inbox.post(detached, policy: .mine)
    #expect(outcomes.withLock(\.self).count == 4 && announced.count == 1)
  }

  @Test("Posts of many threads all arrive, each thread's in order")
  func manyThreads() async {
    let entities = (0..<8).map { context.createEntity(Number(value: $0), Draft(text: 0)) }
    let inbox = context.inbox
    let arrivals = Tally()
    let completions = Tally()
    inbox.onArrival = { arrivals.raise() }
    let detached = entities.map { $0.detach() }
    async let posted: Void = withTaskGroup(of: Void.self) { group in
      for first in detached {
        group.addTask {
          for value in 1...200 {
            var mine = first
            mine.set(Draft(text: value))
            inbox.post(mine, policy: .mine) { _ in completions.raise() }
          }
        }
      }
    }
    var received: [Int: [Int]] = [:]
    var count = 0
    while count < 1_600 {
      for report in context.receive() {
        count += 1
        let number = report.detached[Number.self]?.value ?? -1
        received[number, default: []].append(report.detached[Draft.self]?.text ?? -1)
      }
      await Task.yield()
    }
    await posted
    #expect(context.receive().isEmpty && completions.count == 1_600)
    #expect(arrivals.count >= 1)
    for number in 0..<8 { #expect(received[number] == Array(1...200)) }
  }

  @Test("Contexts end while many threads post to them, and every post gets one answer")
  func endsWhilePosting() async {
    for _ in 1...30 {
      let answers = Tally()
      var other: Context? = Context()
      guard let entity = other?.createEntity(Number(value: 0)), let inbox = other?.inbox else {
        return
      }
      let detached = edited(entity, 1)
      async let posted: Void = withTaskGroup(of: Void.self) { group in
        for _ in 1...4 {
          group.addTask {
            for _ in 1...50 {
              inbox.post(detached, policy: .theirs) { _ in answers.raise() }
            }
          }
        }
      }
      _ = other?.receive()
      await Task.yield()
      _ = other?.receive()
      other = nil
      await posted
      #expect(answers.count == 200)
    }
  }
}
