import TestSupport

/// Changes of several facts at once, after which no single fact says which talk is which.
extension ChangeScript {
  /// A fact of a talk that an organizer edits.
  private enum Fact: CaseIterable {
    case title, people, start, location, identifiers
  }

  /// Edits two facts of one talk.
  mutating func editTwice() -> String? {
    guard let (slot, talk) = anyTalk() else { return nil }
    let words = version.slots[slot].talks[talk].words
    let facts = Fact.allCases.shuffled(using: &generator).prefix(2)
    for fact in facts { edit(fact, slot, talk) }
    return "\(words) has another \(facts.map { "\($0)" }.joined(separator: " and "))"
  }

  private mutating func edit(_ fact: Fact, _ slot: Int, _ talk: Int) {
    switch fact {
    case .title: version.slots[slot].talks[talk].title = Vocabulary.title(&generator)
    case .people: version.slots[slot].talks[talk].people = [Vocabulary.person(&generator)]
    case .start: version.slots[slot].start = freeStart(at: version.slots[slot].room)
    case .location:
      let others = version.rooms.filter { $0 != version.slots[slot].room }
      version.slots[slot].room = others.isEmpty ? "Annex" : others.oneElement(using: &generator)
    case .identifiers:
      version.slots[slot].talks[talk].guid = generator.guid()
      version.slots[slot].talks[talk].number = freeNumber()
      if version.shape == .flat { version.slots[slot].name = freeName() }
    }
  }

  /// Puts another talk in the slot of one; it may take over the identifiers.
  mutating func replace() -> String? {
    guard let (slot, talk) = anyTalk() else { return nil }
    let old = version.slots[slot].talks[talk]
    let takesOver = generator.chance(30)
    let new = Talk(
      key: newKey(), title: Vocabulary.title(&generator), people: [Vocabulary.person(&generator)],
      guid: takesOver ? old.guid : generator.guid(), number: takesOver ? old.number : freeNumber())
    version.slots[slot].talks[talk] = new
    return "\(new.words) replaces \(old.words)\(takesOver ? " under its identifiers" : "")"
  }

  /// Moves all that is at a location to other ones.
  mutating func giveUpRoom() -> String? {
    let rooms = version.rooms
    guard rooms.count > 2 else { return nil }
    let old = rooms.oneElement(using: &generator)
    let others = rooms.filter { $0 != old }
    for position in version.slots.indices where version.slots[position].room == old {
      let room = others.oneElement(using: &generator)
      version.slots[position].room = room
      if generator.chance(50) { version.slots[position].start = freeStart(at: room) }
    }
    return "\(old) is given up"
  }

  /// Exchanges the identifiers of some talks with unique titles.
  mutating func exchangeIdentifiers() -> String? {
    let namesakes = Dictionary(grouping: version.talks, by: \.title)
    let positions = Set((0..<generator.number(in: 2...5)).map { _ in anySlot() }).sorted()
      .filter { position in
        let talks = version.slots[position].talks
        return !talks.isEmpty
          && talks.allSatisfy { namesakes[$0.title]?.count == 1 }
      }
    guard positions.count > 1 else { return nil }
    let old = positions.map { version.slots[$0] }
    for (number, position) in positions.enumerated() {
      takeIdentifiers(of: old[(number + 1) % old.count], position)
    }
    return "identifiers were exchanged: \(old.map(\.words).joined(separator: "; "))"
  }

  private mutating func takeIdentifiers(of other: Slot, _ position: Int) {
    if version.shape == .flat {
      version.slots[position].name = other.name
    } else {
      version.slots[position].talks[0].guid = other.talks[0].guid
      version.slots[position].talks[0].number = other.talks[0].number
    }
  }
}
