import ECSKit
import ECSObservation
import Observation
import Synchronization
import Testing

@Suite("The overview of ECSObservation")
struct ECSObservationProgram {
  @Test("a read is tracked, and changes arrive as a sequence")
  @MainActor
  func program() async {
    struct Title: Component, Equatable { var text: String }
    let printed = Mutex<[String]>([])
    @Sendable func print(_ items: Any...) {
      let line = items.map { "\($0)" }.joined(separator: " ")
      printed.withLock { $0.append(line) }
    }
    var context = Context()
    // block
    let observed = ObservedContext(context)
    withObservationTracking {
      print(observed.group(.all(Title.self)).count)
    } onChange: {
      print("a talk came or went")
    }
    // end
    context.createEntity(Title(text: "Trees"))
    while printed.withLock({ $0.count }) < 2 { await Task.yield() }
    Task {
      while printed.withLock({ $0.count }) < 3 { await Task.yield() }
      context = Context()
    }
    // block
    for await changes in context.group(.all(Title.self)).changes() {
      for change in changes { print(change.kind, change.entity) }
    }
    // end
    #expect(printed.withLock { $0 } == ["0", "a talk came or went", "added entity 1 (Title)"])
  }
}
