import ECSKit
import ECSReactive
import Testing

@Suite("Systems and loops")
struct SystemsAndLoopsProgram {
  @Test("the article's systems run in order, manually and automatically")
  @MainActor
  func program() async throws {
    // What the loop that runs by itself printed comes later, so the lines are in a class.
    final class Printed { var lines: [String] = [] }
    let printed = Printed()
    func print(_ items: Any...) {
      printed.lines.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // block
    struct Title: Component, Equatable { var text: String }
    struct Notice: Component { var text: String }

    struct ShowTitles: ReactiveSystem {
      let collector: Collector
      let show: (String) -> Void

      func execute(_ entities: [Entity]) {
        for entity in entities { show(entity[Title.self]?.text ?? "") }
      }
    }

    struct RemoveNotices: CleanupSystem {
      let notices: Group

      func cleanup() {
        for notice in notices { notice.destroy() }
      }
    }
    // block
    let context = Context()
    let titles = Collector(context.group(.all(Title.self)))
    let loop = Loop([
      ShowTitles(collector: titles) { print($0) },
      RemoveNotices(notices: context.group(.all(Notice.self))),
    ])
    context.createEntity(Title(text: "Swift Thinking"))
    let notice = context.createEntity(Notice(text: "doors open"))
    try loop.initialize()
    try loop.execute()  // Swift Thinking
    try loop.cleanup()
    print(notice.isAlive)  // false
    // block
    let later = Collector(context.group(.all(Title.self)))
    let reactive = ReactiveLoop(
      Loop([ShowTitles(collector: later) { print($0) }]), delay: .milliseconds(50))
    context.createEntity(Title(text: "Lunch"))  // printed 50 ms later
    let cancel = reactive.perform(after: .seconds(3)) { print("three seconds") }
    cancel()  // not printed
    // end
    while printed.lines.count < 3 { try await Task.sleep(for: .milliseconds(5)) }
    reactive.cancel()
    #expect(printed.lines == ["Swift Thinking", "false", "Lunch"])
    // block
    let titled = Collector(context.group(.all(Title.self)))
    let search = titled.debounced(by: .milliseconds(20)) { print("search", $0.count) }
    context.createEntity(Title(text: "Tea"))
    context.createEntity(Title(text: "Cake"))  // search 2
    // end
    while printed.lines.count < 4 { try await Task.sleep(for: .milliseconds(5)) }
    search.cancel()
    #expect(printed.lines.last == "search 2")
  }
}
