import ECSKit
import ECSObservation
import Observation
import Testing

private struct Tags: Component, Equatable { var all: [String] }

@Suite("Tracked reads of indices")
struct TrackedIndexTests {
  private let context = Context()
  private let observed: ObservedContext

  init() {
    observed = ObservedContext(context)
  }

  private func person(_ name: String) -> Entity { context.createEntity(Name(text: name)) }

  @Test("A reader of one of several keys is notified when an entity gets or loses that key")
  func each() {
    let talk = context.createEntity(Tags(all: ["swift", "ios"]))
    let swift = Tracker { [observed] in observed.index(forEach: \Tags.all)["swift"] }
    let count = Tracker { [observed] in observed.index(forEach: \Tags.all).count("linux") }
    #expect(swift.value == [talk] && count.value == 0)
    talk.set(Tags(all: ["swift"]))
    talk.set(Tags(all: ["web", "swift"]))
    context.createEntity(Tags(all: ["web"]))
    #expect(swift.count == 0 && count.count == 0)
    talk.set(Tags(all: ["linux"]))
    #expect(swift.count == 1 && count.count == 1)
    swift.update()
    count.update()
    #expect(swift.value == [] && count.value == 1)
    talk.destroy()
    #expect(swift.count == 1 && count.count == 2)
  }

  @Test("One property serves indices of each kind, and each notifies its own readers")
  func kinds() {
    let talk = context.createEntity(Tags(all: ["swift"]))
    let whole = Tracker { [observed] in observed.index(\Tags.all)[["swift"]] }
    let each = Tracker { [observed] in observed.index(forEach: \Tags.all)["swift"] }
    #expect(whole.value == [talk] && each.value == [talk])
    talk.set(Tags(all: ["swift", "ios"]))
    #expect(whole.count == 1 && each.count == 0)
    talk.set(Tags(all: ["ios"]))
    #expect(each.count == 1)
  }

  @Test("A search while typing is notified of keys with its prefix only")
  func prefix() {
    let (ada, amir, bela) = (person("Ada"), person("Amir"), person("Bela"))
    func search(_ text: String) -> Tracker<[Entity]> {
      Tracker { [observed] in observed.index(ordered: \Name.text).entities(withPrefix: text) }
    }
    let (a, am, all) = (search("A"), search("Am"), search(""))
    #expect(a.value == [ada, amir] && am.value == [amir] && all.value == [ada, amir, bela])
    bela.set(Name(text: "Bruno"))
    #expect([a.count, am.count, all.count] == [0, 0, 1])
    ada.set(Name(text: "Aba"))
    #expect([a.count, am.count] == [1, 0])
    a.update()
    amir.set(Name(text: "Ines"))
    #expect([a.count, am.count] == [2, 1])
    a.update()
    am.update()
    #expect(a.value == [ada] && am.value == [])
    let anna = person("Amanda")
    #expect([a.count, am.count] == [3, 2])
    am.update()
    #expect(am.value == [anna])
  }

  @Test("A reader of a range is notified of keys in that range only, for each kind of range")
  func ranges() {
    let entity = context.createEntity(Stars(count: 0))
    let index = observed.index(ordered: \Stars.count)
    let trackers = [
      Tracker { index[2..<4] }, Tracker { index[2...4] }, Tracker { index[5...] },
      Tracker { index[..<2] }, Tracker { index[...2] }, Tracker { index.entities },
    ]
    func notified(by count: Int) -> [Int] {
      let counts = trackers.map(\.count)
      entity.set(Stars(count: count))
      let notified = trackers.indices.filter { trackers[$0].count > counts[$0] }
      for number in notified { trackers[number].update() }
      return notified
    }
    #expect(notified(by: 1) == [3, 4, 5])
    #expect(notified(by: 2) == [0, 1, 3, 4, 5])
    #expect(notified(by: 4) == [0, 1, 4, 5])
    #expect(notified(by: 9) == [1, 2, 5])
    #expect(trackers.map(\.value) == [[], [], [entity], [], [], [entity]])
  }

  @Test("However many prefixes were read, a reader of one is notified of its keys")
  func manyPrefixes() {
    let last = Tracker { [observed] in
      observed.index(ordered: \Name.text).entities(withPrefix: "z")
    }
    var before = last.count
    for number in 0..<500 {
      _ = observed.index(ordered: \Name.text).entities(withPrefix: "a\(number)")
      if last.count > before { last.update() }
      before = last.count
    }
    let zoe = person("zoe")
    #expect(last.count == before + 1)
    last.update()
    #expect(last.value == [zoe])
  }

  @Test("Indices of a deallocated context are empty")
  func end() {
    var context: Context? = Context()
    guard let observed = context.map({ ObservedContext($0) }) else { return }
    context?.createEntity(Name(text: "Ada"))
    context = nil
    #expect(observed.index(ordered: \Name.text).entities(withPrefix: "").isEmpty)
    #expect(observed.index(forEach: \Tags.all)["a"].isEmpty)
  }
}
