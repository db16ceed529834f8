import ECSKit

/// A collector without any cleverness: it keeps every change, and works out the items when asked.
final class NaiveCollector {
  struct Note {
    let source: Int
    let entity: Int
    let kind: Event.Kind
    let before: [Int?]
    let after: [Int?]
    let touched: [Int]
  }

  let wish: Wish
  let context: NaiveContext
  var notes: [Note] = []
  var isPaused = false

  init(_ wish: Wish, _ context: NaiveContext) {
    self.wish = wish
    self.context = context
  }

  /// What there is to give out, each with the notes it stands for.
  func all() -> [(item: Gathered<Int>?, uses: [Int])] {
    guard wish.mode != .every else {
      return notes.indices.map { place in
        let item = Gathered(entity: notes[place].entity, kind: notes[place].kind)
        return (isInScope(item.entity) ? item : nil, [place])
      }
    }
    var order: [Int] = []
    for note in notes where !order.contains(note.entity) { order.append(note.entity) }
    return order.map { entity in
      let uses = notes.indices.filter { notes[$0].entity == entity }
      let kind = wish.mode == .net ? net(uses) : uses.last.map { notes[$0].kind }
      return (isInScope(entity) ? kind.map { Gathered(entity: entity, kind: $0) } : nil, uses)
    }
  }

  private func net(_ uses: [Int]) -> Event.Kind? {
    for (number, source) in wish.sources.enumerated() {
      let own = uses.map { notes[$0] }.filter { $0.source == number }
      guard let first = own.first, let last = own.last else { continue }
      let kind: Event.Kind?
      switch (first.kind != .added, last.kind != .removed) {
      case (true, true): kind = isChanged(own, source.rule) ? .updated : nil
      case (true, false): kind = .removed
      case (false, true): kind = .added
      case (false, false): kind = nil
      }
      if let kind, source.kinds.isEmpty || source.kinds.contains(kind) { return kind }
    }
    return nil
  }

  /// Compares the values before the first and after the last note that knows them: those of a
  /// component that changed, and all if the entity left or came back.
  private func isChanged(_ notes: [Note], _ rule: Rule) -> Bool {
    Rule.kinds(rule.all | rule.any).contains { kind in
      let knowing = notes.filter { $0.touched.contains(kind) || $0.kind != .updated }
      guard let first = knowing.first, let last = knowing.last else { return false }
      let old = first.touched.contains(kind) ? first.before[kind] : first.after[kind]
      return Kind.all[kind].areEqual(old, last.after[kind]) != true
    }
  }

  private func isInScope(_ entity: Int) -> Bool {
    switch wish.scope {
    case .all: true
    case .living: context.isAlive(entity)
    case .matching: wish.sources.contains { context.isMember(entity, of: $0.rule) }
    }
  }
}

extension NaiveContext {
  func collect(_ wish: Wish) -> NaiveCollector {
    let collector = NaiveCollector(wish, self)
    for (number, source) in wish.sources.enumerated() {
      let kinds = wish.mode == .net ? [] : source.kinds
      _ = observe(.group(source.rule), kinds) { [unowned self, weak collector] told in
        guard let collector, !collector.isPaused else { return }
        let change = changes[current]
        collector.notes.append(
          .init(
            source: number, entity: told.entity, kind: told.kind,
            before: change.before ?? Self.nothing, after: change.after ?? Self.nothing,
            touched: change.touched))
      }
    }
    return collector
  }

  func pull(_ collector: NaiveCollector, _ limit: Int) -> [Gathered<Int>] {
    if collector.context.isEnded { return [] }
    var taken: [Gathered<Int>] = []
    var used: Set<Int> = []
    for (item, uses) in collector.all() {
      guard taken.count < limit else { break }
      used.formUnion(uses)
      if let item { taken.append(item) }
    }
    collector.notes = collector.notes.indices.filter { !used.contains($0) }
      .map { collector.notes[$0] }
    return taken
  }

  func count(of collector: NaiveCollector) -> Int {
    collector.context.isEnded ? 0 : collector.all().count { $0.item != nil }
  }

  func setPaused(_ isPaused: Bool, _ collector: NaiveCollector) { collector.isPaused = isPaused }
}
