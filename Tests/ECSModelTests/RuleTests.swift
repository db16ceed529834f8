import ECSKit
import ECSModel
import TestSupport
import Testing

private struct Title: Component, Equatable {
  let text: String
}

private struct Rating: Component, Equatable {
  let stars: Int
}

private struct Draft: Component, Equatable {}

private struct Published: Component, Equatable {}

private struct Room: Component, Equatable {
  let name: String
}

private struct PartOf: Component, Equatable {
  let room: String
}

private struct Speakers: Component, Equatable {
  let names: [String]
}

private struct Open: Component, Equatable {}

/// Rules that changes keep, or are refused.
@Suite struct RuleTests {
  private static var rules: [Rule] {
    [
      .requires(Rating.self, Title.self), .excludes(Draft.self, Published.self),
      .value(of: Rating.self, Check.isIn(1...5).of(\.stars, "stars")),
      .refers(from: \PartOf.room, to: \Room.name, among: .all(Open.self)),
      .refers(fromEach: \Speakers.names, in: .all(Title.self), to: \Room.name),
      .unique(\Room.name, in: .all(Open.self)),
      .values(of: Speakers.self, in: .all(Open.self), named: "speakers are few") { speakers in
        speakers.names.contains("B") ? "found \(speakers.names)" : nil
      },
      Rule("a title is short", for: .all(Title.self)) { entity in
        entity[Title.self].flatMap { $0.text.count > 6 ? "found \($0.text)" : nil }
      },
    ]
  }

  private static func state(_ context: Context) -> [String] {
    context.entities.map { "\($0.creationNumber ?? 0) \($0.components)" }
  }

  @Test("changes that satisfy the rules are applied, and the result is returned")
  func kept() throws {
    let context = Context()
    let talk = try context.transaction(keeping: Self.rules) {
      context.createEntity(Title(text: "One"), Rating(stars: 5))
    }
    #expect(talk[Rating.self]?.stars == 5)
  }

