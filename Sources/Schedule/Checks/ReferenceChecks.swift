import ECSKit

/// Talks whose slot is not there.
struct UnknownSlots: CheckSystem {
  let rule = CheckRule.unknownSlot
  let programme: Programme

  func check() {
    for talk in programme.talks where programme.slot(of: talk) == nil {
      let id = talk[PartOf.self]?.slot
      report(talk, id.map { "there is no slot \($0.quoted())" } ?? "it names no slot")
    }
  }
}

/// Talks that name somebody of whom there is no record.
struct UnknownSpeakers: CheckSystem {
  let rule = CheckRule.unknownSpeaker
  let programme: Programme

  func check() {
    for talk in programme.talks {
      for speaker in programme.speakers(of: talk) where speaker.entity == nil {
        report(talk, "there is no person \(speaker.name.quoted())")
      }
    }
  }
}

/// Slots that name a place of which there is no record.
struct UnknownPlaces: CheckSystem {
  let rule = CheckRule.unknownPlace
  let programme: Programme

  func check() {
    for slot in programme.slots {
      for place in programme.places(of: slot) where place.entity == nil {
        report(slot, "there is no place \(place.name.quoted())")
      }
    }
  }
}

/// Places where nothing happens.
struct UnusedPlaces: CheckSystem {
  let rule = CheckRule.unusedPlace
  let programme: Programme

  func check() {
    for place in programme.places where programme.slots(at: place).isEmpty {
      report(place, "no slot names it")
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
