import ECSDetached
import ECSKit
import Testing

@Suite("ECSKit in twenty lines (README)")
struct ReadmeProgramTests {
  @Test("the program prints what its comments say")
  func program() async throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // README begins
    struct Title: Component, Equatable { var text: String }
    struct Rating: DetachableComponent, Equatable { var stars: Int }

    let context = Context()
    let rated = context.group(.all(Title.self, Rating.self))
    rated.observe { event in
      let old = event.old(Rating.self)?.stars ?? 0
      let new = event.new(Rating.self)?.stars ?? 0
      print(event.kind, event.entity[Title.self]?.text ?? "", old, "->", new)
    }

    let talk = context.createEntity(Title(text: "Swift Thinking"))
    talk.set(Rating(stars: 4))  // added Swift Thinking 0 -> 4
    talk.set(Rating(stars: 4))  // an equal value is no change
    try? context.transaction {
      context.index(\Title.text).first("Swift Thinking")?.remove(Rating.self)
      throw CancellationError()  // nothing happened, and no observer was called
    }

    let changes = context.recordChanges {
      talk.set(Rating(stars: 1))  // updated Swift Thinking 4 -> 1
    }
    try context.apply(changes.inverse)  // undo: updated Swift Thinking 1 -> 4

    let copy = talk.detach()
    let edited = await Task.detached {
      var copy = copy
      copy.set(Rating(stars: 5))  // on another task
      return copy
    }.value
    context.sync(edited, policy: .fail)  // updated Swift Thinking 4 -> 5
    // README ends
    #expect(
      printed == [
        "added Swift Thinking 0 -> 4", "updated Swift Thinking 4 -> 1",
        "updated Swift Thinking 1 -> 4", "updated Swift Thinking 4 -> 5",
      ])
    #expect(rated.count == 1)
  }
}
