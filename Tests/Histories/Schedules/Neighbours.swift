import TestSupport

/// Schedules that have something in common with another one and are another conference.
enum Neighbours {
  /// Returns another conference, a few months before or after: it shares an opening of the same title
  /// and number, or a person who gives the same talk, or both.
  static func other(than version: Version, _ generator: inout SplitMix64) -> Version {
    let titles = Vocabulary.fairs.filter { !version.title.hasPrefix($0) }
    var maker = ScheduleMaker(SplitMix64(seed: generator.next()))
    var other = maker.schedule(version.shape, title: titles.oneElement(using: &generator))
    other.setYear(version.firstDay.year)
    other.firstDay.month = generator.number(in: 5...8)
    other.moveKeys(by: 500_000)
    let sharesOpening = generator.chance(60)
    if sharesOpening { share(openingOf: version, with: &other) }
    if !sharesOpening || generator.chance(30) { share(talkOf: version, with: &other, &generator) }
    return other
  }

  private static func share(openingOf version: Version, with other: inout Version) {
    let openings = version.slots.filter { $0.title == "Opening" }
    guard let opening = openings.first ?? version.slots.first else { return }
    other.slots[0].name = opening.name
    other.slots[0].title = opening.title
    if let talk = opening.talks.first, !other.slots[0].talks.isEmpty {
      other.slots[0].talks[0].title = talk.title
      other.slots[0].talks[0].people = talk.people
      other.slots[0].talks[0].number = talk.number
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
    next.title = version.title
    next.acronym = version.acronym
    next.firstDay = version.firstDay
    next.setYear(version.firstDay.year + 1)
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
  /// Sets the year of the days, and of title and acronym, if they have it.
  fileprivate mutating func setYear(_ year: Int) {
    let old = "\(firstDay.year)"
    title = title.split(separator: " ").map { $0 == old ? "\(year)" : String($0) }
      .joined(separator: " ")
    acronym = "\(acronym.dropLast(old.count))\(year)"
    firstDay.year = year
  }

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
