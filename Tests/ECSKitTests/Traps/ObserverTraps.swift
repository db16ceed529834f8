import ECSKit
import TestSupport
import Testing

@Suite("Robustness of observers") struct ObserverTraps {
  @Test("a hundred thousand observers are notified only while they are registered")
  func churn() {
    let context = Context()
    let entity = context.createEntity(Number(value: 0))
    let group = context.group(.all(Number.self))
    let always = Collected<Int>()
    group.observe { always.items.append($0.new(Number.self)?.value ?? -1) }
    var wrong = 0
    var living: [(token: ObserverToken, since: Int, heard: Collected<Int>)] = []
    for round in 1...100_000 {
      let heard = Collected<Int>()
      let token = group.observe { heard.items.append($0.new(Number.self)?.value ?? -1) }
      living.append((token, round, heard))
      if round.isMultiple(of: 100) { entity.set(Number(value: round)) }
      guard living.count > 32 else { continue }
      let gone = living.removeFirst()
      gone.token.cancel()
      let first = (gone.since + 99) / 100 * 100
      let isRight = first > round ? gone.heard.items.isEmpty : gone.heard.items == [first]
      if !isRight { wrong += 1 }
    }
    #expect(wrong == 0)
    #expect(always.items == Array(stride(from: 100, through: 100_000, by: 100)))
  }

  @Test("observers of context, groups and entities are notified in registration order")
  func order() {
    let context = Context()
    let entity = context.createEntity(Number(value: 0))
    let numbers = context.group(.all(Number.self))
    let others = context.group(.none(Hidden.self).any(Number.self, Marked.self))
    let heard = Collected<Int>()
    entity.observe { _ in heard.items.append(1) }
    others.observe { _ in heard.items.append(2) }
    context.observe { _ in heard.items.append(3) }
    numbers.observe { _ in heard.items.append(4) }
    entity.observe { _ in heard.items.append(5) }
    context.observe { _ in heard.items.append(6) }
    others.observe { _ in heard.items.append(7) }
    entity.set(Number(value: 1))
    #expect(heard.items == [1, 2, 3, 4, 5, 6, 7])
    heard.items = []
    entity.remove(Number.self)
    #expect(heard.items == [1, 2, 3, 4, 5, 6, 7])
    heard.items = []
    entity.set(Number(value: 2)).destroy()
    // Removed and destroyed are two events for those who listen to the context or the entity.
    #expect(heard.items == [1, 2, 3, 4, 5, 6, 7] + [1, 1, 2, 3, 3, 4, 5, 5, 6, 6, 7])
  }

  @Test("groups are notified in the order in which their observers were added, in every run")
  func orderOfGroups() {
    let rules: [Matcher] = [
      .all(Number.self), .any(Number.self), .none(Hidden.self), .all(Number.self, Marked.self),
      .any(Marked.self, Note.self), .all(Marked.self).none(Hidden.self),
      .none(Note.self, Hidden.self), .all(Marked.self), .any(Weight.self, Number.self),
    ]
    for shift in rules.indices {
      let context = Context()
      // The order in which groups are asked for is another one.
      for rule in rules.reversed() { _ = context.group(rule) }
      let heard = Collected<Int>()
      let turned = rules.indices.map { ($0 + shift) % rules.count }
      for place in turned {
        context.group(rules[place]).observe(.added) { _ in heard.items.append(place) }
      }
      context.createEntity(Number(value: 1), Marked())
      #expect(heard.items == turned)
    }
  }

