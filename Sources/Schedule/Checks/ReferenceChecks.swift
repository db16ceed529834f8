import ECSKit
import TextBasics

// A reference is unknown if one index has its key and the other one has not.

/// Finds talks of a session that does not exist.
struct UnknownSessions: CheckSystem {
  static let rule = CheckRule(
    .error, "unknown-session", "a talk is part of a session that does not exist")
  let input: CheckInput

  func execute() {
    let context = schedule.context
    let sessions = context.index(\SessionID.text)
    let talks = context.index(\PartOf.session, in: .parts)
    for id in talks.keys(where: { sessions.count($0) == 0 }) {
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

  func execute() {
    let people = schedule.context.index(\Name.text, in: .people)
    let talks = schedule.context.index(forEach: \SpeakerNames.names, in: .talks)
    for name in talks.keys(where: { people.count($0) == 0 }) {
      for talk in talks[name] { report(talk, "there is no person \(name.quoted())") }
    }
  }
}

/// Finds sessions that name a location without a record.
struct UnknownLocations: CheckSystem {
  static let rule = CheckRule(
    .error, "unknown-location", "a session names a location that has no record")
  let input: CheckInput

  func execute() {
    let locations = schedule.context.index(\Name.text, in: .locations)
    let sessions = schedule.context.index(forEach: \LocationNames.names, in: .sessions)
    for name in sessions.keys(where: { locations.count($0) == 0 }) {
      for session in sessions[name] { report(session, "there is no location \(name.quoted())") }
    }
  }
}

/// Finds locations without sessions.
struct UnusedLocations: CheckSystem {
  static let rule = CheckRule(.warning, "unused-location", "a location has no sessions")
  let input: CheckInput

  func execute() {
    let locations = schedule.context.index(\Name.text, in: .locations)
    let sessions = schedule.context.index(forEach: \LocationNames.names, in: .sessions)
    for name in locations.keys(where: { sessions.count($0) == 0 }) {
      for location in locations[name] { report(location, "no session names it") }
    }
  }
}

/// Finds sessions whose talks are not numbered from 1 without a gap.
struct TalkNumbers: CheckSystem {
  static let rule = CheckRule(
    .warning, "talk-numbers", "the talks of a session are not numbered 1, 2, 3")
  let input: CheckInput

  func execute() {
    for session in schedule.sessions {
      let talks = schedule.talks(in: session).filter { $0 != session }
      let numbers = talks.map { $0[TalkIndex.self]?.number }
      guard let odd = zip(talks, numbers).enumerated().first(where: { $1.1 != $0 + 1 }) else {
        continue
      }
      let found = numbers.map { $0.map(String.init) ?? "none" }.joined(separator: ", ")
      let expected = (1...numbers.count).map(String.init).joined(separator: ", ")
      report(
        odd.element.0,
        "the talks of \(quotedID(session)) have the numbers \(found); expected \(expected)")
    }
  }
}
