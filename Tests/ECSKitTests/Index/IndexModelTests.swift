import ECSKit
import TestSupport
import Testing

@Suite("Indices of all kinds, in random scripts") struct IndexModelTests {
  @Test("Every index agrees with a look at all entities after each step", arguments: 1...24)
  func agreement(seed: UInt64) {
    let script = Script(seed: seed)
    for step in 1...150 {
      script.step()
      script.compare("seed \(seed), step \(step)")
    }
    #expect(script.refusals > 0, "seed \(seed)")
  }

  @Test(
    "Every index is right inside an observer, and after what the observer changes", arguments: 1...8
  )
  func insideObservers(seed: UInt64) {
    let script = Script(seed: seed)
    script.context.cascadeLimit = 4
    script.context.observe { _ in
      script.compare("seed \(seed), inside an observer")
      script.changeSometimes()
    }
    for step in 1...20 {
      script.step()
      script.compare("seed \(seed), step \(step)")
    }
  }
}

/// A context, all kinds of indices of it, and random changes.
private final class Script {
  let context = Context()
  private(set) var refusals = 0
  private var random: SplitMix64
  private var entities: [Entity] = []
  private let marked = Matcher.all(Marked.self).none(Hidden.self)
  private let misuses: Collected<Misuse>

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    misuses = context.collectMisuses()
    _ = context.index(unique: \Code.text)
  }

  private func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private func text() -> String {
    let letters = ["a", "b", "ä", "\u{1F600}"]
    return (0..<number(3)).map { _ in letters[number(letters.count)] }.joined()
  }

  func step() {
    switch number(12) {
    case 0:
      try? context.transaction { () throws(Refused) in
        for _ in 0...number(6) { change() }
        try? context.transaction { () throws(Refused) in
          for _ in 0...number(4) { change() }
          throw Refused()
        }
        if number(2) == 0 { throw Refused() }
      }
    case 1: context.shrink()
    case 2: for _ in 0..<30 { change() }
    default: change()
    }
  }

  func changeSometimes() {
    if number(3) == 0 { change() }
  }

  func change() {
    entities.removeAll { !$0.isAlive }
    let entity = entities.isEmpty ? nil : entities[number(entities.count)]
    switch number(12) {
    case 0, 1: create()
    case 2: entity?.destroy()
    case 3: entity?.set(Number(value: number(8)))
    case 4: entity?.remove(Number.self)
    case 5: entity?.set(Words(list: (0..<number(4)).map { _ in text() }))
    case 6: entity?.set(Note(text: text()))
    case 7: entity?.remove(Note.self)
    case 8: if let entity { toggle(Marked(), on: entity) }
    case 9: if let entity { toggle(Hidden(), on: entity) }
    case 10: entity?.remove(Code.self)
    default: entity.map(setCode)
    }
    if entities.count > 25 { entities[number(entities.count)].destroy() }
  }

  private func toggle<Flag: Component>(_ flag: Flag, on entity: Entity) {
    if entity.has(Flag.self) { entity.remove(Flag.self) } else { entity.set(flag) }
  }

  private func create() {
    let code = Code(text: text())
    let isTaken = context.entities.contains { $0[Code.self] == code }
    let before = misuses.items.count
    let entity = context.createEntity(code, Number(value: number(8)), Marked())
    entities.append(entity)
    guard isTaken, !isFrozen(since: before) else { return }
    refusals += 1
    #expect(misuses.items.count > before)
    #expect(misuses.items[before] == .duplicateKey(component: "Code", key: code.text))
  }

  /// Whether a cascade is being taken back, which refuses every change.
  private func isFrozen(since before: Int) -> Bool {
    misuses.items[before...].contains { if case .changeWhileFrozen = $0 { true } else { false } }
  }

  private func setCode(of entity: Entity) {
    let code = Code(text: text())
    let old = entity[Code.self]
    let isTaken = context.entities.contains { $0 != entity && $0[Code.self] == code }
    let before = misuses.items.count
    entity.set(code)
    guard isTaken, !isFrozen(since: before) else { return }
    refusals += 1
    #expect(entity[Code.self] == old)
    #expect(misuses.items.last == .duplicateKey(component: "Code", key: code.text))
    #expect(misuses.items.count == before + 1)
  }

  // MARK: Comparison

  func compare(_ place: String) {
    let all = context.entities
    let members = all.filter { $0.has(Marked.self) && !$0.has(Hidden.self) }
    compareHashed(all, members, place)
    compareOrdered(all, members, place)
    let codes = all.compactMap { $0[Code.self]?.text }
    #expect(Set(codes).count == codes.count, "\(place): two have one code")
    let unique = context.index(\Code.text)
    #expect(unique.keyCount == codes.count, "\(place)")
    for entity in all {
      if let code = entity[Code.self]?.text { #expect(unique[code] == [entity], "\(place)") }
    }
  }

  private func compareHashed(_ all: [Entity], _ members: [Entity], _ place: String) {
    let numbers = context.index(\Number.value)
    let restricted = context.index(\Number.value, in: marked)
    let words = context.index(forEach: \Words.list)
    let restrictedWords = context.index(forEach: \Words.list, in: marked)
    let lengths = context.index("length", of: Note.self, in: marked) { $0.text.count }
    for value in 0..<8 {
      func has(_ entity: Entity) -> Bool { entity[Number.self]?.value == value }
      #expect(numbers[value] == all.filter(has), "\(place)")
      #expect(restricted[value] == members.filter(has), "\(place)")
      #expect(restricted.first(value) == members.first(where: has), "\(place)")
      #expect(restricted.count(value) == members.count(where: has), "\(place)")
      for entity in all {
        let expected = members.filter(has).firstIndex(of: entity)
        #expect(restricted.place(of: entity, under: value) == expected, "\(place)")
      }
    }
    for length in 0..<3 {
      let expected = members.filter { $0[Note.self]?.text.count == length }
      #expect(lengths[length] == expected, "\(place)")
    }
    let keys = Set(all.flatMap { $0[Words.self]?.list ?? [] })
    #expect(words.keyCount == keys.count, "\(place)")
    for key in keys.union(["missing"]) {
      func has(_ entity: Entity) -> Bool { entity[Words.self]?.list.contains(key) == true }
      #expect(words[key] == all.filter(has), "\(place)")
      #expect(restrictedWords[key] == members.filter(has), "\(place)")
    }
  }

  private func compareOrdered(_ all: [Entity], _ members: [Entity], _ place: String) {
    let low = number(9)
    let high = low + number(4)
    func inOrder(_ entities: [Entity]) -> [(key: Int, entity: Entity)] {
      entities.enumerated()
        .compactMap { place, entity in entity[Number.self].map { ($0.value, place, entity) } }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { ($0.0, $0.2) }
    }
    for (index, entities) in [
      (context.orderedIndex(\Number.value), all),
      (context.orderedIndex(\Number.value, in: marked), members),
    ] {
      let expected = inOrder(entities)
      func filtered(_ isIn: (Int) -> Bool) -> [Entity] {
        expected.filter { isIn($0.key) }.map(\.entity)
      }
      #expect(index.entities == expected.map(\.entity), "\(place)")
      #expect(index[low..<high] == filtered { $0 >= low && $0 < high }, "\(place)")
      #expect(index[low...high] == filtered { $0 >= low && $0 <= high }, "\(place)")
      #expect(index[low...] == filtered { $0 >= low }, "\(place)")
      #expect(index[..<low] == filtered { $0 < low }, "\(place)")
      #expect(index[...low] == filtered { $0 <= low }, "\(place)")
      #expect(index.smallestKey == expected.first?.key, "\(place)")
      #expect(index.largestKey == expected.last?.key, "\(place)")
    }
    let prefix = text()
    let notes = all.enumerated()
      .compactMap { place, entity in entity[Note.self].map { ($0.text, place, entity) } }
      .filter { $0.0.hasPrefix(prefix) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    #expect(context.orderedIndex(\Note.text).entities(withPrefix: prefix) == notes, "\(place)")
  }
}

/// Several keys.
private struct Words: Component {
  var list: [String]
}

/// A key that one entity has.
private struct Code: Component, Equatable {
  var text: String
}
