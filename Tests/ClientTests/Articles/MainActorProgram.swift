import ECSKit
import ECSReactive
import Testing

@Suite("Main actor")
struct MainActorProgram {
  @Test("the article's systems run on the main actor, manually and automatically")
  @MainActor
  func program() async throws {
    // block
    struct Title: Component, Equatable { var text: String }

    @MainActor final class Label { var text = "" }

    @MainActor struct ShowTitles: @MainActor ReactiveSystem {
      let collector: Collector
      let label: Label

      func execute(_ entities: [Entity]) {
        label.text = entities.compactMap { $0[Title.self]?.text }.joined(separator: ", ")
      }
    }
    // block
    @MainActor final class Model {
      let context = Context()
      let label = Label()
      private let reactive: ReactiveLoop

      init() {
        let titles = Collector(context.group(.all(Title.self)))
        reactive = ReactiveLoop(Loop([ShowTitles(collector: titles, label: label)]))
      }
    }

    let model = Model()
    model.context.createEntity(Title(text: "Swift Thinking"))
    while model.label.text.isEmpty { await Task.yield() }
    print(model.label.text)  // Swift Thinking
    // end
    #expect(model.label.text == "Swift Thinking")
  }
}
