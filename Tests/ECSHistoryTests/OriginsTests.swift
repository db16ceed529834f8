import ECSHistory
import ECSKit
import TestSupport
import Testing

/// The last event of each component that an entity has.
@Suite struct OriginsTests {
  @Test("origins are the last events of an entity's components, in order", arguments: 1...20)
  func model(seed: UInt64) throws {
    var script = RandomScript(seed: seed)
    let contexts = [Context(), Context()]
    for _ in 0..<6 { script.change(contexts[0]) }
    let history = History(["talks": contexts[0], "people": contexts[1]])
    var undone: [ChangeSet] = []
    for _ in 0..<60 {
      let context = contexts[script.next(2)]
      let changes = context.recordChanges { script.change(context) }
      if script.next(3) == 0 { undone.append(changes) }
      if script.next(6) == 0, let last = undone.popLast() { try? context.apply(last.inverse) }
    }
    let greatest = contexts.flatMap(\.entities).compactMap(\.creationNumber).max() ?? 0
    for (name, context) in zip(["talks", "people"], contexts) {
      for number in 1...greatest + 1 {
        let found = history.origins(of: number, in: name)
        #expect(found.map(\.number) == found.map(\.number).sorted(), "seed \(seed)")
        #expect(found.allSatisfy { $0.context == name && $0.entity == number }, "seed \(seed)")
        #expect(found.allSatisfy { $0.component == nil || $0.new != nil }, "seed \(seed)")
        let entity = context.entities.first { $0.creationNumber == number }
        // The creation, and the present value of each component.
        #expect(found.count { $0.component == nil } == (entity == nil ? 0 : 1), "seed \(seed)")
        #expect(
          found.compactMap { $0.new.map { "\($0)" } }.sorted()
            == (entity?.components ?? []).map { "\($0)" }.sorted(), "seed \(seed)")
        let all = history.events.filter { $0.context == name && $0.entity == number }
        for event in found {
          let last = all.last { $0.component == event.component && $0.kind != .change(.destroyed) }
          #expect(last?.number == event.number, "seed \(seed)")
        }
      }
    }
  }

  @Test("entities with one number in two contexts have separate origins")
  func twoContexts() {
    let (talks, people) = (Context(), Context())
    let history = History(["talks": talks, "people": people])
    talks.createEntity(Title(text: "One"), Rating(stars: 1))
    people.createEntity(Draft())
    #expect(history.origins(of: 1, in: "talks").map(\.number) == [1, 2, 3])
    #expect(history.origins(of: 1, in: "people").map(\.number) == [4, 5])
    #expect(history.origins(of: 2).isEmpty && history.origins(of: 1, in: "rooms").isEmpty)
  }
}
