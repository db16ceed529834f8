import ECSKit
import Schedule

/// The matches between the talks and sessions of a document and the entities of an earlier version.
///
/// `Pairing` determines the matches. A talk keeps its entity when its key changes. If its key is
/// assigned to a different talk, that talk gets a new entity.
package struct TalkPairs {
  /// The entity for each talk and session in the document.
  ///
  /// A stored nil stands for a new talk.
  private var entities: [RecordKey: Entity?] = [:]
  private var taken: Set<Entity> = []

  /// Creates the matches between the talks and sessions of two contexts.
  ///
  /// - Complexity: O(*n* log *n*) expected for *n* entities.
  init(of newer: Context, in older: Context) {
    let newerSchedule = ConferenceSchedule(newer)
    let olderSchedule = ConferenceSchedule(older)
    // Nameless records are omitted here. They are matched with equal nameless records.
    func isNamed(_ entity: Entity) -> Bool {
      entity[RecordKey.self].map { !$0.isNameless } ?? false
    }
    let newTalks = newerSchedule.talksAndSessions.filter(isNamed)
    let oldTalks = olderSchedule.talksAndSessions.filter(isNamed)
    for talk in newTalks {
      if let key = talk[RecordKey.self] { entities[key] = .some(nil) }
    }
    let older = oldTalks.map(olderSchedule.identityFacts(of:))
    let newer = newTalks.map(newerSchedule.identityFacts(of:))
    func pair(_ old: Int, _ new: Int) {
      guard let key = newTalks[new][RecordKey.self], self.entity(of: key) == nil,
        taken.insert(oldTalks[old]).inserted
      else { return }
      entities[key] = oldTalks[old]
    }
    var positions: [RecordKey: Int] = [:]
    for (position, talk) in oldTalks.enumerated() {
      if let key = talk[RecordKey.self] { positions[key] = position }
    }
    func pairEqualKeys(where isSame: (TalkFacts, TalkFacts) -> Bool) {
      for (position, talk) in newTalks.enumerated() {
        guard let old = talk[RecordKey.self].flatMap({ positions[$0] }),
          isSame(older[old], newer[position])
        else { continue }
        pair(old, position)
      }
    }
    // The identifiers of indistinguishable talks depend on the order of entity creation. So such
    // talks, and talks whose sessions share an identifier, keep their entities if the new version
    // also contains them.
    pairEqualKeys { $0.hasNames(of: $1) && $0.timeAndPlace == $1.timeAndPlace }
    let names = (VersionNames(olderSchedule), VersionNames(newerSchedule))
    for each in Pairing(older, newer, names).pairs { pair(each.old, each.new) }
    pairEqualKeys { $0.hasNames(of: $1) }
    // If several records have the same name, only the first record gets facts from other records,
    // such as its talks.
    var left: [Twin: [Int]] = [:]
    for (position, talk) in oldTalks.enumerated().reversed() where !taken.contains(talk) {
      if let twin = Twin(talk, older[position]) { left[twin, default: []].append(position) }
    }
    for (position, talk) in newTalks.enumerated() {
      guard let key = talk[RecordKey.self], entity(of: key) == nil,
        let old = Twin(talk, newer[position]).flatMap({ left[$0]?.popLast() })
      else { continue }
      pair(old, position)
    }
  }

  /// Returns true if the matches determine the entity of the record with a key.
  ///
  /// The result is true for talks and sessions in the document. Other records are matched by their
  /// keys.
  func decides(_ key: RecordKey) -> Bool { entities[key] != nil }

  func entity(of key: RecordKey) -> Entity? { entities[key] ?? nil }

  func isTaken(_ entity: Entity) -> Bool { taken.contains(entity) }
}

/// A grouping key for talks with the same name, title, time and place.
private struct Twin: Hashable {
  let name: RecordName
  let title: String
  let timeAndPlace: TalkFacts.TimeAndPlace?

  init?(_ talk: Entity, _ facts: TalkFacts) {
    guard let key = talk[RecordKey.self] else { return nil }
    name = key.name
    title = facts.title
    timeAndPlace = facts.timeAndPlace
  }
}

extension TalkFacts {
  fileprivate func hasNames(of other: TalkFacts) -> Bool {
    title == other.title && people.sorted() == other.people.sorted()
  }
}
