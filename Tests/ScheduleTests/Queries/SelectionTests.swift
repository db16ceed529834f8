import ECSKit
import Schedule
import TestSupport
import Testing

@Suite("Selection of a schedule")
struct SelectionTests {
  @Test("agrees with a check of every session and talk", arguments: UInt64(1)...24)
  func model(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    func names() -> [String] { (0...number(0...1)).map { _ in "name \(number(1...4))" } }
    let context = Context()
    let schedule = ConferenceSchedule(context)
    func mark(_ entity: Entity) {
      if number(0...2) == 0 { entity.set(Track(name: "track \(number(1...3))")) }
      if number(0...2) == 0 { entity.set(Language(code: "l\(number(1...3))")) }
      if number(0...3) == 0 { entity.set(Star(isMaybe: number(0...1) == 0)) }
      if number(0...9) == 0 { entity.set(Hidden()) }
    }
    func speak(_ entity: Entity) {
      entity.set(Title(text: "title"))
      entity.set(SpeakerNames(names: names()))
    }
    for step in 0..<40 {
      // Sessions, events that are session and talk in one, and talks with and without a session.
      let entity = context.createEntity()
      mark(entity)
      switch number(0...6) {
      case 6:
        entity.set(Name(text: names()[0]))
        if number(0...1) == 0 { entity.set(Person()) } else { entity.set(Location()) }
      case 0...1: entity.set(SessionID(text: "session \(number(1...8))"))
      case 2:
        entity.set(SessionID(text: "session \(number(1...8))"))
        speak(entity)
      case 3: speak(entity)
      default:
        entity.set(PartOf(session: "session \(number(1...8))"))
        speak(entity)
      }
      if entity.has(SessionID.self) {
        entity.set(LocationNames(names: names()))
        let start = Instant(secondsSince1970: Int64(number(0...20)))
        if number(0...4) > 0 { entity.set(Timing(start: start, end: nil)) }
      }
      var rule = SelectionRule()
      if number(0...1) == 0 {
        let start = Int64(number(0...20))
        rule.times = [
          Instant(secondsSince1970: start)..<Instant(secondsSince1970: start + Int64(number(0...9)))
        ]
      }
      if number(0...2) == 0 { rule.locations = names() }
      if number(0...2) == 0 { rule.speakers = names() }
      if number(0...2) == 0 { rule.tracks = ["track \(number(1...3))", "track 1"] }
      if number(0...2) == 0 { rule.languages = ["l\(number(1...3))"] }
      rule.isStarred = number(0...4) == 0
      rule.isHidden = number(0...9) == 0
      let selection = schedule.selection(rule)
      let place: Comment = "seed \(seed), step \(step): \(rule)"
      let naive = NaiveSelection(schedule, rule)
      for talk in schedule.talks {
        try #require(selection.contains(talk: talk) == naive.contains(talk: talk), place)
      }
      for session in schedule.sessions {
        try #require(
          selection.contains(session: session) == naive.contains(session: session), place)
      }
      let visible = schedule.visible(selection)
      for talk in schedule.talks {
        try #require(
          visible.contains(talk: talk) == (naive.contains(talk: talk) && !naive.isGone(talk: talk)),
          place)
      }
      for session in schedule.sessions {
        try #require(
          visible.contains(session: session)
            == (naive.contains(session: session) && !naive.isGone(session: session)), place)
      }
      try #require(visible.isLimited == selection.isLimited, place)
      try #require(selection.isLimited == (rule != SelectionRule()), place)
      try #require(
        schedule.timeline(in: selection) == schedule.timeline.filter(naive.contains(session:)),
        place
      )
      try #require(
        schedule.talksInOrder(in: selection)
          == schedule.talksInOrder.filter(naive.contains(talk:)), place)
      let speakers = schedule.people.filter { person in
        schedule.talks(by: person).contains(where: naive.contains(talk:))
      }
      let spoken = schedule.talks.filter(naive.contains(talk:)).flatMap {
        $0[SpeakerNames.self]?.names ?? []
      }
      try #require(
        schedule.speakers(in: selection)
          == references(to: speakers, andNamed: spoken, in: schedule.people), place)
      let places = schedule.locations.filter { venue in
        rule == SelectionRule()
          || schedule.sessions(at: venue).contains(where: naive.contains(session:))
      }
      let used = schedule.sessions.filter(naive.contains(session:)).flatMap {
        $0[LocationNames.self]?.names ?? []
      }
      try #require(
        schedule.locations(in: selection)
          == references(to: places, andNamed: used, in: schedule.locations), place)
    }
  }

  /// Those of whom there is a record, then the others by their names.
  private func references(
    to entities: [Entity], andNamed names: [String], in group: Group
  ) -> [ConferenceSchedule.Reference] {
    let known = Set(group.compactMap { $0[Name.self]?.text })
    return entities.map(ConferenceSchedule.Reference.init(to:))
      + Set(names).subtracting(known).sorted().map(ConferenceSchedule.Reference.init(called:))
  }

  @Test("days have listed sessions, in the given zone")
  func days() throws {
    let context = Context()
    let schedule = ConferenceSchedule(context)
    #expect(schedule.days(in: .utc) == [])
    for text in ["2015-05-20T00:00", "2015-05-18T23:30", "2015-05-18T10:00", "2015-05-20T23:59"] {
      let start = try #require(TimeInput(text)).instant(in: .utc)
      context.createEntity(SessionID(text: text), Timing(start: start, end: nil))
    }
    context.createEntity(SessionID(text: "timeless"), Timing(start: nil, end: nil))
    #expect(schedule.days(in: .utc).map(\.iso8601) == ["2015-05-18", "2015-05-20"])
    #expect(
      schedule.days(in: Zone(offset: 3600)).map(\.iso8601)
        == ["2015-05-18", "2015-05-19", "2015-05-20", "2015-05-21"])
    let empty = try #require(CivilDate(year: 2015, month: 5, day: 25))
    #expect(!schedule.hasRecord(ofDay: empty))
    context.createEntity(ConferenceDay(), DayDate(date: empty))
    #expect(schedule.hasRecord(ofDay: empty))
    #expect(schedule.days(in: .utc).count == 2)
  }
}

