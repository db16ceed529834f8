import TestSupport

/// Talks that come and go.
extension ChangeScript {
  /// A new slot at a free time, with one talk.
  mutating func newSlot(titled title: String, people: [String]) -> Slot {
    let room = version.rooms.oneElement(using: &generator)
    let talk = Talk(
      key: newKey(), title: title, people: people, guid: generator.guid(), number: freeNumber())
    return Slot(
      key: newKey(), name: freeName(), title: "Session of \(title)", start: freeStart(at: room),
      length: 45, room: room, talks: [talk])
  }

  /// Inserts a talk; one in four has the title of another one, and one in eight its people, too.
  mutating func insert() -> String? {
    var (title, people) = (Vocabulary.title(&generator), [Vocabulary.person(&generator)])
    if let (slot, talk) = anyTalk(), generator.chance(25) {
      title = version.slots[slot].talks[talk].title
      if generator.chance(50) { people = version.slots[slot].talks[talk].people }
    }
    let slot = newSlot(titled: title, people: people)
    let words = "\(slot.words) is new"
    if version.shape == .flat, generator.chance(40) {
      version.slots[anySlot()].talks.append(slot.talks[0])
    } else {
      version.slots.insert(slot, at: generator.number(in: 0...version.slots.count))
    }
    return words
  }

  mutating func cancel() -> String? {
    let position = anySlot()
    let count = version.slots[position].talks.count
    if version.slots.count < 3 { return nil }
    if count > 1, generator.chance(70) {
      return remove((position, generator.number(in: 0...count - 1)))
    }
    return "\(version.slots.remove(at: position).words) is cancelled"
  }

  /// Cancels one of several talks of one title and the same people; another of them may move.
  mutating func cancelTwin() -> String? {
    let places = version.slots.indices.flatMap { slot in
      version.slots[slot].talks.indices.map { (slot: slot, talk: $0) }
    }
    let alike = Dictionary(grouping: places) { place in
      let talk = version.slots[place.slot].talks[place.talk]
      return [talk.title] + talk.people.sorted()
    }
    // In the order of the file: a dictionary has none.
    let groups = places.compactMap { place -> [(slot: Int, talk: Int)]? in
      let talk = version.slots[place.slot].talks[place.talk]
      let group = alike[[talk.title] + talk.people.sorted(), default: []]
      return group.count > 1 ? group : nil
    }
    guard !groups.isEmpty else { return nil }
    let group = groups.oneElement(using: &generator)
    let gone = generator.number(in: 0...group.count - 1)
    var words = ""
    if generator.chance(40) {
      let position = group[(gone + 1) % group.count].slot
      if position != group[gone].slot {
        version.slots[position].start = freeStart(at: version.slots[position].room)
        words = "; \(version.slots[position].words) moved to another time"
      }
    }
    return remove(group[gone]) + " (a twin)" + words
  }

  /// Removes a talk, and its slot if that has no other.
  private mutating func remove(_ place: (slot: Int, talk: Int)) -> String {
    let talk = version.slots[place.slot].talks.remove(at: place.talk)
    if version.slots[place.slot].talks.isEmpty { version.slots.remove(at: place.slot) }
    return "\(talk.words) is cancelled"
  }
}
