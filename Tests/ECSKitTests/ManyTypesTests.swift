import ECSKit
import TestSupport
import Testing

/// A type that only makes component types different.
protocol Axis: SendableMetatype {}
enum Axis0: Axis {}
enum Axis1: Axis {}
enum Axis2: Axis {}
enum Axis3: Axis {}
enum Axis4: Axis {}
enum Axis5: Axis {}
enum Axis6: Axis {}
enum Axis7: Axis {}
enum Axis8: Axis {}

/// As many flags as there are pairs of axes.
struct Tag<Row: Axis, Column: Axis>: Component {}

/// As many values.
struct Cell<Row: Axis, Column: Axis>: Component, Equatable {
  var value: Int
}

/// One of many component types, and what is done with it here.
private struct Variety {
  let type: any Component.Type
  let set: (Entity, Int) -> Void
  let remove: (Entity) -> Void
  let has: (Entity) -> Bool
  let value: (Entity) -> Int?

  private init(tag row: (some Axis).Type, _ column: (some Axis).Type) {
    func make<Row: Axis, Column: Axis>(_ row: Row.Type, _ column: Column.Type) -> Variety {
      Variety(
        Tag<Row, Column>.self, set: { entity, _ in entity.set(Tag<Row, Column>()) },
        value: { $0.has(Tag<Row, Column>.self) ? 0 : nil })
    }
    self = make(row, column)
  }

  private init(cell row: (some Axis).Type, _ column: (some Axis).Type) {
    func make<Row: Axis, Column: Axis>(_ row: Row.Type, _ column: Column.Type) -> Variety {
      Variety(
        Cell<Row, Column>.self, set: { $0.set(Cell<Row, Column>(value: $1)) },
        value: { $0[Cell<Row, Column>.self]?.value })
    }
    self = make(row, column)
  }

  private init<C: Component>(
    _ type: C.Type, set: @escaping (Entity, Int) -> Void, value: @escaping (Entity) -> Int?
  ) {
    self.type = type
    self.set = set
    self.value = value
    remove = { $0.remove(type) }
    has = { $0.has(type) }
  }

  /// 162 component types, flags and values in turn.
  static func all() -> [Variety] {
    let axes: [any Axis.Type] = [
      Axis0.self, Axis1.self, Axis2.self, Axis3.self, Axis4.self, Axis5.self, Axis6.self,
      Axis7.self, Axis8.self,
    ]
    return axes.flatMap { row in
      axes.flatMap { column in [Variety(tag: row, column), Variety(cell: row, column)] }
    }
  }
}

@Suite("A context with more component types than bits in a word") struct ManyTypesTests {
  @Test("Rules across several words match a check of each component", arguments: 1...8)
  func rules(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    let varieties = Variety.all().shuffled(using: &random)
    let context = Context()
    if seed.isMultiple(of: 2) {
      // The common types are spread over the words, and all words are there from the start.
      let first = context.createEntity()
      for variety in varieties.shuffled(using: &random) { variety.set(first, 1) }
      first.destroy()
    }
    var entities = (0..<12).map { _ in context.createEntity() }
    var held = [[Int: Int]](repeating: [:], count: 12)
    var groups: [(group: Group, all: [Int], any: [Int], none: [Int])] = []
    var differences = 0

    func askForGroup() {
      // Few common types, so that there are members, and others from anywhere.
      let all = (0..<below(3)).map { _ in below(24) }
      let any = (0..<below(2) * 5).map { _ in below(varieties.count) }
      let none = (0..<below(4)).map { _ in below(varieties.count) }
      var matcher: Matcher?
      for place in all {
        matcher = matcher?.all(varieties[place].type) ?? .all(varieties[place].type)
      }
      for place in any {
        matcher = matcher?.any(varieties[place].type) ?? .any(varieties[place].type)
      }
      for place in none {
        matcher = matcher?.none(varieties[place].type) ?? .none(varieties[place].type)
      }
      if let matcher { groups.append((context.group(matcher), all, any, none)) }
    }

    func compare(_ place: Int) {
      for (group, all, any, none) in groups {
        let isMember =
          all.allSatisfy { held[place][$0] != nil } && none.allSatisfy { held[place][$0] == nil }
          && (any.isEmpty || any.contains { held[place][$0] != nil })
        if group.contains(entities[place]) != isMember { differences += 1 }
      }
    }

    for step in 1...1500 {
      if step.isMultiple(of: 40) { askForGroup() }
      let place = below(12)
      // Types come into use one after another, so that entities are there when a word is added.
      let known = below(3) == 0 ? 24 : min(varieties.count, 24 + step / 8)
      let kind = below(known)
      switch below(20) {
      case 0:
        entities[place].destroy()
        entities[place] = context.createEntity()
        held[place] = [:]
      case 1..<6:
        varieties[kind].remove(entities[place])
        held[place][kind] = nil
      default:
        varieties[kind].set(entities[place], step)
        held[place][kind] = step
      }
      compare(place)
    }
    for place in entities.indices {
      compare(place)
      for (kind, variety) in varieties.enumerated() {
        let isHeld = held[place][kind] != nil
        if variety.has(entities[place]) != isHeld { differences += 1 }
        if (variety.value(entities[place]) != nil) != isHeld { differences += 1 }
        if let value = variety.value(entities[place]), value != 0, value != held[place][kind] {
          differences += 1
        }
      }
    }
    #expect(differences == 0, "seed \(seed)")
    #expect(groups.contains { !$0.group.isEmpty }, "seed \(seed)")
  }

  @Test("A rollback and an event include the components of every word")
  func everyWord() {
    let context = Context()
    let varieties = Variety.all()
    let entity = context.createEntity()
    for (place, variety) in varieties.enumerated() { variety.set(entity, place + 1) }
    let whole = entity.description
    let last = context.group(.all(Tag<Axis0, Axis0>.self, Cell<Axis8, Axis8>.self))
    try? context.transaction { () throws(Refused) in
      for variety in varieties { variety.remove(entity) }
      #expect(last.isEmpty)
      entity.destroy()
      throw Refused()
    }
    #expect(entity.description == whole)
    #expect(last.entities == [entity])
    #expect(entity[Cell<Axis8, Axis8>.self]?.value == varieties.count)
    let types = Collected<ObjectIdentifier>()
    context.observe(.removed) { types.items += $0.component.map { [ObjectIdentifier($0)] } ?? [] }
    entity.destroy()
    #expect(types.items == varieties.map { ObjectIdentifier($0.type) })
  }
}
