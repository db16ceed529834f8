import ECSKit
import Schedule
import TestSupport
import Testing

/// The answers of a schedule, computed from all entities each time.
private struct NaiveSchedule {
  let all: [Entity]
  let sessions: [Entity]
  let talks: [Entity]
  let people: [Entity]
  let locations: [Entity]
  private(set) var talksInOrder: [Entity]

  init(_ context: Context) {
    all = context.entities
    sessions = all.filter { $0.has(SessionID.self) }
    talks = all.filter { $0.has(Title.self) }
    people = all.filter { $0.has(Person.self) }
    locations = all.filter { $0.has(Location.self) }
    talksInOrder = []
    talksInOrder =
      timeline.flatMap(talks(in:)) + talks.filter { session(of: $0) == nil }
  }

  /// Sorts slowly, keeping what is equal in its order.
  private func sorted(_ entities: [Entity], _ precedes: (Entity, Entity) -> Bool) -> [Entity] {
    var sorted: [Entity] = []
    for entity in entities {
      let location = sorted.firstIndex { precedes(entity, $0) } ?? sorted.count
      sorted.insert(entity, at: location)
    }
    return sorted
  }

  private func byTiming(_ sessions: [Entity]) -> [Entity] {
    sorted(sessions) { first, second in
      guard let one = first[Timing.self] else { return false }
      guard let other = second[Timing.self] else { return true }
      return one < other
    }
  }

  var timeline: [Entity] { byTiming(sessions) }

  func session(of talk: Entity) -> Entity? {
    if sessions.contains(talk) { return talk }
    return sessions.first { $0[SessionID.self]?.text == talk[PartOf.self]?.session }
  }

  func sessionID(of talk: Entity) -> String? {
    guard let session = session(of: talk), let id = session[SessionID.self]?.text else {
      return talk[PartOf.self]?.session
    }
    let number =
      (sessions.filter { $0[SessionID.self]?.text == id }.firstIndex(of: session) ?? 0) + 1
    return number == 1 ? id : "\(id)#\(number)"
  }

  func talks(in session: Entity) -> [Entity] {
    sorted(talks.filter { self.session(of: $0) == session }) { first, second in
      if first == session || second == session { return first == session }
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

  func sessions(at location: Entity) -> [Entity] {
    byTiming(
      sessions.filter { session in
        location[Name.self].map { session[LocationNames.self]?.names.contains($0.text) == true }
          ?? false
      })
  }

  func named(_ name: String, _ entities: [Entity]) -> Entity? {
    entities.first { $0[Name.self]?.text == name }
  }

  var ratedInOrder: [Entity] {
    let placed = timeline.flatMap { session in
      [session] + talks(in: session).filter { $0 != session }
    }
    let others = all.filter { !placed.contains($0) }
    return (placed + others).filter { $0.has(Rating.self) }
  }

  func rating(of talk: Entity) -> Rating? {
    talk[Rating.self] ?? session(of: talk)?[Rating.self]
  }
}

@Suite("Random schedules")
struct ConferenceScheduleRandomTests {
  @Test(
    "queries agree with a naive implementation while the schedule changes",
    arguments: UInt64(1)...16)
  func answers(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let context = Context()
    let schedule = ConferenceSchedule(context)
    var entities: [Entity] = []
    for step in 0..<40 {
      change(&entities, context, &generator)
      let naive = NaiveSchedule(context)
      let location: Comment = "seed \(seed), step \(step)"
      try #require(schedule.timeline == naive.timeline, location)
      try #require(schedule.talksInOrder == naive.talksInOrder, location)
      try #require(schedule.people.entities == naive.people, location)
      try #require(schedule.locations.entities == naive.locations, location)
      try #require(
        schedule.speakers == naive.people.filter { !naive.talks(by: $0).isEmpty }, location)
      for session in naive.sessions {
        try #require(schedule.talks(in: session) == naive.talks(in: session), location)
        let names = session[LocationNames.self]?.names ?? []
        let locations = names.map { naive.named($0, naive.locations) }
        try #require(schedule.locations(of: session).map(\.entity) == locations, location)
      }
      for talk in naive.talks {
        try #require(schedule.session(of: talk) == naive.session(of: talk), location)
        try #require(schedule.rating(of: talk)?.rating == naive.rating(of: talk), location)
        try #require(
          schedule.speakers(of: talk).map(\.entity)
            == (talk[SpeakerNames.self]?.names ?? []).map { naive.named($0, naive.people) },
          location)
        try #require(schedule.target(schedule.id(of: talk)) == talk, location)
        try #require(schedule.sessionID(of: talk) == naive.sessionID(of: talk), location)
      }
      try #require(
        Set(naive.talks.map(schedule.id(of:))).count == naive.talks.count, location)
      try #require(
        schedule.ratedTalkCount == naive.talks.count { naive.rating(of: $0) != nil }, location)
      try #require(schedule.ratedInOrder == naive.ratedInOrder, location)
      for person in naive.people {
        try #require(schedule.talks(by: person) == naive.talks(by: person), location)
      }
      for venue in naive.locations {
        try #require(schedule.sessions(at: venue) == naive.sessions(at: venue), location)
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
    case 0: entity.set(SessionID(text: "session \(number(1...4))"))
    case 1: entity.set(Timing(start: moment(), end: moment()))
    case 2:
      entity.set(LocationNames(names: (0...number(0...2)).map { _ in "name \(number(1...5))" }))
    case 3: entity.set(Title(text: "title \(number(1...9))"))
    case 4:
      entity.set(SpeakerNames(names: (0...number(0...1)).map { _ in "name \(number(1...5))" }))
    case 5: entity.set(TalkIndex(number: number(1...3)))
    case 6: entity.set(Name(text: "name \(number(1...5))"))
    case 7: entity.set(PartOf(session: "session \(number(1...4))"))
    case 8:
      entity.removeComponent(
        [SessionID.self, PartOf.self, TalkIndex.self, Title.self, Timing.self, Location.self][
          number(0...5)])
    case 10: entity.set(Person())
    case 11: entity.set(Location())
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
