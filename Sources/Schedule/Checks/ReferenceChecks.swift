import Basics
import ECSKit
import ECSModel

struct UnknownSessions: CheckSystem {
  static let rule = CheckRule(
    .error, "unknown-session", "a talk belongs to a session that does not exist")
  let input: CheckInput

  var rules: [Rule] {
    [
      .refers(from: \PartOf.session, in: .parts, to: \SessionID.text) { id in
        "there is no session \(id.quoted())"
      },
      Rule("a talk is part of a session", for: .parts.none(PartOf.self)) { _ in
        "the talk does not name a session"
      },
    ]
  }
}

struct UnknownSpeakers: CheckSystem {
  static let rule = CheckRule(
    .error, "unknown-speaker", "a talk names a speaker who has no record")
  let input: CheckInput

  var rules: [Rule] {
    [
      .refers(fromEach: \SpeakerNames.names, in: .talks, to: \Name.text, among: .people) { name in
        "there is no person \(name.quoted())"
      }
    ]
  }
}

struct UnknownLocations: CheckSystem {
  static let rule = CheckRule(
    .error, "unknown-location", "a session names a location that has no record")
  let input: CheckInput

  var rules: [Rule] {
    [
      .refers(fromEach: \LocationNames.names, in: .sessions, to: \Name.text, among: .locations) {
        "there is no location \($0.quoted())"
      }
    ]
  }
}

struct UnusedLocations: CheckSystem {
  static let rule = CheckRule(.warning, "unused-location", "a location has no sessions")
  let input: CheckInput

  var rules: [Rule] {
    let sessions = schedule.context.index(forEach: \LocationNames.names, in: .sessions)
    return [
      .values(of: Name.self, in: .locations, named: "a location has sessions") { name in
        sessions.count(name.text) == 0 ? "no session takes place there" : nil
      }
    ]
  }
}

struct TalkNumbers: CheckSystem {
  static let rule = CheckRule(
    .warning, "talk-numbers", "the talks of a session are not numbered 1, 2, 3")
  let input: CheckInput

  func execute() {
    for session in schedule.sessions {
      let talks = schedule.talks(in: session).filter { $0 != session }
      let numbers = talks.map { $0[TalkIndex.self]?.number }
      // Talks without any numbers are in the order of the file, and some formats have no field for
      // numbers.
      if numbers.allSatisfy({ $0 == nil }) { continue }
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

/// A check for numbers and codes that different talks share.
///
/// The occurrences of a repeated talk may have the same numbers and codes. The import reports
/// records with the same first identifier.
struct SharedIDs: CheckSystem {
  static let rule = CheckRule(
    .warning, "shared-id", "two different talks have the same number or code")
  let input: CheckInput

  func execute() {
    // Most identifiers have only one owner. Lists are created only for the other identifiers.
    var owners: [String: Entity] = [:]
    var shared: [String: [Entity]] = [:]
    var ids: [String] = []
    func add(_ id: String, of entity: Entity) {
      guard let owner = owners[id] else {
        owners[id] = entity
        return
      }
      if owner == entity { return }
      if shared[id] == nil { ids.append(id) }
      shared[id, default: [owner]].append(entity)
    }
    for entity in schedule.context.group(.all(OtherIDs.self)).inCreationOrder {
      for id in entity[OtherIDs.self]?.texts ?? [] { add(id, of: entity) }
    }
    for session in schedule.sessions {
      if let id = session[SessionID.self]?.text, owners[id] != nil { add(id, of: session) }
    }
    for id in ids {
      guard let all = shared[id], let first = all.first else { continue }
      let name = schedule.name(of: first)
      let other = all.first {
        schedule.name(of: $0) != name
          && !($0.has(SessionID.self) && $0[SessionID.self] == first[SessionID.self])
      }
      guard let other else { continue }
      report(
        other, besides: first,
        "\(id.quoted()) is also an id of \(name.quoted()) (\(schedule.shownID(of: first)))")
    }
  }
}
