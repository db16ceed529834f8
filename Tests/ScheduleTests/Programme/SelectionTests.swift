import ECSKit
import Schedule
import TestSupport
import Testing

@Suite("Selection of a programme")
struct SelectionTests {
  @Test("holds what a look at every slot and talk finds", arguments: UInt64(1)...24)
  func model(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    func names() -> [String] { (0...number(0...1)).map { _ in "name \(number(1...4))" } }
    let context = Context()
    let programme = Programme(context)
    func mark(_ entity: Entity) {
      if number(0...2) == 0 { entity.set(Track(name: "track \(number(1...3))")) }
      if number(0...2) == 0 { entity.set(Language(code: "l\(number(1...3))")) }
    }
    func speak(_ entity: Entity) {
      entity.set(Title(text: "title"))
      entity.set(SpeakerNames(names: names()))
    }
    for step in 0..<40 {
      // Slots, events that are slot and talk in one, and talks with and without a slot.
      let entity = context.createEntity()
      mark(entity)
      switch number(0...6) {
      case 6:
        entity.set(Name(text: names()[0]))
        if number(0...1) == 0 { entity.set(Person()) } else { entity.set(Place()) }
      case 0...1: entity.set(SlotID(text: "slot \(number(1...8))"))
      case 2:
        entity.set(SlotID(text: "slot \(number(1...8))"))
        speak(entity)
      case 3: speak(entity)
      default:
        entity.set(PartOf(slot: "slot \(number(1...8))"))
        speak(entity)
      }
      if entity.has(SlotID.self) {
        entity.set(PlaceNames(names: names()))
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
      if number(0...2) == 0 { rule.places = names() }
      if number(0...2) == 0 { rule.speakers = names() }
      if number(0...2) == 0 { rule.tracks = ["track \(number(1...3))", "track 1"] }
      if number(0...2) == 0 { rule.languages = ["l\(number(1...3))"] }
      let selection = programme.selection(rule)
      let place: Comment = "seed \(seed), step \(step): \(rule)"
      let naive = NaiveSelection(programme, rule)
      for talk in programme.talks {
        try #require(selection.contains(talk: talk) == naive.contains(talk: talk), place)
      }
      for slot in programme.slots {
        try #require(selection.contains(slot: slot) == naive.contains(slot: slot), place)
      }
      try #require(selection.isLimited == (rule != SelectionRule()), place)
      try #require(
        programme.timeline(in: selection) == programme.timeline.filter(naive.contains(slot:)), place
      )
      try #require(
        programme.talksInOrder(in: selection)
          == programme.talksInOrder.filter(naive.contains(talk:)), place)
      let speakers = programme.people.filter { person in
        programme.talks(by: person).contains(where: naive.contains(talk:))
      }
      let spoken = programme.talks.filter(naive.contains(talk:)).flatMap {
        $0[SpeakerNames.self]?.names ?? []
      }
      try #require(
        programme.speakers(in: selection)
          == references(to: speakers, andNamed: spoken, in: programme.people), place)
      let places = programme.places.filter { venue in
        rule == SelectionRule()
          || programme.slots(at: venue).contains(where: naive.contains(slot:))
      }
      let used = programme.slots.filter(naive.contains(slot:)).flatMap {
        $0[PlaceNames.self]?.names ?? []
      }
      try #require(
        programme.places(in: selection)
          == references(to: places, andNamed: used, in: programme.places), place)
    }
  }

  /// Those of whom there is a record, then the others by their names.
  private func references(
    to entities: [Entity], andNamed names: [String], in group: Group
  ) -> [Programme.Reference] {
    let known = Set(group.compactMap { $0[Name.self]?.text })
    return entities.map(Programme.Reference.init(to:))
      + Set(names).subtracting(known).sorted().map(Programme.Reference.init(called:))
  }

  @Test("days are those on which something is listed, in a zone")
  func days() throws {
    let context = Context()
    let programme = Programme(context)
    #expect(programme.days(in: .utc) == [])
    for text in ["2015-05-20T00:00", "2015-05-18T23:30", "2015-05-18T10:00", "2015-05-20T23:59"] {
      let start = try TimeInput.parse(text).instant(in: .utc)
      context.createEntity(SlotID(text: text), Timing(start: start, end: nil))
    }
    context.createEntity(SlotID(text: "timeless"), Timing(start: nil, end: nil))
    #expect(programme.days(in: .utc).map(\.iso8601) == ["2015-05-18", "2015-05-20"])
    #expect(
      programme.days(in: Zone(offset: 3600)).map(\.iso8601)
        == ["2015-05-18", "2015-05-19", "2015-05-20", "2015-05-21"])
    let empty = try #require(CivilDate(year: 2015, month: 5, day: 25))
    #expect(!programme.hasRecord(ofDay: empty))
    context.createEntity(ConferenceDay(), DayDate(date: empty))
    #expect(programme.hasRecord(ofDay: empty))
    #expect(programme.days(in: .utc).count == 2)
  }
}

/// What a rule asks for, asked of each talk and slot for itself.
private struct NaiveSelection {
  let programme: Programme
  let rule: SelectionRule

  init(_ programme: Programme, _ rule: SelectionRule) {
    self.programme = programme
    self.rule = rule
  }

  private var asksForTalks: Bool {
    rule.speakers != nil || rule.tracks != nil || rule.languages != nil
  }

  private func happens(_ slot: Entity?) -> Bool {
    let moment = slot?[Timing.self]?.start
    let isTimed = rule.times.map { times in
      times.contains { range in moment.map(range.contains) ?? false }
    }
    let names = slot?[PlaceNames.self]?.names ?? []
    let isPlaced = rule.places.map { !Set($0).isDisjoint(with: names) }
    return (isTimed ?? true) && (isPlaced ?? true)
  }

  private func isSaid(_ entity: Entity, _ track: String?, _ language: String?) -> Bool {
    let isTalk = entity.has(Title.self)
    let speakers = isTalk ? entity[SpeakerNames.self]?.names ?? [] : []
    let isSpoken = rule.speakers.map { !Set($0).isDisjoint(with: speakers) }
    let isTracked = rule.tracks.map { tracks in track.map(tracks.contains) ?? false }
    let isWorded = rule.languages.map { codes in language.map(codes.contains) ?? false }
    return (isSpoken ?? true) && (isTracked ?? true) && (isWorded ?? true)
  }

  func contains(talk: Entity) -> Bool {
    if rule.times == nil, rule.places == nil, !asksForTalks { return true }
    let slot = programme.slot(of: talk)
    return happens(slot)
      && isSaid(talk, programme.track(of: talk), programme.language(of: talk))
  }

  func contains(slot: Entity) -> Bool {
    guard happens(slot) else { return false }
    guard asksForTalks else { return true }
    return isSaid(slot, slot[Track.self]?.name, slot[Language.self]?.code)
      || programme.talks(in: slot).contains(where: contains(talk:))
  }
}
