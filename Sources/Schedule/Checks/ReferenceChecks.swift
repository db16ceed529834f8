import ECSKit
import TextBasics

// A reference is unknown if one index has its key and the other one has not.

/// Finds talks of a session that does not exist.
struct UnknownSlots: CheckSystem {
  static let rule = CheckRule(
    .error, "unknown-session", "a talk is part of a session that does not exist")
  let input: CheckInput

  func check() {
    let context = programme.context
    let slots = context.index(\SlotID.text)
    let talks = context.index(\PartOf.slot, in: .parts)
    for id in talks.keys(where: { slots.count($0) == 0 }) {
      for talk in talks[id] { report(talk, "there is no session \(id.quoted())") }
    }
    for talk in context.group(.parts.none(PartOf.self)) {
      report(talk, "it names no session")
    }
  }
}

/// Finds talks that name a speaker without a record.
struct UnknownSpeakers: CheckSystem {
  static let rule = CheckRule(
    .error, "unknown-speaker", "a talk names a speaker who has no record")
  let input: CheckInput

  func check() {
    let people = programme.context.index(\Name.text, in: .people)
    let talks = programme.context.index(forEach: \SpeakerNames.names, in: .talks)
    for name in talks.keys(where: { people.count($0) == 0 }) {
      for talk in talks[name] { report(talk, "there is no person \(name.quoted())") }
    }
  }
}

/// Finds sessions that name a location without a record.
struct UnknownPlaces: CheckSystem {
  static let rule = CheckRule(
    .error, "unknown-location", "a session names a location that has no record")
  let input: CheckInput

  func check() {
    let places = programme.context.index(\Name.text, in: .places)
    let slots = programme.context.index(forEach: \PlaceNames.names, in: .slots)
    for name in slots.keys(where: { places.count($0) == 0 }) {
      for slot in slots[name] { report(slot, "there is no location \(name.quoted())") }
    }
  }
}

/// Finds locations without sessions.
struct UnusedPlaces: CheckSystem {
  static let rule = CheckRule(.warning, "unused-location", "a location has no sessions")
  let input: CheckInput

  func check() {
    let places = programme.context.index(\Name.text, in: .places)
    let slots = programme.context.index(forEach: \PlaceNames.names, in: .slots)
    for name in places.keys(where: { slots.count($0) == 0 }) {
      for place in places[name] { report(place, "no session names it") }
    }
  }
}

/// Finds sessions whose talks are not numbered from 1 without a gap.
struct TalkNumbers: CheckSystem {
  static let rule = CheckRule(
    .warning, "talk-numbers", "the talks of a session are not numbered 1, 2, 3")
  let input: CheckInput

  func check() {
    for slot in programme.slots {
      let talks = programme.talks(in: slot).filter { $0 != slot }
      let numbers = talks.map { $0[TalkIndex.self]?.number }
      guard let odd = zip(talks, numbers).enumerated().first(where: { $1.1 != $0 + 1 }) else {
        continue
      }
      let found = numbers.map { $0.map(String.init) ?? "none" }.joined(separator: ", ")
      let expected = (1...numbers.count).map(String.init).joined(separator: ", ")
      report(
        odd.element.0,
        "the talks of \(quotedID(slot)) have the numbers \(found); expected \(expected)")
    }
  }
}
