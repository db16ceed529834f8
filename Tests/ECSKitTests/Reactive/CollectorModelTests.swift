import ECSKit
import TestSupport
import Testing

/// A collector without any cleverness: it keeps every event, and works out the items when asked.
private final class NaiveCollector {
  struct Source {
    let group: Group
    let kinds: [Event.Kind]
  }

  struct Note {
    let source: Int
    let entity: Entity
    let kind: Event.Kind
    /// Number and weight of the entity before, as far as the event tells, and after.
    let old: [Int?]
    let new: [Int?]
    let isNamed: [Bool]
    let touched: [Bool]
  }

  let mode: Collector.Mode
  let scope: Collector.Scope
  let sources: [Source]
  let shadow: Shadow
  var notes: [Note] = []
  var isPaused = false

  init(
    _ mode: Collector.Mode, _ scope: Collector.Scope, _ sources: [Source], _ shadow: Shadow
  ) {
    self.mode = mode
    self.scope = scope
    self.sources = sources
    self.shadow = shadow
    for (number, source) in sources.enumerated() {
      source.group.observe { [unowned self] event in
        if !isPaused { add(event, number, source) }
      }
    }
  }

  private func add(_ event: Event, _ number: Int, _ source: Source) {
    guard mode == .net || source.kinds.contains(event.kind) else { return }
    let old = [event.old(Number.self)?.value, event.old(Weight.self).map { Int($0.grams) }]
    let told = [event.new(Number.self)?.value, event.new(Weight.self).map { Int($0.grams) }]
    let rule = "\(source.group.matcher)"
    notes.append(
      Note(
        source: number, entity: event.entity, kind: event.kind, old: old,
        new: shadow.values[event.entity] ?? [nil, nil],
        isNamed: ["Number", "Weight"].map { rule.contains($0) },
        touched: [0, 1].map { (old[$0] ?? told[$0]) != nil }))
  }

  /// What there is to give out, each with the notes it stands for.
  private func all() -> [(item: Taken?, uses: [Int])] {
    guard mode != .every else {
      return notes.indices.map { place in
        let item = Taken(entity: notes[place].entity, kind: notes[place].kind)
        return (isInScope(item.entity) ? item : nil, [place])
      }
    }
    var order: [Entity] = []
    for note in notes where !order.contains(note.entity) { order.append(note.entity) }
    return order.map { entity in
      let uses = notes.indices.filter { notes[$0].entity == entity }
      let kind = mode == .net ? net(uses) : uses.last.map { notes[$0].kind }
      return (isInScope(entity) ? kind.map { Taken(entity: entity, kind: $0) } : nil, uses)
    }
  }

  private func net(_ uses: [Int]) -> Event.Kind? {
    for (number, source) in sources.enumerated() {
      let own = uses.map { notes[$0] }.filter { $0.source == number }
      guard let first = own.first, let last = own.last else { continue }
      let kind: Event.Kind?
      switch (first.kind != .added, last.kind != .removed) {
      case (true, true): kind = isChanged(own) ? .updated : nil
      case (true, false): kind = .removed
      case (false, true): kind = .added
      case (false, false): kind = nil
      }
      if let kind, source.kinds.contains(kind) { return kind }
    }
    return nil
  }

  /// Compares the values before the first and after the last note that knows them: those of a
  /// component that changed, and all if the entity left or came back.
  private func isChanged(_ notes: [Note]) -> Bool {
    [0, 1].contains { place in
      let knowing = notes.filter { note in
        note.isNamed[place] && (note.touched[place] || note.kind != .updated)
      }
      guard let first = knowing.first, let last = knowing.last else { return false }
      return (first.touched[place] ? first.old[place] : first.new[place]) != last.new[place]
    }
  }

  private func isInScope(_ entity: Entity) -> Bool {
    switch scope {
    case .all: true
    case .living: entity.isAlive
    case .matching: sources.contains { $0.group.contains(entity) }
    }
  }

  var count: Int { all().count { $0.item != nil } }

  func pull(_ limit: Int) -> [Taken] {
    var taken: [Taken] = []
    var used: Set<Int> = []
    for (item, uses) in all() {
      guard taken.count < limit else { break }
      used.formUnion(uses)
      if let item { taken.append(item) }
    }
    notes = notes.indices.filter { !used.contains($0) }.map { notes[$0] }
    return taken
  }
}