  @Test("changes that violate rules are refused with all violations, and nothing is changed")
  func refused() {
    let context = Context()
    let talk = context.createEntity(Title(text: "One"), Draft())
    let before = Self.state(context)
    let error = #expect(throws: RuleError.self) {
      try context.transaction(label: "Break", keeping: Self.rules) {
        talk.set(Rating(stars: 7)).set(Published()).remove(Title.self)
        context.createEntity(PartOf(room: "A"))
      }
    }
    #expect(
      error?.violations.map(\.message) == [
        "found Rating without Title; expected both",
        "found Draft and Published; expected one of them",
        "stars: found 7; expected a value from 1 to 5",
        "found no Room for A; expected one",
      ])
    #expect(Self.state(context) == before)
  }

  @Test("a body that throws nothing makes the error typed, and another body throws its own error")
  func errors() {
    struct Refused: Error {}
    let context = Context()
    do throws(RuleError) {
      try context.transaction(keeping: Self.rules) { context.createEntity(Rating(stars: 3)) }
      Issue.record("a rule was broken")
    } catch {
      #expect(error.violations.map(\.message) == ["found Rating without Title; expected both"])
    }
    #expect(throws: Refused.self) {
      try context.transaction(keeping: Self.rules) {
        context.createEntity(Rating(stars: 3))
        throw Refused()
      }
    }
    #expect(context.isEmpty)
  }

  @Test("a rule may be violated during the changes, and earlier on other entities")
  func meanwhile() throws {
    let context = Context()
    let bad = context.createEntity(Rating(stars: 9))
    let talk = context.createEntity()
    try context.transaction(keeping: Self.rules) {
      talk.set(Rating(stars: 3))
      talk.set(Title(text: "One"))
    }
    #expect(Self.rules.flatMap { $0.violations(in: context) }.map(\.entity) == [bad, bad])
  }

  @Test("a referenced key cannot be removed in any way")
  func references() throws {
    let context = Context()
    let room = context.createEntity(Room(name: "A"), Open())
    context.createEntity(PartOf(room: "A"))
    let ways: [() -> Void] = [
      { room.destroy() }, { room.remove(Open.self) }, { room.remove(Room.self) },
      { room.set(Room(name: "B")) },
    ]
    for way in ways {
      #expect(throws: RuleError.self) { try context.transaction(keeping: Self.rules, way) }
      #expect(room[Room.self]?.name == "A" && room.has(Open.self))
    }
    try context.transaction(keeping: Self.rules) {
      room.destroy()
      context.createEntity(Room(name: "A"), Open())
    }
    #expect(!room.isAlive)
  }

  @Test("a unique key can be swapped in one transaction, but not shared afterwards")
  func unique() throws {
    let context = Context()
    let rooms = [Room(name: "A"), Room(name: "B"), Room(name: "C")].map { room in
      context.createEntity(room)
    }
    let unique = Rule.unique(\Room.name)
    try context.transaction(keeping: [unique]) {
      rooms[0].set(Room(name: "B"))
      rooms[1].set(Room(name: "A"))
    }
    let error = #expect(throws: RuleError.self) {
      try context.transaction(keeping: [unique]) {
        for room in rooms { room.set(Room(name: "C")) }
      }
    }
    #expect(error?.violations.map(\.entity) == rooms.dropFirst().map(\.creationNumber))
    #expect(error?.violations.first?.message == "found 3 Room of C; expected one")
    #expect(rooms.map { $0[Room.self]?.name } == ["B", "A", "C"])
    rooms[2].set(Room(name: "A"))
    #expect(unique.violations(in: context).map(\.entity) == [rooms[2]])
    #expect(
      throws: Never.self, "what broke the rule before is no obstacle elsewhere",
      performing: {
        try context.transaction(keeping: [unique]) { rooms[0].set(Room(name: "D")) }
      })
  }

  @Test("an error thrown by the body is rethrown, and the changes are rolled back")
  func throwing() {
    struct Refusal: Error {}
    let context = Context()
    #expect(throws: Refusal.self) {
      try context.transaction(keeping: Self.rules) {
        context.createEntity(Draft())
        throw Refusal()
      }
    }
    #expect(context.isEmpty)
  }

  @Test("no observer is notified of refused changes")
  func observers() {
    let context = Context()
    var count = 0
    context.observe { _ in count += 1 }
    try? context.transaction(keeping: Self.rules) { _ = context.createEntity(Rating(stars: 1)) }
    #expect(count == 0 && context.isEmpty)
  }

  @Test("changes are refused exactly if a rule is violated afterwards", arguments: 1...80)
  func random(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    func next(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    func change(_ context: Context) {
      let all = context.entities
      guard !all.isEmpty, next(4) > 0 else {
        context.createEntity()
        return
      }
      let entity = all[next(all.count)]
      let name = ["A", "B"][next(2)]
      switch next(14) {
      case 0: entity.destroy()
      case 1: entity.set(Title(text: ["One", "Very long"][next(2)]))
      case 2: entity.remove(Title.self)
      case 3: entity.set(Rating(stars: next(8)))
      case 4: entity.remove(Rating.self)
      case 5: entity.set(Draft())
      case 6: entity.set(Published())
      case 7: entity.remove(Draft.self)
      case 8: entity.set(Room(name: name)).set(Open())
      case 9: entity.set(PartOf(room: name))
      case 10: entity.remove(Room.self)
      case 11: entity.set(Speakers(names: [name, "A"]))
      case 12: entity.remove(Open.self)
      default: entity.remove(PartOf.self).remove(Speakers.self)
      }
    }
    func violations(_ context: Context) -> [String] {
      Self.rules.flatMap { $0.violations(in: context) }.map { "\($0.rule) \($0.message)" }
    }
    let context = Context()
    var refusals = 0
    defer { #expect(refusals > 5, "seed \(seed)") }
    for step in 0..<120 {
      let before = Self.state(context)
      var broken: [String] = []
      do {
        try context.transaction(keeping: Self.rules) {
          for _ in 0...next(4) { change(context) }
          broken = violations(context)
        }
        #expect(broken == [], "seed \(seed), step \(step)")
      } catch {
        refusals += 1
        let found = error.violations.map { "\($0.rule) \($0.message)" }
        #expect(found.sorted() == broken.sorted(), "seed \(seed), step \(step)")
        #expect(Self.state(context) == before, "seed \(seed), step \(step)")
      }
      #expect(violations(context) == [], "seed \(seed), step \(step)")
    }
  }
}
