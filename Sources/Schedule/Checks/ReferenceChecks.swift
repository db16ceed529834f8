import ECSKit
import TextBasics

// What refers to nothing is what one index has keys for and another has not.

/// Talks whose slot is not there.
struct UnknownSlots: CheckSystem {
  let rule = CheckRule.unknownSlot
  let programme: Programme

  func check() {
    let context = programme.context
    let slots = context.index(\SlotID.text)
    let talks = context.index(\PartOf.slot, in: .parts)
    for id in talks.keys(where: { slots.count($0) == 0 }) {
      for talk in talks[id] { report(talk, "there is no slot \(id.quoted())") }
    }
    for talk in context.group(.parts.none(PartOf.self)) {
      report(talk, "it names no slot")
    }
  }
}

/// Talks that name somebody of whom there is no record.
struct UnknownSpeakers: CheckSystem {
  let rule = CheckRule.unknownSpeaker
  let programme: Programme

  func check() {
    let people = programme.context.index(\Name.text, in: .people)
    let talks = programme.context.index(forEach: \SpeakerNames.names, in: .talks)
    for name in talks.keys(where: { people.count($0) == 0 }) {
      for talk in talks[name] { report(talk, "there is no person \(name.quoted())") }
    }
  }
}

/// Slots that name a place of which there is no record.
struct UnknownPlaces: CheckSystem {
  let rule = CheckRule.unknownPlace
  let programme: Programme

  func check() {
    let places = programme.context.index(\Name.text, in: .places)
    let slots = programme.context.index(forEach: \PlaceNames.names, in: .slots)
    for name in slots.keys(where: { places.count($0) == 0 }) {
      for slot in slots[name] { report(slot, "there is no place \(name.quoted())") }
    }
  }
}

/// Places where nothing happens.
struct UnusedPlaces: CheckSystem {
  let rule = CheckRule.unusedPlace
  let programme: Programme

  func check() {
    let places = programme.context.index(\Name.text, in: .places)
    let slots = programme.context.index(forEach: \PlaceNames.names, in: .slots)
    for name in places.keys(where: { slots.count($0) == 0 }) {
      for place in places[name] { report(place, "no slot names it") }
    }
  }
}

/// Slots whose talks are not numbered from 1 without a gap.
struct TalkNumbers: CheckSystem {
  let rule = CheckRule.talkNumbers
  let programme: Programme

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
