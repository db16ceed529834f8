import TestSupport

/// Changes of when and where something is.
extension ChangeScript {
  mutating func move(inTime: Bool, toRoom: Bool) -> String? {
    let position = anySlot()
    if toRoom {
      let others = version.rooms.filter { $0 != version.slots[position].room }
      let room = others.isEmpty ? "Annex" : others.oneElement(using: &generator)
      version.slots[position].room = generator.chance(20) ? "Annex" : room
    }
    if inTime {
      version.slots[position].start = freeStart(at: version.slots[position].room)
    }
    let slot = version.slots[position]
    return "\(slot.words) moved to \(version.moment(slot.start)), \(slot.room)"
  }

  /// Swaps two talks.
  mutating func swap() -> String? {
    guard let one = anyTalk(), let other = anyTalk(), one.slot != other.slot else { return nil }
    let words = "\(talk(one).words) and \(talk(other).words) changed places"
    if version.shape == .flat {
      let first = talk(one)
      version.slots[one.slot].talks[one.talk] = talk(other)
      version.slots[other.slot].talks[other.talk] = first
    } else {
      let first = version.slots[one.slot]
      version.slots[one.slot].start = version.slots[other.slot].start
      version.slots[one.slot].room = version.slots[other.slot].room
      version.slots[other.slot].start = first.start
      version.slots[other.slot].room = first.room
    }
    return words
  }

  private func talk(_ place: (slot: Int, talk: Int)) -> Talk {
    version.slots[place.slot].talks[place.talk]
  }

  /// Makes two sessions of one that has several talks.
  mutating func split() -> String? {
    let long = version.slots.indices.filter { version.slots[$0].talks.count > 1 }
    guard !long.isEmpty else { return nil }
    let position = long.oneElement(using: &generator)
    var second = version.slots[position]
    let half = second.talks.count / 2
    second = Slot(
      key: newKey(), name: freeName(), title: "\(second.title), continued",
      start: freeStart(at: second.room), length: second.length, room: second.room,
      talks: Array(second.talks[half...]))
    version.slots[position].talks.removeSubrange(half...)
    version.slots.insert(second, at: position + 1)
    return "\(second.words) left \(version.slots[position].title) for \(second.title)"
  }

  mutating func shiftTimes() -> String? {
    if generator.chance(50) {
      version.firstDay.day += 1
      return "everything is a day later"
    }
    for position in version.slots.indices { version.slots[position].start += 60 }
    return "everything is an hour later"
  }

  mutating func renameLocation() -> String? {
    let old = version.rooms.oneElement(using: &generator)
    let new = "\(old) (\(["north", "upstairs", "sponsored"].oneElement(using: &generator)))"
    for position in version.slots.indices where version.slots[position].room == old {
      version.slots[position].room = new
    }
    return "\(old) is called \(new)"
  }
}
