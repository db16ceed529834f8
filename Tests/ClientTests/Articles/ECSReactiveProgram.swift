import ECSKit
import ECSReactive
import Testing

private struct Title: Component, Equatable { var text: String }
nonisolated(unsafe) private var printed: [String] = []
private func print(_ text: String) { printed.append(text) }

@Suite("The overview of ECSReactive")
struct ECSReactiveProgram {
  @Test("the system prints the new title")
  func program() throws {
    let context = Context()
    // block
    struct ShowTitles: ReactiveSystem {
      let collector: Collector
      func execute(_ entities: [Entity]) {
        for entity in entities { print(entity[Title.self]?.text ?? "") }
      }
    }

    let titles = context.group(.all(Title.self))
    let loop = Loop([ShowTitles(collector: Collector(titles))])
    context.createEntity(Title(text: "Swift Thinking"))
    try loop.execute()  // Swift Thinking
    // end
    #expect(printed == ["Swift Thinking"])
  }
}
