import ECSKit
import TestSupport
import Testing

@Suite("Robustness of observers that make changes") struct ReentrancyTraps {
  @Test(
    "each observer sees a linear history in which the old value is the previous new value",
    arguments: 1...20)
  func linearHistory(seed: Int) {
    let context = Context()
    let entities = (0..<4).map { _ in context.createEntity(Number(value: 0)) }
    var random = SplitMix64(seed: UInt64(seed))
    var broken = 0
    var budget = 0
    for observer in 0..<12 {
      var known: [Entity: Number] = [:]
      for entity in entities { known[entity] = Number(value: 0) }
      let body = { (event: Event) in
        if known[event.entity] != event.old(Number.self) { broken += 1 }
        known[event.entity] = event.new(Number.self)
        guard budget > 0 else { return }
        budget -= 1
        let target = entities[Int.random(in: 0..<4, using: &random)]
        if Bool.random(using: &random) {
          target.set(Number(value: Int.random(in: 0..<5, using: &random)))
        } else {
          target.remove(Number.self)
        }
      }
      switch observer % 3 {
      case 0: context.observe(.added, .updated, .removed, body: body)
      case 1: context.group(.all(Number.self)).observe(body: body)
      default: context.group(.any(Number.self, Marked.self)).observe(body: body)
      }
    }
    for step in 1...50 {
      budget = 6
      entities[step % 4].set(Number(value: step))
    }
    #expect(broken == 0, "seed \(seed)")
  }

  @Test("an observer sees an addition before the update that another observer makes")
  func noReversal() {
    let context = Context()
    let heard = Collected<String>()
    func describe(_ event: Event) -> String {
      let old = event.old(Number.self).map { "\($0.value)" } ?? "-"
      let new = event.new(Number.self).map { "\($0.value)" } ?? "-"
      return "\(event.kind) \(old) \(new)"
    }
    context.group(.all(Number.self)).observe(.added) { event in
      event.entity.set(Number(value: 99))
    }
    context.group(.any(Number.self, Note.self)).observe { heard.items.append(describe($0)) }
    context.createEntity().set(Number(value: 1))
    #expect(heard.items == ["added - 1", "updated 1 99"])
  }

  @Test("an index agrees with a full scan after random changes by observers", arguments: 1...20)
  func indexAfterStorm(seed: Int) {
    let context = Context()
    let index = context.index(\Number.value)
    let group = context.group(.all(Number.self))
    var random = SplitMix64(seed: UInt64(seed))
    var budget = 0
    var wrong = 0
    func compare() {
      for key in 0..<6 {
        let scanned = context.entities.filter { $0[Number.self]?.value == key }
        if index[key] != scanned || index.count(key) != scanned.count { wrong += 1 }
      }
    }
    group.observe { event in
      compare()
      guard budget > 0 else { return }
      budget -= 1
      let value = Number(value: Int.random(in: 0..<6, using: &random))
      if event.entity.isAlive {
        event.entity.set(value)
      } else {
        context.createEntity(value)
      }
      if Int.random(in: 0..<4, using: &random) == 0 { context.entities.first?.destroy() }
    }
    for _ in 1...30 {
      budget = 5
      context.createEntity(Number(value: Int.random(in: 0..<6, using: &random)))
      compare()
    }
    #expect(wrong == 0, "seed \(seed)")
    budget = 0
    context.destroyAll()
    #expect(index.keyCount == 0)
  }

  @Test("all groups, indices and sort orders are updated before any observer is notified")
  func settledFirst() {
    let context = Context()
    let rules: [Matcher] = [
      .all(Number.self), .all(Number.self, Marked.self), .any(Number.self, Hidden.self),
      .none(Number.self), .all(Marked.self).none(Number.self), .none(Marked.self, Hidden.self),
    ]
    let tests: [(Entity) -> Bool] = [
      { $0.has(Number.self) }, { $0.has(Number.self) && $0.has(Marked.self) },
      { $0.has(Number.self) || $0.has(Hidden.self) }, { !$0.has(Number.self) },
      { $0.has(Marked.self) && !$0.has(Number.self) },
      { !$0.has(Marked.self) && !$0.has(Hidden.self) },
    ]
    let groups = rules.map(context.group)
    let index = context.index(\Number.value)
    var wrong = 0
    var calls = 0
    func compare(_ event: Event) {
      calls += 1
      for (group, test) in zip(groups, tests) {
        if group.entities != context.entities.filter(test) { wrong += 1 }
      }
      let numbers = context.entities.filter { $0.has(Number.self) }
      if groups[0].sorted(by: Number.self).count != numbers.count { wrong += 1 }
      if numbers.contains(where: { !index[$0[Number.self]?.value ?? -1].contains($0) }) {
        wrong += 1
      }
    }
    context.observe(body: compare)
    for group in groups { group.observe(body: compare) }
    let first = context.createEntity(Number(value: 1), Marked())
    let second = context.createEntity()
    second.set(Number(value: 2)).set(Hidden()).set(Marked())
    first.remove(Number.self).set(Number(value: 3)).remove(Marked.self)
    second.destroy()
    first.destroy()
    #expect(wrong == 0)
    #expect(calls > 40)
  }

  @Test("every observer receives a change before the changes it caused")
  func causeFirst() {
    let context = Context()
    let entity = context.createEntity()
    let early = Collected<String>()
    let late = Collected<String>()
    func name(_ event: Event) -> String { "\(event.kind) \(event.component.map { "\($0)" } ?? "")" }
    context.observe { early.items.append(name($0)) }
    context.group(.all(Number.self)).observe(.added) { $0.entity.set(Note(text: "caused")) }
    entity.observe { event in
      late.items.append(name(event))
      if event.new(Note.self) != nil { event.entity.set(Marked()) }
    }
    entity.set(Number(value: 1))
    #expect(early.items == ["added Number", "added Note", "added Marked"])
    #expect(late.items == early.items)
  }

  @Test("requesting a group during delivery returns the same filled group")
  func groupInsideObserver() {
    let context = Context()
    let counts = Collected<Int>()
    var asked: [Group] = []
    context.observe { _ in
      asked.append(context.group(.all(Number.self)))
      counts.items.append(asked.last?.count ?? -1)
      asked.last?.observe(.added) { _ in _ = context.group(.all(Number.self)) }
    }
    context.createEntity(Number(value: 1))
    context.createEntity(Number(value: 2))
    #expect(counts.items == [1, 1, 2, 2])
    #expect(asked.allSatisfy { $0 === asked[0] })
  }

  @Test("the first unique component ever is added to its group, not updated")
  func firstUnique() {
    let context = Context()
    let heard = Collected<Event.Kind>()
    let group = context.group(.all(Selection.self))
    group.observe { heard.items.append($0.kind) }
    context.setUnique(Selection(reason: 1))
    context.setUnique(Selection(reason: 2))
    #expect(heard.items == [.added, .updated])
    let other = Context()
    other.observe { event in
      guard event.kind == .added, event.new(Current.self) == nil else { return }
      event.entity.set(Current())
    }
    let group2 = other.group(.all(Current.self))
    group2.observe { heard.items.append($0.kind) }
    other.createEntity(Marked())
    #expect(heard.items == [.added, .updated, .added])
  }
}