/// Number and weight of all entities as they were at the change that is told.
private final class Shadow {
  private(set) var values: [Entity: [Int?]] = [:]

  /// Has to be the first observer of the context.
  init(_ context: Context) {
    context.observe { [unowned self] event in
      var known = values[event.entity] ?? [nil, nil]
      if event.component == Number.self || event.kind == .created {
        known[0] = event.new(Number.self)?.value
      }
      if event.component == Weight.self || event.kind == .created {
        known[1] = event.new(Weight.self).map { Int($0.grams) }
      }
      values[event.entity] = event.kind == .destroyed ? nil : known
    }
  }
}

@Suite("Collectors against a naive one") struct CollectorModelTests {
  @Test(
    "Random changes are collected as a naive collector does", arguments: 0..<40 as Range<UInt64>)
  func script(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    let context = Context()
    context.misuseHandler = { _ in }
    context.cascadeLimit = 8
    let shadow = Shadow(context)
    let rules: [Matcher] = [
      .all(Number.self), .any(Number.self, Weight.self), .all(Number.self).none(Marked.self),
      .all(Number.self, Weight.self), .none(Marked.self), .all(Marked.self),
    ]
    let kinds: [Event.Kind] = [.added, .updated, .removed]
    var pairs: [(real: Collector, naive: NaiveCollector)] = []
    for mode in [Collector.Mode.every, .latest, .net] {
      for scope in [Collector.Scope.all, .living, .matching] {
        let sources = (0...below(3)).map { _ in
          NaiveCollector.Source(
            group: context.group(rules[below(rules.count)]),
            kinds: below(2) == 0 ? kinds : [kinds[below(3)]])
        }
        var real: Collector?
        for source in sources {
          let group = source.group
          switch (real, source.kinds.count) {
          case (nil, 1): real = Collector(group, source.kinds[0], mode: mode, scope: scope)
          case (nil, _): real = Collector(group, mode: mode, scope: scope)
          case (let real?, 1): real.watch(group, source.kinds[0])
          case (let real?, _): real.watch(group)
          }
        }
        if let real { pairs.append((real, NaiveCollector(mode, scope, sources, shadow))) }
      }
    }
    if seed.isMultiple(of: 3) {
      // Some changes cause others, and some of those are more than the limit allows.
      context.group(rules[1]).observe(.updated) { event in
        guard let value = event.new(Number.self)?.value, value > 2, value < 20 else { return }
        event.entity.set(Number(value: value * 2 % 23))
      }
    }
    var entities: [Entity] = []
    func change() {
      let target = entities.isEmpty ? 0 : below(entities.count)
      switch below(12) {
      case 0, 1: entities.append(context.createEntity(Number(value: below(4))))
      case 2 where entities.count > 4: entities.append(context.createEntity(Marked()))
      case _ where entities.isEmpty: break
      case 3, 4, 5: entities[target].set(Number(value: below(4)))
      case 6: entities[target].set(Weight(grams: Double(below(3))))
      case 7: entities[target].remove(Number.self)
      case 8: entities[target].remove(Weight.self)
      case 9: entities[target].set(Marked())
      case 10: entities[target].remove(Marked.self)
      default: if below(3) == 0 { entities[target].destroy() }
      }
      if entities.count > 12 { entities.removeFirst() }
    }
    func check(_ step: Int) {
      let (real, naive) = pairs[below(pairs.count)]
      let place = "seed \(seed), step \(step), \(naive.mode), \(naive.scope)"
      #expect(real.count == naive.count && real.isEmpty == (naive.count == 0), "\(place)")
      switch below(8) {
      case 0: #expect(real.drain().map(Taken.init) == naive.pull(.max), "\(place)")
      case 1, 2:
        let limit = below(4)
        #expect(real.pull(limit).map(Taken.init) == naive.pull(limit), "\(place)")
      case 3:
        naive.isPaused.toggle()
        if naive.isPaused { real.pause() } else { real.resume() }
      default: break
      }
    }
    for step in 0..<600 {
      if below(6) == 0 {
        let isRefused = below(2) == 0
        try? context.transaction { () throws(Refused) in
          for _ in 0..<below(6) {
            change()
            check(step)
          }
          if isRefused { throw Refused() }
        }
      } else {
        change()
      }
      check(step)
    }
    for (real, naive) in pairs {
      #expect(real.drain().map(Taken.init) == naive.pull(.max), "seed \(seed), at the end")
    }
  }
}