  @Test("a cancelled observer is not called, not even for pending events")
  func cancelled() {
    let context = Context()
    let heard = Collected<String>()
    var tokens: [ObserverToken] = []
    context.observe(.updated) { event in
      heard.items.append("first \(event.new(Number.self)?.value ?? 0)")
      for token in tokens { token.cancel() }
    }
    for _ in 1...3 {
      tokens.append(context.observe { _ in heard.items.append("cancelled") })
      tokens.append(
        context.group(.all(Number.self)).observe { _ in heard.items.append("cancelled") })
    }
    let entity = context.createEntity(Number(value: 0))
    heard.items = []
    tokens.append(entity.observe { _ in heard.items.append("cancelled") })
    context.transaction {
      for value in 1...3 { entity.set(Number(value: value)) }
    }
    #expect(heard.items == ["first 1", "first 2", "first 3"])
  }

  @Test("an observer that cancels itself is not called again, and the others still are")
  func cancelsItself() {
    let context = Context()
    let entity = context.createEntity(Number(value: 0))
    let heard = Collected<String>()
    var token: ObserverToken?
    context.observe { _ in heard.items.append("before") }
    token = context.observe { _ in
      heard.items.append("once")
      token?.cancel()
    }
    context.observe { _ in heard.items.append("after") }
    context.transaction {
      entity.set(Number(value: 1))
      entity.set(Number(value: 2))
    }
    #expect(heard.items == ["before", "once", "after", "before", "after"])
  }

  @Test("an observer added during delivery receives only later changes")
  func newcomer() {
    let context = Context()
    let entity = context.createEntity(Number(value: 0))
    let heard = Collected<Int>()
    var isFirst = true
    context.observe(.updated) { _ in
      guard isFirst else { return }
      isFirst = false
      for subject in 1...3 {
        let body = { (event: Event) in
          heard.items.append(subject * 10 + (event.new(Number.self)?.value ?? 0))
        }
        switch subject {
        case 1: context.observe(body: body)
        case 2: context.group(.all(Number.self)).observe(body: body)
        default: entity.observe(body: body)
        }
      }
      // 2 is settled and waits; this one is done later.
      entity.set(Number(value: 3))
    }
    context.transaction {
      entity.set(Number(value: 1))
      entity.set(Number(value: 2))
    }
    #expect(heard.items == [13, 23, 33])
  }

  @Test("dropping a token cancels nothing, and one closure can serve several subscriptions")
  func tokens() {
    let context = Context()
    let heard = Collected<Event.Kind>()
    let body = { (event: Event) in heard.items.append(event.kind) }
    let group = context.group(.all(Number.self))
    do {
      _ = group.observe(body: body)
      _ = group.observe(body: body)
      _ = context.group(.any(Number.self)).observe(body: body)
    }
    let entity = context.createEntity(Number(value: 1))
    #expect(heard.items == [.added, .added, .added])
    entity.set(Number(value: 2))
    #expect(heard.items.count == 6)
  }

  @Test("an observer's release may cancel other observers")
  func endedByRelease() {
    let context = Context()
    let heard = Collected<String>()
    let later = context.observe { _ in heard.items.append("later") }
    let entity = context.createEntity()
    heard.items = []
    do {
      let guardian = Resource(whenGone: { later.cancel() })
      entity.observe(.destroyed) { _ in guardian.value += 1 }
    }
    entity.destroy()
    #expect(heard.items == ["later"])
    context.createEntity()
    #expect(heard.items == ["later"])
  }

  @Test("setting an equal value notifies no observer, whichever method sets it")
  func equalValue() {
    let context = Context()
    let entity = context.createEntity(
      Number(value: 1), Note(text: "a"), Marked(), Selection(reason: 1))
    let heard = Collected<String>()
    context.observe { heard.items.append("\($0.component.map { "\($0)" } ?? "")") }
    func setKnowingLittle<C: Component>(_ value: C) { entity.set(value) }
    entity.set(Number(value: 1)).set(Marked()).set(Selection(reason: 1))
    setKnowingLittle(Number(value: 1))
    setKnowingLittle(Marked())
    context.setUnique(Selection(reason: 1))
    #expect(heard.items == [])
    entity.set(Note(text: "a"))
    #expect(heard.items == ["Note"])
  }
}
