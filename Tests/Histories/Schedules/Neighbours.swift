import TestSupport

/// Schedules that have something in common with another one and are another conference.
enum Neighbours {
  /// Returns another conference, a few months before or after: it shares an opening of the same title
  /// and number, or somebody who gives the same talk, or both.
  static func other(than version: Version, _ generator: inout SplitMix64) -> Version {
    let titles = Vocabulary.fairs.filter { !version.title.hasPrefix($0) }
    var maker = ScheduleMaker(SplitMix64(seed: generator.next()))
    var other = maker.schedule(version.shape, title: titles.oneElement(using: &generator))
    other.firstDay.year = version.firstDay.year
    other.firstDay.month = generator.number(in: 5...8)
    other.moveKeys(by: 500_000)
    let sharesOpening = generator.chance(60)
    if sharesOpening { share(openingOf: version, with: &other) }
    if !sharesOpening || generator.chance(30) { share(talkOf: version, with: &other, &generator) }
    return other
  }

  private static func share(openingOf version: Version, with other: inout Version) {
    let title = version.slots[0].talks.first?.title ?? version.slots[0].title
    other.slots[0].name = version.slots[0].name
    other.slots[0].title = version.slots[0].title
    if !other.slots[0].talks.isEmpty {
      other.slots[0].talks[0].title = title
      other.slots[0].talks[0].number = version.slots[0].talks.first?.number ?? 1
    }
    other.makeIdentifiersUnique()
  }

  private static func share(
    talkOf version: Version, with other: inout Version, _ generator: inout SplitMix64
  ) {
    let talks = version.talks.filter { !$0.people.isEmpty }
    let places = other.slots.indices.filter { !other.slots[$0].talks.isEmpty }
    guard !talks.isEmpty, !places.isEmpty else { return }
    let talk = talks.oneElement(using: &generator)
    let place = places.oneElement(using: &generator)
    other.slots[place].talks[0].title = talk.title
    other.slots[place].talks[0].people = talk.people
  }

  /// Returns next year's edition: the same days a year later, the same numbers, some of the same titles
  /// and people, and some of the same talks.
  static func nextYear(of version: Version, _ generator: inout SplitMix64) -> Version {
    var maker = ScheduleMaker(SplitMix64(seed: generator.next()))
    var next = maker.schedule(version.shape, title: "unused")
    next.moveKeys(by: 500_000)
    let year = version.firstDay.year
    next.title = version.title.split(separator: " ").map {
      $0 == "\(year)" ? "\(year + 1)" : String($0)
    }.joined(separator: " ")
    next.acronym = "\(version.acronym.filter { !$0.isNumber })\(year + 1)"
    next.firstDay = version.firstDay
    next.firstDay.year += 1
    let first = version.talks.map(\.number).min() ?? 1
    for (position, old) in version.slots.enumerated() where position < next.slots.count {
      guard generator.chance(25) else { continue }
      next.slots[position].title = old.title
      if let talk = old.talks.first, !next.slots[position].talks.isEmpty {
        next.slots[position].talks[0].title = talk.title
        if generator.chance(50) { next.slots[position].talks[0].people = talk.people }
      }
    }
    next.renumber(from: first)
    return next
  }
}

extension Version {
  /// Makes all keys others than those of another schedule.
  fileprivate mutating func moveKeys(by distance: Int) {
    slots = slots.map { slot in
      Slot(
        key: slot.key + distance, name: slot.name, title: slot.title, start: slot.start,
        length: slot.length, room: slot.room,
        talks: slot.talks.map {
          Talk(
            key: $0.key + distance, title: $0.title, people: $0.people, guid: $0.guid,
            number: $0.number)
        })
    }
  }

  /// Gives numbers and names that are there twice others; the first keeps its own.
  fileprivate mutating func makeIdentifiersUnique() {
    var names: Set<String> = []
    var numbers: Set<Int> = []
    for slot in slots.indices {
      while !names.insert(slots[slot].name).inserted { slots[slot].name += "x" }
      for talk in slots[slot].talks.indices {
        while !numbers.insert(slots[slot].talks[talk].number).inserted {
          slots[slot].talks[talk].number += 1_000
        }
      }
    }
  }
}
