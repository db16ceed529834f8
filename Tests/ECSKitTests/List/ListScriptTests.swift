import ECSKit
import TestSupport
import Testing

/// A list of either kind, with what the tests ask of it.
private struct AnyList {
  let sections: () -> (keys: [Int?], items: [[Entity]])
  let position: (Entity) -> ListChanges.Position?
  let at: (ListChanges.Position) -> Entity?
  let count: () -> Int

  init<Section: Comparable>(
    _ list: EntityList<Section>, _ handOn: @escaping (ListChanges) -> Void
  ) {
    list.onChange = handOn
    sections = {
      (list.sections.map { $0.key as? Int }, list.sections.map(\.entities))
    }
    position = { list.position(of: $0) }
    at = { list[$0] }
    count = { list.count }
  }
}

/// A context that changes at random, a list that follows it, and one that is made again each time.
private final class ListScript {
  private let context = Context()
  private var random: SplitMix64
  private let sectioned: Bool
  private let descending: Bool
  private var list: AnyList?
  private var handedOn: [ListChanges] = []
  private var entities: [Entity] = []
  private var undone: [ChangeSet] = []
  private(set) var figures = Figures()

  struct Figures {
    var bursts = 0
    var silent = 0
    var changes = 0
  }

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    sectioned = seed % 3 > 0
    descending = seed % 2 == 0
    // What is asked of entities that are gone is refused.
    context.misuseHandler = { _ in }
    for _ in 0..<Int.random(in: 0..<16, using: &random) { create() }
    for _ in 0..<Int.random(in: 0..<16, using: &random) { change(0) }
    let group = context.group(.all(Number.self).none(Hidden.self))
    // What observers change in response is part of the burst.
    context.group(.all(Caption.self)).observe(.updated) { event in
      guard let number = event.new(Caption.self)?.number, number < 2 else { return }
      if number == 0 { event.entity.set(Time(hours: 3)) } else { event.entity.remove(Track.self) }
    }
    let handOn = { [unowned self] in handedOn.append($0) }
    list =
      sectioned
      ? AnyList(
        group.list(
          by: \Time.hours, descending: descending, sectionBy: \Track.number, showing: Caption.self,
          Track.self), handOn)
      : AnyList(
        group.list(
          by: \Time.hours, descending: descending, showing: Caption.self, Track.self), handOn)
  }

  /// Makes some bursts and compares after each.
  ///
  /// - Returns: What is wrong; nil if nothing is.
  func run() -> String? {
    var before = naive
    if let wrong = comparison(with: before) { return "at first: \(wrong)" }
    for number in 0..<5 {
      handedOn = []
      burst()
      let after = naive
      if let wrong = comparison(with: after) { return "burst \(number): \(wrong)" }
      if let wrong = objection(before, after) {
        return "burst \(number): \(wrong), \(before.items) to \(after.items) by \(handedOn)"
      }
      before = after
    }
    return nil
  }

  private var naive: NaiveList {
    NaiveList(context, sectioned: sectioned, descending: descending)
  }

  private func comparison(with naive: NaiveList) -> String? {
    guard let list else { return "no list" }
    let sections = list.sections()
    let items = naive.items.map { $0.map(\.entity) }
    if sections.keys != naive.keys { return "the keys are \(sections.keys), not \(naive.keys)" }
    if sections.items != items { return "the items are \(sections.items), not \(items)" }
    for (entity, found) in naive.found
    where list.position(entity) != found.position || list.at(found.position) != entity {
      return "\(found.item) is not at \(found.position)"
    }
    return list.count() == items.joined().count ? nil : "the count is \(list.count())"
  }

  private func objection(_ before: NaiveList, _ after: NaiveList) -> String? {
    figures.bursts += 1
    guard let changes = handedOn.first else {
      figures.silent += 1
      return before == after ? nil : "nothing was handed on"
    }
    if handedOn.count > 1 { return "\(handedOn.count) changes were handed on" }
    if changes.isEmpty { return "an empty change was handed on" }
    figures.changes +=
      changes.removed.count + changes.inserted.count + changes.moved.count + changes.updated.count
    if let wrong = before.difference(to: after, descending: descending).objection(to: changes) {
      return wrong
    }
    return before.applying(changes, after) == after ? nil : "applied, the changes differ"
  }

  // MARK: Changes

  private func burst() {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: change(0)
    case 1: some(12)
    case 2, 8: shuffle()
    case 3:
      try? context.transaction { () throws(Refused) in
        some(6)
        throw Refused()
      }
    case 4: undone.append(context.recordChanges { some(4) })
    case 5:
      // Undoing and doing again, sometimes in one burst.
      guard let changes = undone.popLast() else { return some(3) }
      context.transaction {
        try? context.apply(changes.inverse)
        if Bool.random(using: &random) { try? context.apply(changes) }
        if Bool.random(using: &random) { change(0) }
      }
    case 6: _ = context.proposedChanges { some(5) }
    default:
      // There and back again.
      context.transaction {
        let changes = context.recordChanges { some(4) }
        try? context.apply(changes.inverse)
        if Bool.random(using: &random) { change(0) }
      }
    }
  }

  /// Gives many items other times, and some of them another section.
  private func shuffle() {
    context.transaction {
      for entity in entities where entity.isAlive && Int.random(in: 0..<3, using: &random) == 0 {
        entity.set(Time(hours: Double(Int.random(in: 0..<20, using: &random)) / 4))
        if Int.random(in: 0..<5, using: &random) == 0 {
          entity.set(Track(number: Int.random(in: 0..<3, using: &random)))
        }
      }
    }
  }

  private func some(_ limit: Int) {
    let count = Int.random(in: 1...limit, using: &random)
    context.transaction { for _ in 0..<count { change(0) } }
  }

  private func change(_ depth: Int) {
    guard let entity = entities.randomElement(using: &random) else { return create() }
    let small = Int.random(in: 0..<5, using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0...1: create()
    case 2: entity.destroy()
    case 3...5: entity.set(Time(hours: small == 4 ? .nan : Double(small)))
    case 6...7: entity.set(Track(number: small))
    case 8: entity.set(Caption(number: small))
    case 9: entity.set(Number(value: small))
    case 10: if small == 0 { entity.remove(Number.self) }
    case 11:
      if entity.has(Hidden.self) {
        entity.remove(Hidden.self)
      } else if small < 2 {
        entity.set(Hidden())
      }
    case 12:
      switch small {
      case 0: entity.remove(Track.self)
      case 1: entity.remove(Time.self)
      case 2: entity.remove(Caption.self)
      default: entity.set(Marked())
      }
    default:
      guard depth < 2 else { return }
      try? context.transaction { () throws(Refused) in
        change(depth + 1)
        change(depth + 1)
        if small < 2 { throw Refused() }
      }
    }
    if !entity.isAlive { entities.removeAll { $0 == entity } }
  }

  private func create() {
    let numbers = (0..<4).map { _ in Int.random(in: 0..<5, using: &random) }
    entities.append(
      context.createEntity { entity in
        if numbers[0] > 0 || numbers[1] > 0 { entity.set(Number(value: numbers[0])) }
        if numbers[1] > 0 { entity.set(Track(number: numbers[1])) }
        if numbers[2] > 0 { entity.set(Time(hours: numbers[2] == 4 ? .nan : Double(numbers[2]))) }
        if numbers[3] > 1 { entity.set(Caption(number: numbers[3])) }
      })
  }
}

@Suite("Random changes to live lists")
struct ListScriptTests {
  @Test(
    "scripts of five bursts report exactly the differences",
    arguments: 0..<(BuiltProgram.isLong ? 10 : 2))
  func scripts(part: Int) {
    var bursts = 0
    var silent = 0
    var changes = 0
    for number in 0..<1_000 {
      let seed = UInt64(part * 1_000 + number)
      let script = ListScript(seed: seed)
      if let wrong = script.run() {
        Issue.record("seed \(seed), \(wrong)")
        return
      }
      bursts += script.figures.bursts
      silent += script.figures.silent
      changes += script.figures.changes
    }
    // The scripts are worth something only if most bursts change a list, and some do not.
    #expect(bursts == 5_000)
    #expect((1_000..<3_000).contains(silent), "bursts that change nothing")
    #expect((6_000..<20_000).contains(changes), "changes")
  }
}
