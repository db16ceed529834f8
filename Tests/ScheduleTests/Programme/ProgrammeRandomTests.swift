import ECSKit
import Schedule
import TestSupport
import Testing

/// The answers of a programme, computed anew from all entities each time.
private struct NaiveProgramme {
  let all: [Entity]
  let slots: [Entity]
  let talks: [Entity]
  let people: [Entity]
  let places: [Entity]
  private(set) var talksInOrder: [Entity]

  init(_ context: Context) {
    all = context.entities
    slots = all.filter { $0.has(SlotID.self) }
    talks = all.filter { $0.has(Title.self) }
    people = all.filter { $0.has(Person.self) }
    places = all.filter { $0.has(Place.self) }
    talksInOrder = []
    talksInOrder =
      timeline.flatMap(talks(in:)) + talks.filter { slot(of: $0) == nil }
  }

  /// Sorts slowly, keeping what is equal in its order.
  private func sorted(_ entities: [Entity], _ precedes: (Entity, Entity) -> Bool) -> [Entity] {
    var sorted: [Entity] = []
    for entity in entities {
      let place = sorted.firstIndex { precedes(entity, $0) } ?? sorted.count
      sorted.insert(entity, at: place)
    }
    return sorted
  }

  private func byTiming(_ slots: [Entity]) -> [Entity] {
    sorted(slots) { first, second in
      guard let one = first[Timing.self] else { return false }
      guard let other = second[Timing.self] else { return true }
      return one < other
    }
  }

  var timeline: [Entity] { byTiming(slots) }

  func slot(of talk: Entity) -> Entity? {
    if slots.contains(talk) { return talk }
    return slots.first { $0[SlotID.self]?.text == talk[PartOf.self]?.slot }
  }

  func slotID(of talk: Entity) -> String? {
    guard let slot = slot(of: talk), let id = slot[SlotID.self]?.text else {
      return talk[PartOf.self]?.slot
    }
    let number = (slots.filter { $0[SlotID.self]?.text == id }.firstIndex(of: slot) ?? 0) + 1
    return number == 1 ? id : "\(id)#\(number)"
  }

  func talks(in slot: Entity) -> [Entity] {
    sorted(talks.filter { self.slot(of: $0) == slot }) { first, second in
      if first == slot || second == slot { return first == slot }
      guard let one = first[TalkIndex.self]?.number else { return false }
      guard let other = second[TalkIndex.self]?.number else { return true }
      return one < other
    }
  }

  func talks(by person: Entity) -> [Entity] {
    talksInOrder.filter { talk in
      person[Name.self].map { talk[SpeakerNames.self]?.names.contains($0.text) == true } ?? false
    }
  }

  func slots(at place: Entity) -> [Entity] {
    byTiming(
      slots.filter { slot in
        place[Name.self].map { slot[PlaceNames.self]?.names.contains($0.text) == true } ?? false
      })
  }

  func named(_ name: String, _ entities: [Entity]) -> Entity? {
    entities.first { $0[Name.self]?.text == name }
  }

  var ratedInOrder: [Entity] {
    let placed = timeline.flatMap { slot in [slot] + talks(in: slot).filter { $0 != slot } }
    let others = all.filter { !placed.contains($0) }
    return (placed + others).filter { $0.has(Rating.self) }
  }

  func rating(of talk: Entity) -> Rating? {
    talk[Rating.self] ?? slot(of: talk)?[Rating.self]
  }
}

