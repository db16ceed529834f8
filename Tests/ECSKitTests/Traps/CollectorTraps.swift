import ECSKit
import Testing

@Suite("Traps of collectors") struct CollectorTraps {
  @Test("T20: a collector keeps no entity, no component and no context alive")
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

  @Test("T20: a collector's values are let go of when it gives out what they were kept for")
  func letsGoOfValues() {
    var gone = 0
    let context = Context()
    let collector = Collector(context.group(.all(Resource.self)), mode: .net)
    context.createEntity(Resource { gone += 1 }).destroy()
    #expect(collector.drain().isEmpty)
    #expect(gone == 1)
  }

  @Test("T20: a collector ends with its context, and a group of what is gone gives an empty one")
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

  @Test("T20: a hundred thousand collectors come and go without a trace")
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

  @Test("T29: asking how much there is takes nothing, whatever the mode")
  func asking() {
    let context = Context()
    for mode in [Collector.Mode.every, .latest, .net] {
      let collector = Collector(context.group(.all(Number.self)), mode: mode)
      let entity = context.createEntity(Number(value: 1))
      for _ in 0..<3 { #expect(collector.count == 1 && !collector.isEmpty) }
      #expect(collector.drain().map(\.entity) == [entity])
    }
  }

  @Test("T29: a collector of leavers that leaves out the dead returns a leaver that is alive")
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
