import ECSKit
import ECSObservation
import Testing

@Suite("The values of a component as a sequence", .timeLimit(.minutes(30)))
struct ComponentValuesTests {
  private let context = Context()
  private let talk: Entity

  init() {
    talk = context.createEntity(Name(text: "Swift Thinking"))
  }

  @Test("The current value is first, or nil, followed by the latest one")
  func newest() async {
    var stars = talk.values(of: Stars.self).makeAsyncIterator()
    #expect(await stars.next() == .some(nil))
    talk.set(Stars(count: 3))
    #expect(await stars.next() == Stars(count: 3))
    for count in 1...5 { talk.set(Stars(count: count)) }
    #expect(await stars.next() == Stars(count: 5))
    talk.remove(Stars.self)
    #expect(await stars.next() == .some(nil))
  }

  @Test("Only a changed value of the component wakes the reader")
  @MainActor
  func others() async {
    let reader = Reader<Stars?>()
    let task = Task { await reader.read(talk.values(of: Stars.self)) }
    await reader.settle()
    talk.set(Name(text: "Thinking in Swift"))
    await reader.settle()
    talk.set(Stars(count: 1))
    await reader.settle()
    talk.set(Stars(count: 1))
    context.createEntity(Stars(count: 2))
    await reader.settle()
    #expect(reader.elements == [nil, Stars(count: 1)])
    task.cancel()
    await reader.waitForEnd()
    #expect(context.statistics.observerCount == 0)
  }

  @Test("The end of the entity ends the sequence, unless it is rolled back")
  func entityEnd() async {
    var names = talk.values(of: Name.self).makeAsyncIterator()
    #expect(await names.next() == Name(text: "Swift Thinking"))
    try? context.transaction {
      talk.destroy()
      throw CancellationError()
    }
    talk.set(Name(text: "again"))
    #expect(await names.next() == Name(text: "again"))
    talk.set(Name(text: "never read"))
    talk.destroy()
    #expect(await names.next() == nil)
    #expect(await names.next() == nil)
  }

  @Test("The end of the context ends waiting readers, on whatever thread it happens")
  @MainActor
  func contextEnd() async {
    let reader = Reader<Name?>()
    await follow(reader)
    await reader.waitForEnd()
    #expect(reader.elements == [Name(text: "Ada")])
  }

  /// Makes a context that is released when the call ends.
  @MainActor
  private func follow(_ reader: Reader<Name?>) async {
    let context = Context()
    let entity = context.createEntity(Name(text: "Ada"))
    Task { await reader.read(entity.values(of: Name.self)) }
    await reader.settle()
    withExtendedLifetime(context) {}
  }

  @Test("The sequence of a dead handle is empty, and its use is reported")
  func dead() async {
    var reported = 0
    context.misuseHandler = { _ in reported += 1 }
    talk.destroy()
    for await _ in talk.values(of: Name.self) { Issue.record("a dead entity has a value") }
    #expect(reported == 1)
  }

  @Test("Leaving the loop ends the notifications from the next event on")
  func leaving() async {
    for _ in 1...100 {
      for await _ in talk.values(of: Name.self) { break }
    }
    talk.set(Stars(count: 1))
    #expect(context.statistics.observerCount == 0)
  }
}
