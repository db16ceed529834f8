import ECSKit
import Testing

@Suite("Robustness of collectors") struct CollectorTraps {
  @Test("a collector keeps no entity, component or context alive")
  func keepsNothing() {
    for mode in [Collector.Mode.every, .latest] {
      var gone = 0
      let context = Context()
      let collector = Collector(context.group(.all(Resource.self)), mode: mode)
      context.createEntity(Resource { gone += 1 }).destroy()
      #expect(gone == 1)
      #expect(collector.drain().allSatisfy { !$0.entity.isAlive })
    }
  }

  @Test("draining a collector releases the values it held")
  func letsGoOfValues() {
    var gone = 0
    let context = Context()
    let collector = Collector(context.group(.all(Resource.self)), mode: .net)
    context.createEntity(Resource { gone += 1 }).destroy()
    #expect(collector.drain().isEmpty)
    #expect(gone == 1)
  }

  @Test(
    "a collector ends with its context, and a group of a released context yields an empty collector"
  )
  func endsWithContext() {
    for mode in [Collector.Mode.every, .latest, .net] {
      var context: Context? = Context()
      let group = context?.group(.all(Number.self))
      let collectors = group.map { [Collector($0, mode: mode), Collector($0, mode: mode)] } ?? []
      context?.createEntity(Number(value: 1))
      #expect(collectors.map(\.count) == [1, 1])
      context = nil
      #expect(collectors.map(\.count) == [0, 0] && collectors[0].drain().isEmpty)
      // The next context may use the same memory.
      let next = Context()
      let late = group.map { Collector($0, mode: mode) }
      next.createEntity(Number(value: 1))
      #expect(collectors[1].isEmpty && late?.isEmpty == true)
      collectors[1].cancel()
    }
  }

  @Test("a hundred thousand collectors are created and released without leaving a trace")
  func comeAndGo() {
    let context = Context()
    let group = context.group(.all(Number.self))
    let entity = context.createEntity(Number(value: 0))
    weak var last: Collector?
    let always = Collector(group, mode: .every)
    for round in 1...100_000 {
      let collector = Collector(group)
      last = collector
      if round.isMultiple(of: 100) {
        entity.set(Number(value: round))
        #expect(collector.count == 1)
      }
    }
    #expect(last == nil)
    #expect(always.drain().count == 1000)
  }

  @Test("reading the count removes no items in any mode")
  func asking() {
    let context = Context()
    for mode in [Collector.Mode.every, .latest, .net] {
      let collector = Collector(context.group(.all(Number.self)), mode: mode)
      let entity = context.createEntity(Number(value: 1))
      for _ in 0..<3 { #expect(collector.count == 1 && !collector.isEmpty) }
      #expect(collector.drain().map(\.entity) == [entity])
    }
  }

  @Test("a collector of removals without dead entities returns a living entity that left")
  func leavers() {
    let context = Context()
    let collector = Collector(context.group(.all(Number.self)), .removed, scope: .living)
    let leaver = context.createEntity(Number(value: 1))
    let dying = context.createEntity(Number(value: 2))
    dying.destroy()
    leaver.remove(Number.self)
    #expect(collector.drain().map(\.entity) == [leaver])
  }
}