/// What a rule asks for, asked of each talk and session for itself.
private struct NaiveSelection {
  let schedule: ConferenceSchedule
  let rule: SelectionRule

  init(_ schedule: ConferenceSchedule, _ rule: SelectionRule) {
    self.schedule = schedule
    self.rule = rule
  }

  private var asksForTalks: Bool {
    rule.speakers != nil || rule.tracks != nil || rule.languages != nil || rule.isStarred
      || rule.isHidden
  }

  func isGone(talk: Entity) -> Bool {
    if talk.has(Star.self) { return false }
    let session = schedule.session(of: talk)
    let isGone = session.map { $0.has(Hidden.self) && !$0.has(Star.self) } ?? false
    return talk.has(Hidden.self) || isGone
  }

  func isGone(session: Entity) -> Bool {
    let talks = schedule.talks(in: session)
    if session.has(Star.self) { return false }
    return talks.isEmpty ? session.has(Hidden.self) : talks.allSatisfy(isGone(talk:))
  }

  private func isMarked<C: Component>(_ entity: Entity, _ type: C.Type) -> Bool {
    let session = entity.has(SessionID.self) ? nil : schedule.session(of: entity)
    return entity.has(type) || session?.has(type) ?? false
  }

  private func happens(_ session: Entity?) -> Bool {
    let moment = session?[Timing.self]?.start
    let isTimed = rule.times.map { times in
      times.contains { range in moment.map(range.contains) ?? false }
    }
    let names = session?[LocationNames.self]?.names ?? []
    let isPlaced = rule.locations.map { !Set($0).isDisjoint(with: names) }
    return (isTimed ?? true) && (isPlaced ?? true)
  }

  private func isSaid(_ entity: Entity, _ track: String?, _ language: String?) -> Bool {
    let isTalk = entity.has(Title.self)
    let speakers = isTalk ? entity[SpeakerNames.self]?.names ?? [] : []
    let isSpoken = rule.speakers.map { !Set($0).isDisjoint(with: speakers) }
    let isTracked = rule.tracks.map { tracks in track.map(tracks.contains) ?? false }
    let isWorded = rule.languages.map { codes in language.map(codes.contains) ?? false }
    let isMarked =
      (!rule.isStarred || isMarked(entity, Star.self))
      && (!rule.isHidden || isMarked(entity, Hidden.self))
    return isMarked && (isSpoken ?? true) && (isTracked ?? true) && (isWorded ?? true)
  }

  func contains(talk: Entity) -> Bool {
    if rule.times == nil, rule.locations == nil, !asksForTalks { return true }
    let session = schedule.session(of: talk)
    return happens(session)
      && isSaid(talk, schedule.track(of: talk), schedule.language(of: talk))
  }

  func contains(session: Entity) -> Bool {
    guard happens(session) else { return false }
    guard asksForTalks else { return true }
    return isSaid(session, session[Track.self]?.name, session[Language.self]?.code)
      || schedule.talks(in: session).contains(where: contains(talk:))
  }
}
