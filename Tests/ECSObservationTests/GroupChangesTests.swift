import ECSKit
import ECSObservation
import Testing

@Suite("The changes of a group as a sequence", .timeLimit(.minutes(30)))
struct GroupChangesTests {
  private let context = Context()
  private let people: Group
  private let ada: Entity
  private let grace: Entity

  init() {
    people = context.group(.all(Name.self))
    ada = context.createEntity(Name(text: "Ada"))
    grace = context.createEntity(Name(text: "Grace"))
  }

  @Test("The current members are first, in creation order, or an empty batch")
  func present() async {
    var names = people.changes().makeAsyncIterator()
    #expect(await names.next()?.map(\.text) == ["added Ada", "added Grace"])
    var stars = context.group(.all(Stars.self)).changes().makeAsyncIterator()
    #expect(await stars.next()?.isEmpty == true)
  }

  @Test("The first call reads the initial state, and each iterator has a separate one")
  func begin() async {
    let changes = people.changes()
    var early = changes.makeAsyncIterator()
    context.createEntity(Name(text: "Edsger"))
    #expect(await early.next()?.count == 3)
    ada.destroy()
    var late = changes.makeAsyncIterator()
    #expect(await late.next()?.count == 2)
    #expect(await early.next()?.map(\.text) == ["removed nobody"])
  }

  @Test("Changes between two calls form one batch, according to the mode")
  func modes() async {
    var latest = people.changes().makeAsyncIterator()
    var net = people.changes(mode: .net).makeAsyncIterator()
    var every = people.changes(mode: .every).makeAsyncIterator()
    _ = (await latest.next(), await net.next(), await every.next())
    grace.set(Name(text: "Grace H"))
    ada.remove(Name.self)
    ada.set(Name(text: "Ada"))
    context.createEntity(Name(text: "Nobody")).destroy()
    #expect(await latest.next()?.map(\.text) == ["updated Grace H", "added Ada", "removed nobody"])
    #expect(await net.next()?.map(\.text) == ["updated Grace H"])
    #expect(
      await every.next()?.map(\.text) == [
        "updated Grace H", "removed Ada", "added Ada", "added nobody", "removed nobody",
      ])
  }

  @Test("A transaction is one batch, and a rolled-back transaction is not reported")
  @MainActor
  func transactions() async {
    let reader = Reader<[Collector.Item]>()
    let task = Task { await reader.read(people.changes()) }
    await reader.settle()
    context.transaction {
      ada.set(Name(text: "A"))
      grace.set(Name(text: "G"))
    }
    await reader.settle()
    try? context.transaction {
      ada.destroy()
      throw CancellationError()
    }
    await reader.settle()
    ada.set(Name(text: "Ada"))
    await reader.settle()
    #expect(reader.elements.map(\.count) == [2, 2, 1])
    task.cancel()
    await reader.waitForEnd()
  }

  @Test("A cancelled task ends its iteration and its subscription at once")
  @MainActor
  func cancelled() async {
    let reader = Reader<[Collector.Item]>()
    let task = Task { await reader.read(people.changes(mode: .every)) }
    await reader.settle()
    #expect(!reader.hasEnded)
    let before = context.statistics.observerCount
    task.cancel()
    await reader.waitForEnd()
    #expect(context.statistics.observerCount < before)
    ada.set(Name(text: "A"))
    #expect(context.statistics.observerCount == 0)
    #expect(reader.elements.count == 1)
  }

  @Test("The end of the context ends waiting and later iterations")
  @MainActor
  func contextEnd() async {
    let reader = Reader<[Collector.Item]>()
    var group: Group
    do {
      let context = Context()
      group = context.group(.all(Name.self))
      let waiting = group
      Task { await reader.read(waiting.changes()) }
      await reader.settle()
      context.createEntity(Name(text: "Ada"))
      await reader.settle()
      #expect(!reader.hasEnded)
    }
    await reader.waitForEnd()
    #expect(reader.elements.map(\.count) == [0, 1])
    var late = group.changes().makeAsyncIterator()
    #expect(await late.next() == nil)
    #expect(await late.next() == nil)
  }

  @Test("Leaving the loop ends the notifications from the next event on")
  func leaving() async {
    for _ in 1...1000 {
      for await _ in people.changes() { break }
    }
    ada.set(Name(text: "A"))
    #expect(context.statistics.observerCount == 0)
    grace.set(Name(text: "G"))
    #expect(await people.changes().first { _ in true }?.count == 2)
  }

  @Test("A reader may change the group it reads, and reads those changes in order")
  func changing() async {
    var heard: [[String]] = []
    for await changes in people.changes() {
      heard.append(changes.map(\.text))
      for change in changes {
        let text = change.entity[Name.self]?.text ?? ""
        if text.count < 6 { change.entity.set(Name(text: text + "!")) }
      }
      if changes.count == 1 { break }
    }
    #expect(
      heard == [
        ["added Ada", "added Grace"], ["updated Ada!", "updated Grace!"], ["updated Ada!!"],
      ])
  }

  @Test("The sequence is read in the isolation of an actor that owns the context")
  func actor() async {
    let roster = Roster()
    await roster.add(["Ada", "Grace"])
    let reading = Task { await roster.follow(until: 4) }
    await roster.add(["Barbara", "Edsger"])
    await reading.value
    #expect(await roster.seen == ["Ada", "Grace", "Barbara", "Edsger"])
  }
}

/// People on an actor of their own.
private actor Roster {
  private let context = Context()
  private(set) var seen: [String] = []

  func add(_ names: [String]) {
    for name in names { context.createEntity(Name(text: name)) }
  }

  func follow(until count: Int) async {
    for await changes in context.group(.all(Name.self)).changes() {
      assertIsolated()
      seen += changes.compactMap { $0.entity[Name.self]?.text }
      if seen.count == count { return }
    }
  }
}