@Suite("Programme of random schedules")
struct ProgrammeRandomTests {
  @Test("answers as a naive one does while the schedule changes", arguments: UInt64(1)...16)
  func answers(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let context = Context()
    let programme = Programme(context)
    var entities: [Entity] = []
    for step in 0..<40 {
      change(&entities, context, &generator)
      let naive = NaiveProgramme(context)
      let place: Comment = "seed \(seed), step \(step)"
      try #require(programme.timeline == naive.timeline, place)
      try #require(programme.talksInOrder == naive.talksInOrder, place)
      try #require(programme.people.entities == naive.people, place)
      try #require(programme.places.entities == naive.places, place)
      try #require(
        programme.speakers == naive.people.filter { !naive.talks(by: $0).isEmpty }, place)
      for slot in naive.slots {
        try #require(programme.talks(in: slot) == naive.talks(in: slot), place)
        try #require(
          programme.places(of: slot).map(\.entity)
            == (slot[PlaceNames.self]?.names ?? []).map { naive.named($0, naive.places) }, place)
      }
      for talk in naive.talks {
        try #require(programme.slot(of: talk) == naive.slot(of: talk), place)
        try #require(programme.rating(of: talk)?.rating == naive.rating(of: talk), place)
        try #require(
          programme.speakers(of: talk).map(\.entity)
            == (talk[SpeakerNames.self]?.names ?? []).map { naive.named($0, naive.people) }, place)
        try #require(programme.target(programme.id(of: talk)) == talk, place)
        try #require(programme.slotID(of: talk) == naive.slotID(of: talk), place)
      }
      try #require(
        Set(naive.talks.map(programme.id(of:))).count == naive.talks.count, place)
      try #require(
        programme.ratedTalkCount == naive.talks.count { naive.rating(of: $0) != nil }, place)
      try #require(programme.ratedInOrder == naive.ratedInOrder, place)
      for person in naive.people {
        try #require(programme.talks(by: person) == naive.talks(by: person), place)
      }
      for venue in naive.places {
        try #require(programme.slots(at: venue) == naive.slots(at: venue), place)
      }
    }
  }

  /// Makes, changes or destroys an entity.
  private func change(
    _ entities: inout [Entity], _ context: Context, _ generator: inout SplitMix64
  ) {
    let known = entities.randomElement(using: &generator)
    let move = Int.random(in: 0...9, using: &generator)
    if let known, move == 0 {
      known.destroy()
      entities.removeAll { $0 == known }
    } else if let known, move < 4 {
      set(Int.random(in: 0...11, using: &generator), on: known, &generator)
    } else {
      let entity = context.createEntity()
      entities.append(entity)
      let kinds = [
        [0, 1, 2], [3, 7, 4, 5], [3, 7, 4, 5], [6, 10], [6, 11], [0, 1], [0, 1, 3, 4],
      ]
      for part in kinds.randomElement(using: &generator) ?? [] { set(part, on: entity, &generator) }
    }
  }

  private func set(_ part: Int, on entity: Entity, _ generator: inout SplitMix64) {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    func moment() -> Instant? {
      let second = number(0...6)
      return second == 6 ? nil : Instant(secondsSince1970: Int64(second))
    }
    switch part {
    case 0: entity.set(SlotID(text: "slot \(number(1...4))"))
    case 1: entity.set(Timing(start: moment(), end: moment()))
    case 2: entity.set(PlaceNames(names: (0...number(0...2)).map { _ in "name \(number(1...5))" }))
    case 3: entity.set(Title(text: "title \(number(1...9))"))
    case 4:
      entity.set(SpeakerNames(names: (0...number(0...1)).map { _ in "name \(number(1...5))" }))
    case 5: entity.set(TalkIndex(number: number(1...3)))
    case 6: entity.set(Name(text: "name \(number(1...5))"))
    case 7: entity.set(PartOf(slot: "slot \(number(1...4))"))
    case 8:
      entity.removeComponent(
        [SlotID.self, PartOf.self, TalkIndex.self, Title.self, Timing.self, Place.self][
          number(0...5)])
    case 10: entity.set(Person())
    case 11: entity.set(Place())
    default:
      entity.set(
        Rating(stars: number(1...5), comment: "", time: Instant(secondsSince1970: 0)))
    }
  }
}

extension Entity {
  /// Removes a component whose type is known at run time only.
  fileprivate func removeComponent(_ type: any Component.Type) {
    func open<C: Component>(_ type: C.Type) { remove(type) }
    open(type)
  }
}
