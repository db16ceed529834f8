import ECSKit
import TestSupport
import Testing

@Suite("Sorted groups") struct GroupOrderTests {
  @Test("A sorted view keeps nothing alive when its context is released")
  func viewEndsWithContext() {
    weak var seen: Ordinal?
    do {
      let context = Context()
      let ordinal = Ordinal(1)
      seen = ordinal
      context.createEntity(ordinal)
      #expect(context.group(.all(Ordinal.self)).sorted(by: Ordinal.self).count == 1)
    }
    #expect(seen == nil)
  }

  @Test("Equal keys are sorted by creation, even when slots are reused", arguments: 1...12)
  func equalKeys(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let context = Context()
    let group = context.group(.all(Number.self))
    var entities = (0..<60).map { context.createEntity(Number(value: $0 % 3)) }
    for round in 1...40 {
      // Now a few and now many are touched between two reads; repairs differ by that.
      for _ in 0..<[1, 3, 8, 9, 30, 80][round % 6] {
        let place = Int.random(in: 0..<entities.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
          entities[place].destroy()
          entities[place] = context.createEntity(Number(value: round % 3))
        case 1: entities[place].remove(Number.self)
        default: entities[place].set(Number(value: Int.random(in: 0..<3, using: &random)))
        }
      }
      let living = context.entities.filter { $0.has(Number.self) }
      let expected = (0..<3).flatMap { key -> [Entity] in
        living.filter { $0[Number.self]?.value == key }
      }
      #expect(group.sorted(by: Number.self) == expected, "seed \(seed), round \(round)")
      #expect(group.entities == living, "seed \(seed), round \(round)")
    }
  }

  @Test("Members without the component are last, in creation order")
  func lacking() {
    let context = Context()
    let group = context.group(.all(Marked.self))
    let entities = (1...5).map { _ in context.createEntity(Marked()) }
    #expect(group.sorted(by: Number.self) == entities)
    entities[3].set(Number(value: 2))
    entities[1].set(Number(value: 3))
    let expected = [entities[3], entities[1], entities[0], entities[2], entities[4]]
    #expect(group.sorted(by: Number.self) == expected)
    entities[3].remove(Number.self)
    #expect(group.sorted(by: Number.self).first == entities[1])
    entities[1].remove(Marked.self).set(Number(value: 1)).set(Marked())
    entities[4].set(Number(value: 1))
    #expect(group.sorted(by: Number.self).prefix(2) == [entities[1], entities[4]])
    #expect(group.sorted(by: Number.self).count == 5)
  }

  @Test("NaN keys follow the numbers and do not disturb other keys", arguments: 1...12)
  func notANumber(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let context = Context()
    let group = context.group(.none(Hidden.self))
    var entities = (0..<40).map { _ in context.createEntity(Weight(grams: .nan)) }
    for round in 1...60 {
      for _ in 0..<[1, 4, 8, 20][round % 4] {
        let place = Int.random(in: 0..<entities.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
          entities[place].destroy()
          entities[place] = context.createEntity(Weight(grams: 1))
        case 1: entities[place].remove(Weight.self)
        case 2: entities[place].set(Hidden())
        case 3: entities[place].remove(Hidden.self)
        case 4, 5: entities[place].set(Weight(grams: .nan))
        default:
          entities[place].set(Weight(grams: Double(Int.random(in: 0..<9, using: &random))))
        }
      }
      let members = group.entities
      let numbers = members.filter { !($0[Weight.self]?.grams.isNaN ?? true) }
      let expected =
        (0..<9).flatMap { key -> [Entity] in
          numbers.filter { $0[Weight.self]?.grams == Double(key) }
        } + members.filter { $0[Weight.self]?.grams.isNaN ?? false }
        + members.filter { !$0.has(Weight.self) }
      #expect(group.sorted(by: Weight.self) == expected, "seed \(seed), round \(round)")
    }
  }

  @Test("An inconsistent order loses no member and shows none twice", arguments: 1...12)
  func contradiction(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let context = Context()
    let group = context.group(.all(Hand.self))
    var entities = (0..<40).map { context.createEntity(Hand(sign: $0 % 3)) }
    for round in 1...60 {
      for _ in 0..<[1, 4, 8, 20][round % 4] {
        let place = Int.random(in: 0..<entities.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          entities[place].destroy()
          entities[place] = context.createEntity(Hand(sign: round % 3))
        case 1: entities[place].remove(Hand.self)
        default: entities[place].set(Hand(sign: Int.random(in: 0..<3, using: &random)))
        }
      }
      let sorted = group.sorted(by: Hand.self)
      #expect(sorted.count == group.count, "seed \(seed), round \(round)")
      #expect(Set(sorted) == Set(group.entities), "seed \(seed), round \(round)")
    }
  }

  @Test("Creation order follows the creation numbers of all living entities")
  func creationOrder() {
    let context = Context()
    let group = context.group(.any(Number.self, Marked.self))
    var last: [Entity] = []
    for round in 0..<30 {
      for value in 0..<5 { context.createEntity(Number(value: value)) }
      for entity in group.entities.enumerated() where (entity.offset + round).isMultiple(of: 3) {
        if round.isMultiple(of: 2) {
          entity.element.destroy()
        } else {
          entity.element.remove(Number.self).set(Marked())
        }
      }
      last = group.entities
      let numbers = last.compactMap(\.creationNumber)
      #expect(numbers == numbers.sorted() && numbers.count == group.count, "round \(round)")
      #expect(last == context.entities)
    }
    #expect(last.count > 20)
  }
}

/// An object that can be sorted by.
private final class Ordinal: Component, Comparable {
  let place: Int

  init(_ place: Int) {
    self.place = place
  }

  static func == (first: Ordinal, second: Ordinal) -> Bool { first.place == second.place }
  static func < (first: Ordinal, second: Ordinal) -> Bool { first.place < second.place }
}

/// Paper, scissors or stone: each loses to another.
private struct Hand: Component, Comparable {
  let sign: Int

  static func < (first: Hand, second: Hand) -> Bool { (first.sign + 1) % 3 == second.sign }
}
