import ECSKit
import TestSupport
import Testing

/// Changes that have one observer, or that only collectors note, are delivered in a shorter way.
///
/// An observer of the context, which gets every event, makes every change go the long way.
@Suite("Fast paths of delivery") struct ShortWayTests {
  @Test("A lone observer gets the same events as next to others", arguments: 1...40)
  func observer(seed: Int) {
    let alone = Script(seed: seed, isOverheard: false)
    let among = Script(seed: seed, isOverheard: true)
    for each in [alone, among] { each.observe() }
    #expect(alone.run() == among.run())
    #expect(alone.lines.count > 100, "a script without lines proves nothing")
  }

  @Test("Lone collectors collect the same items as next to observers", arguments: 1...40)
  func collectors(seed: Int) {
    let alone = Script(seed: seed, isOverheard: false)
    let among = Script(seed: seed, isOverheard: true)
    for each in [alone, among] { each.collect() }
    #expect(alone.run() == among.run())
    #expect(alone.lines.count > 100, "a script that collects nothing proves nothing")
  }

  @Test("A collector next to an observer has the event before the observer is called")
  func order() {
    let context = Context()
    let group = context.group(.all(Number.self))
    let before = Collector(group)
    let counts = Collected<Int>()
    var after: Collector?
    group.observe { _ in counts.items += [before.count, after?.count ?? -1] }
    after = Collector(group)
    let entity = context.createEntity().set(Number(value: 1))
    entity.set(Number(value: 2)).remove(Number.self)
    #expect(counts.items == [1, 0, 1, 1, 1, 1])
  }

  @Test("A released collector is removed at the next change, and others stay")
  func abandoned() {
    let context = Context()
    let group = context.group(.all(Number.self))
    let kept = Collector(group)
    for _ in 1...3 { _ = Collector(group) }
    #expect(context.statistics.observerCount == 4)
    let entity = context.createEntity().set(Number(value: 1))
    #expect(context.statistics.observerCount == 1)
    #expect(kept.drain().map(\.entity) == [entity])
  }
}

/// A random script, the same for the same seed.
private final class Script {
  private let context = Context()
  private var source: SplitMix64
  private var table: [Entity] = []
  private var collectors: [Collector] = []
  private var tokens: [ObserverToken] = []
  /// How many changes observers may still make, so that each cascade ends.
  private var reactions = 0
  private(set) var lines: [String] = []
  /// Whether observers read nothing but values, so that nothing needs the record of a change.
  private let isBrief: Bool

  init(seed: Int, isOverheard: Bool) {
    isBrief = seed.isMultiple(of: 2)
    source = SplitMix64(seed: UInt64(seed))
    if isOverheard { context.observe { _ in } }
  }

  func observe() {
    tokens = [.all(Number.self), .all(Note.self), .any(Marked.self, Hidden.self)].map(observe)
  }

  private func observe(_ rule: Matcher) -> ObserverToken {
    context.group(rule).observe { [unowned self] event in
      note(event)
      guard reactions > 0 else { return }
      reactions -= 1
      react(to: event, rule)
      note(event)
    }
  }

  func collect() {
    let rules: [Matcher] = [
      .all(Number.self), .all(Number.self).none(Marked.self), .any(Note.self, Marked.self),
    ]
    for (number, rule) in rules.enumerated() {
      let group = context.group(rule)
      collectors.append(Collector(group, mode: .every))
      collectors.append(Collector(group, scope: .living))
      if number == 0 { collectors.append(Collector(group, .added, .removed, mode: .latest)) }
      if number == 2, Bool.random(using: &source) {
        collectors.append(Collector(group, mode: .net))
      }
    }
  }

  func run() -> [String] {
    for _ in 1...400 {
      reactions = 6
      change()
      guard !collectors.isEmpty, Int.random(in: 0..<8, using: &source) == 0 else { continue }
      steerCollectors()
    }
    for token in tokens { token.cancel() }
    return lines
  }

  private func steerCollectors() {
    let number = Int.random(in: 0..<collectors.count, using: &source)
    let limit = Int.random(in: 0...9, using: &source)
    if limit == 8 { collectors[number].isPaused = true }
    if limit == 9 { collectors[number].isPaused = false }
    lines += collectors[number].pull(limit < 7 ? limit : .max).map {
      "\(number): \(name($0.entity)) \($0.kind)"
    }
  }

  private func change() {
    guard let entity = table.randomElement(using: &source), table.count > 4 else {
      table.append(context.createEntity(Number(value: table.count)))
      return
    }
    let value = Int.random(in: 0..<40, using: &source)
    switch value % 10 {
    case 0: table.append(context.createEntity(Number(value: value), Note(text: "note \(value)")))
    case 1 where entity.isAlive && value > 20: entity.destroy()
    case 2: if entity.isAlive { entity.remove(Number.self) }
    case 3: if entity.isAlive { entity.remove(Note.self).remove(Marked.self) }
    case 4:
      try? context.transaction { () throws(Refused) in
        if entity.isAlive { entity.set(Number(value: -value)).set(Marked()) }
        if value > 20 { throw Refused() }
      }
    default: set(value, on: entity)
    }
  }

  private func set(_ value: Int, on entity: Entity) {
    guard entity.isAlive else { return }
    switch value % 5 {
    case 0, 1: entity.set(Number(value: value))
    case 2, 3: entity.set(Note(text: "a longer note, number \(value)"))
    case _ where entity.has(Marked.self): entity.remove(Marked.self)
    default: entity.set(Marked())
    }
  }

  private func react(to event: Event, _ rule: Matcher) {
    let value = Int.random(in: 0..<36, using: &source)
    switch value {
    case 0: if event.entity.isAlive { event.entity.destroy() }
    case 1: table.append(context.createEntity(Number(value: value)))
    case 2:
      // The others of the rule are not notified any more, and a new one is from the next change on.
      for token in tokens { token.cancel() }
      observe()
    case 3...9: if let other = table.randomElement(using: &source) { set(value, on: other) }
    case 10...14: set(value, on: event.entity)
    case 15: _ = context.group(rule).entities
    case 16, 17:
      // What is rolled back here is not the change that the observer is notified of.
      try? context.transaction { () throws(Refused) in
        set(value * 2, on: event.entity)
        throw Refused()
      }
    case 18:
      let made = context.recordChanges { set(value, on: event.entity) }
      lines.append("made \(made.changes.map { "\($0.kind)" })")
    case 19: note(event, isBrief: false)
    case 20:
      let number = lines.count
      var token: ObserverToken?
      token = context.observeChanges { [unowned self] changes in
        lines.append("\(number): \(changes.changes.map { "\($0.kind) \($0.depth)" })")
        token?.cancel()
      }
    default: break
    }
  }

  private func note(_ event: Event) { note(event, isBrief: isBrief) }

  private func note(_ event: Event, isBrief: Bool) {
    let numbers = [event.old(Number.self), event.new(Number.self)].map { $0?.value ?? -99 }
    let notes = [event.old(Note.self), event.new(Note.self)].map { $0?.text ?? "-" }
    let type =
      isBrief ? "" : "\(event.creationNumber ?? 0) \(event.component.map { "\($0)" } ?? "all")"
    lines.append("\(name(event.entity)) \(event.kind) \(type) \(numbers) \(notes)")
  }

  /// The position of a handle in the table; entities are reported before they are entered.
  private func name(_ entity: Entity) -> String {
    table.firstIndex(of: entity).map(String.init) ?? "new"
  }
}
