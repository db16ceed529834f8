import ECSKit
import Testing

@Suite("The overview of ECSKit")
struct ECSKitProgram {
  @Test("the program prints what its comments say")
  func program() {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // block
    struct Title: Component, Equatable { var text: String }
    struct Rating: Component, Equatable { var stars: Int }

    let context = Context()
    let rated = context.group(.all(Title.self, Rating.self))
    rated.observe { event in
      print(event.kind, event.new(Rating.self)?.stars ?? 0)
    }

    let talk = context.createEntity(Title(text: "Swift Thinking"))
    talk.set(Rating(stars: 4))  // added 4
    talk.set(Rating(stars: 5))  // updated 5
    talk.remove(Rating.self)  // removed 0
    // end
    #expect(printed == ["added 4", "updated 5", "removed 0"])
  }
}
