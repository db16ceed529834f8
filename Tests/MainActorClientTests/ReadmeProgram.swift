import ECSKit
import Testing

@Suite("README, ECSKit in twenty lines")
struct ReadmeProgramTests {
  @Test("the program prints what its comments say")
  func program() {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // README begins
    struct Title: Component, Equatable { var text: String }
    struct Rating: Component, Equatable { var stars: Int }

    let context = Context()
    let rated = context.group(.all(Title.self, Rating.self))
    rated.observe { event in
      let old = event.old(Rating.self)?.stars ?? 0
      let new = event.new(Rating.self)?.stars ?? 0
      print(event.kind, event.entity[Title.self]?.text ?? "", old, "->", new)
    }

    let talk = context.createEntity(Title(text: "Swift Thinking"))
    talk.set(Rating(stars: 4))  // added Swift Thinking 0 -> 4
    talk.set(Rating(stars: 5))  // updated Swift Thinking 4 -> 5
    talk.set(Rating(stars: 5))  // an equal value is no change

    let titles = context.index(\Title.text)
    try? context.transaction {
      titles.first("Swift Thinking")?.remove(Rating.self)
      throw CancellationError()  // nothing happened, and nobody was told
    }
    print(rated.count, talk[Rating.self]?.stars ?? 0)  // 1 5
    // README ends
    #expect(
      printed == ["added Swift Thinking 0 -> 4", "updated Swift Thinking 4 -> 5", "1 5"])
  }
}
