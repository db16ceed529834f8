import ECSKit
import Schedule
import TestSupport
import Testing

@Suite("Searching a schedule")
struct SearchTests {
  private static let words = ["alpha", "alpine", "beta", "betony", "gamma", "hal"]

  @Test("agrees with a scan of all texts, also after changes", arguments: UInt64(1)...24)
  func model(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    func text() -> String {
      (0...number(0...2)).map { _ in Self.words[number(0...5)] }.joined(separator: " ")
    }
    let context = Context()
    let schedule = ConferenceSchedule(context)
    var entities: [Entity] = []
    for step in 0..<40 {
      let known = entities.randomElement(using: &generator)
      if let known, number(0...3) == 0 {
        switch number(0...3) {
        case 0: known.destroy()
        case 1: known.set(Track(name: text()))
        case 2: known.remove(Abstract.self)
        default: known.set(Abstract(text: text()))
        }
      } else {
        let entity = context.createEntity()
        entities.append(entity)
        switch number(0...4) {
        case 0:
          entity.set(SessionID(text: "session \(number(1...5))"))
          entity.set(Description(text: text()))
          if number(0...1) == 0 { entity.set(LocationNames(names: [text(), text()])) }
        case 1:
          entity.set(Person())
          entity.set(Name(text: text()))
          if number(0...1) == 0 { entity.set(Biography(text: text())) }
        case 2:
          entity.set(Location())
          entity.set(Name(text: text()))
          entity.set(Description(text: text()))
        default:
          entity.set(PartOf(session: "session \(number(1...5))"))
          entity.set(Title(text: text()))
          if number(0...1) == 0 { entity.set(SpeakerNames(names: [text()])) }
        }
      }
      entities.removeAll { !$0.isAlive }
      let query = ["al", "bet", "hal", "mm", "alpha beta", "ne", "gamma al", "zeta", ""][
        number(0...8)]
      let location: Comment = "seed \(seed), step \(step): \(query)"
      let hits = schedule.search(SearchQuery(query))
      let expected = naive(query, entities, schedule)
      try #require(Set(hits.map(\.entity)) == Set(expected.keys), location)
      try #require(hits.count == expected.count, location)
      for hit in hits { try #require(Set(hit.fields) == expected[hit.entity], location) }
    }
  }

  /// What has all words, by all texts of each entity.
  private func naive(
    _ query: String, _ entities: [Entity], _ schedule: ConferenceSchedule
  ) -> [Entity: Set<SearchField>] {
    var found: [Entity: Set<SearchField>]?
    for word in query.split(separator: " ") {
      var hits: [Entity: Set<SearchField>] = [:]
      for isInside in [false, true] where hits.isEmpty {
        for entity in entities {
          let fields = texts(of: entity, schedule).filter { _, texts in
            texts.flatMap { $0.split(separator: " ") }.contains {
              isInside ? $0.contains(word) : $0.hasPrefix(word)
            }
          }
          if !fields.isEmpty { hits[entity] = Set(fields.keys) }
        }
      }
      found =
        found.map { before in
          before.reduce(into: [:]) { both, hit in
            if let other = hits[hit.key] { both[hit.key] = hit.value.union(other) }
          }
        } ?? hits
    }
    return found ?? [:]
  }

  private func texts(of entity: Entity, _ schedule: ConferenceSchedule) -> [SearchField: [String]] {
    var texts: [SearchField: [String]] = [:]
    let isTalk = schedule.talks.contains(entity)
    texts[.name] = [entity[Title.self]?.text ?? entity[Name.self]?.text].compactMap(\.self)
    texts[.people] = entity[SpeakerNames.self]?.names
    texts[.text] = [entity[Abstract.self]?.text, entity[Biography.self]?.text].compactMap(\.self)
    texts[.track] = [entity[Track.self]?.name].compactMap(\.self)
    if entity.has(Location.self) {
      texts[.text, default: []] += [entity[Description.self]?.text].compactMap(\.self)
    } else if schedule.sessions.contains(entity) {
      texts[.name] = [entity[Description.self]?.text].compactMap(\.self)
      if schedule.talks(in: entity).isEmpty { texts[.location] = entity[LocationNames.self]?.names }
    }
    if isTalk {
      texts[.track] = [schedule.track(of: entity)].compactMap(\.self)
      texts[.location] = schedule.session(of: entity)?[LocationNames.self]?.names
    }
    return texts
  }

  @Test("puts name matches before text matches, and the kind with the best hit first")
  func order() throws {
    let context = Context()
    let schedule = ConferenceSchedule(context)
    let person = context.createEntity(Person(), Name(text: "Ann"), Biography(text: "Likes Swift"))
    let late = context.createEntity(
      SessionID(text: "b"), Timing(start: Instant(secondsSince1970: 9), end: nil))
    let early = context.createEntity(
      SessionID(text: "a"), Timing(start: Instant(secondsSince1970: 5), end: nil))
    func talk(_ title: String, in session: String, _ abstract: String = "") -> Entity {
      context.createEntity(Title(text: title), PartOf(session: session), Abstract(text: abstract))
    }
    let fourth = talk("Nothing", in: "a", "nothing but swift")
    let third = talk("Swift", in: "b")
    let second = talk("Swifter", in: "a")
    let location = context.createEntity(Location(), Name(text: "Swift Hall"))
    #expect(
      schedule.search(SearchQuery("swift")).map(\.entity)
        == [second, third, fourth, location, person])
    #expect(schedule.search(SearchQuery("likes ann")).map(\.fields) == [[.name, .text]])
    late.set(Description(text: "swift"))
    early.set(Description(text: "swift"))
    #expect(
      schedule.search(SearchQuery("swift")).map(\.kind)
        == [.talk, .talk, .talk, .session, .session, .location, .person])
    var rule = SelectionRule()
    rule.times = [Instant(secondsSince1970: 0)..<Instant(secondsSince1970: 6)]
    #expect(
      schedule.search(SearchQuery("swift"), in: schedule.selection(rule)).map(\.entity)
        == [second, fourth, early])
  }

  @Test("ranks a hit by the least important text that a word needs")
  func worstWord() {
    let context = Context()
    let schedule = ConferenceSchedule(context)
    func talk(_ title: String, _ abstract: String) -> Entity {
      context.createEntity(Title(text: title), Abstract(text: abstract))
    }
    let half = talk("Swift", "in gardens")
    let other = talk("Gardens", "of swift")
    let whole = talk("Swift gardens", "")
    for query in ["swift gardens", "gardens swift"] {
      #expect(schedule.search(SearchQuery(query)).map(\.entity) == [whole, half, other])
    }
  }
}
