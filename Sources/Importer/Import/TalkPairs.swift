import ECSKit
import Schedule

/// The pairs of talks and sessions of a document with the entities of a context that has an earlier
/// version.
///
/// The answer is that of `Pairing`, so a talk keeps its entity when its key changes, and a key that was
/// given to another talk makes another entity.
package struct TalkPairs {
  /// The entity of each talk and session of the document; nil for those that the context does not have.
  private var entities: [RecordKey: Entity?] = [:]
  private var taken: Set<Entity> = []

  /// Pairs the talks and sessions of two contexts.
  ///
  /// - Parameters:
  ///   - newer: A context with the document alone.
  ///   - older: The context with the earlier version.
  /// - Complexity: O(*n* log *n*) expected for *n* entities.
  init(of newer: Context, in older: Context) {
    let newerSchedule = ConferenceSchedule(newer)
    let olderSchedule = ConferenceSchedule(older)
    // Records without a name are matched with equal ones, among all of them.
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
    // Twins stay as they are if the file has them once more. Their names in a schedule, and their
    // session if two have one identifier, follow the order in which entities were created.
    pairEqualKeys { $0.hasNames(of: $1) && $0.whereabouts == $1.whereabouts }
    let names = (VersionNames(olderSchedule), VersionNames(newerSchedule))
    for each in Pairing(older, newer, names).pairs { pair(each.old, each.new) }
    pairEqualKeys { $0.hasNames(of: $1) }
    // If several records have one name, only the first has what others say about them, such as its
    // talks.
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

  /// Returns whether the pairing decides about a record; records that are no talk or session are
  /// matched by their keys.
  func decides(_ key: RecordKey) -> Bool { entities[key] != nil }

  /// Returns the entity of a record; nil if the context does not have it.
  func entity(of key: RecordKey) -> Entity? { entities[key] ?? nil }

  /// Returns whether an entity belongs to a talk of the document.
  func isTaken(_ entity: Entity) -> Bool { taken.contains(entity) }
}

/// The common parts of talks with one name that cannot be distinguished.
private struct Twin: Hashable {
  let name: RecordName
  let title: String
  let whereabouts: TalkFacts.Whereabouts?

  init?(_ talk: Entity, _ facts: TalkFacts) {
    guard let key = talk[RecordKey.self] else { return nil }
    name = key.name
    title = facts.title
    whereabouts = facts.whereabouts
  }
}

extension TalkFacts {
  /// Whether title and people are the same.
  fileprivate func hasNames(of other: TalkFacts) -> Bool {
    title == other.title && people.sorted() == other.people.sorted()
  }
}
