// Compares two versions of a schedule, for `konf diff`, `konf use`, the browser and the news. The
// facts of the older version are stored, so the context of that version need not stay alive.
// Differences are computed on access, so the newer context must not change while differences are
// read.
import Basics
import ECSKit

package struct Comparison {
  /// The differences, sorted by kind and then by time.
  ///
  /// The kinds are in this order: conference, sessions and talks, people, locations.
  package let differences: Differences
  package let pairing: Pairing
  /// The talks and sessions of the older version, indexed by `Pairing.Pair.old`.
  package let older: [TalkFacts]
  /// The talks and sessions of the newer version, indexed by `Pairing.Pair.new`.
  package let newer: [TalkFacts]
  package let relationship: ConferenceFacts.VersionRelationship
  /// The sessions and talks whose only change is the new name of a location or person.
  fileprivate let renamed: [VersionPair]

  /// The differences, including those that consist only of a new location or person name.
  ///
  /// - Complexity: O(*n* log *n*) if a location or person was renamed, where *n* is the number of
  ///   differences.
  package var ownDifferences: Differences { differences.withNewNames(renamed) }
}

/// The facts about a version of a schedule, stored for comparison with a newer version.
package struct VersionFacts {
  /// The facts about all compared entities, in creation order.
  fileprivate var all: [EntityFacts] = []
  /// The identifying facts of the talks and sessions in `all`.
  package fileprivate(set) var talks: [TalkFacts] = []
  /// The index in `all` of each element of `talks`.
  fileprivate var positions: [Int32] = []
  fileprivate let conference: ConferenceFacts
  fileprivate let names: VersionNames
}

extension ConferenceSchedule {
  /// The facts about this version of the schedule, for comparison with a newer version.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of entities.
  package var facts: VersionFacts {
    let entities = context.entities
    let clocks = VersionClocks(zone)
    var facts = VersionFacts(conference: ConferenceFacts(self), names: VersionNames(self))
    // Nearly all entities are compared, so little of the reserved memory is wasted.
    facts.all.reserveCapacity(entities.count)
    for entity in entities {
      guard let each = EntityFacts(entity, in: self, clocks) else { continue }
      if each.kind == .talk || each.kind == .session {
        facts.positions.append(Int32(facts.all.count))
        facts.talks.append(identityFacts(of: entity))
      }
      facts.all.append(each)
    }
    return facts
  }

  /// Returns the comparison of this schedule with an older version.
  ///
  ///     let older = ConferenceSchedule(oldContext).facts
  ///     let comparison = ConferenceSchedule(newContext).comparison(since: older)
  ///     comparison.differences.count
  ///
  /// Talks and sessions are paired by ``Pairing``, people and locations by name. A renamed location
  /// counts as one difference, not as a change to each of its sessions. A person with a new name
  /// but the same identifier also counts as one difference. `cancelledCount` is the number of
  /// events that the newer file marks as cancelled.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of entities.
  package func comparison(
    since older: consuming VersionFacts, cancelledCount: Int = 0
  ) -> Comparison {
    var versions = VersionPairs(self, ConferenceFacts(self, cancelledCount: cancelledCount))
    return versions.comparison(since: older)
  }
}

/// The differences between two versions of a schedule.
///
/// Each difference is computed on access, from the stored facts about the older version and the
/// entities of the newer version.
package struct Differences: RandomAccessCollection {
  private let pairs: [VersionPair]
  private let newer: NewerVersion

  fileprivate init(_ pairs: [VersionPair], _ newer: NewerVersion) {
    self.pairs = pairs
    self.newer = newer
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { pairs.count }

  /// Returns the difference at a position.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the strings in the difference.
  package subscript(position: Int) -> Difference {
    let pair = pairs[position]
    guard let difference = Difference(pair.old, newer.facts(of: pair), newer.renamings)
    else {
      preconditionFailure("a difference must differ between the two versions")
    }
    return difference
  }

  /// The differences that matter to attendees, in the same order; see ``Difference/isNoteworthy``.
  ///
  /// - Complexity: O(*n*), where *n* is the number of differences. No difference is computed.
  package var noteworthy: Differences { Differences(pairs.filter(\.isNoteworthy), newer) }

  /// Returns all differences, including those that consist only of a new location or person name.
  fileprivate func withNewNames(_ renamed: [VersionPair]) -> Differences {
    var own = newer
    own.renamings = Renamings()
    var all = pairs
    for position in all.indices where all[position].entity != nil {
      if let old = all[position].old, newer.renamings.concern(old) {
        all[position].isNoteworthy = true
      }
    }
    return Differences((all + renamed).sorted(by: VersionPair.isBefore), own)
  }

  package func filter(_ isIncluded: (Difference) -> Bool) -> Differences {
    Differences(indices.filter { isIncluded(self[$0]) }.map { pairs[$0] }, newer)
  }
}

private struct NewerVersion {
  let schedule: ConferenceSchedule
  let clocks: VersionClocks
  var renamings = Renamings()

  func facts(of entity: Entity) -> EntityFacts? { EntityFacts(entity, in: schedule, clocks) }

  func facts(of pair: VersionPair) -> EntityFacts? { pair.entity.flatMap(facts(of:)) }
}

/// The facts about an item in the older version, and its entity in the newer version.
private struct VersionPair {
  var old: EntityFacts?
  var entity: Entity?
  var isNoteworthy: Bool
  /// The first sort key, which depends on the kind of the item.
  private let rank: Int8
  private let timing: Timing?
  /// The last sort key: the position in creation order, or `Int.max` for a removed item.
  private let number: Int

  init(
    _ old: EntityFacts?, _ entity: Entity?, _ new: EntityFacts?, number: Int, isNoteworthy: Bool
  ) {
    self.old = old
    self.entity = entity
    self.isNoteworthy = isNoteworthy
    let facts = new ?? old
    rank =
      switch facts?.kind {
      case .conference, nil: 0
      case .session, .talk: 1
      case .person: 2
      case .location: 3
      }
    timing = facts?.order
    self.number = number
  }

  static func isBefore(_ first: VersionPair, _ second: VersionPair) -> Bool {
    if first.rank != second.rank { return first.rank < second.rank }
    switch (first.timing, second.timing) {
    case (let one?, let other?) where one < other || other < one: return one < other
    // Items without a time sort last.
    case (_?, nil): return true
    case (nil, _?): return false
    default: return first.number < second.number
    }
  }
}

private struct VersionPairs {
  private struct Key: Hashable {
    let kind: Difference.Kind
    let name: String
  }

  private var newer: NewerVersion
  private let conference: ConferenceFacts
  private var pairs: [VersionPair] = []
  private var renamed: [VersionPair] = []

  init(_ schedule: ConferenceSchedule, _ conference: ConferenceFacts) {
    newer = NewerVersion(schedule: schedule, clocks: VersionClocks(schedule.zone))
    self.conference = conference
  }

  mutating func comparison(since older: consuming VersionFacts) -> Comparison {
    let schedule = newer.schedule
    let entities = schedule.context.entities.filter {
      schedule.talks.contains($0) || schedule.sessions.contains($0)
    }
    let talks = entities.map(schedule.identityFacts(of:))
    let pairing = Pairing(older.talks, talks, (older.names, VersionNames(schedule)))
    newer.renamings = pairing.renamings
    var olds: [Entity: EntityFacts] = [:]
    var isPaired = [Bool](repeating: false, count: older.all.count)
    for pair in pairing.pairs {
      let position = Int(older.positions[pair.old])
      olds[entities[pair.new]] = older.all[position]
      isPaired[position] = true
    }
    add(older, &isPaired, olds)
    for (position, facts) in older.all.enumerated() where !isPaired[position] {
      add(facts, nil, number: .max)
    }
    pairs.sort(by: VersionPair.isBefore)
    return Comparison(
      differences: Differences(pairs, newer), pairing: pairing, older: older.talks, newer: talks,
      relationship: older.conference.relationship(with: conference, pairing, older.talks, talks),
      renamed: renamed)
  }

  /// Adds the new and changed entities, and sets `isPaired` for each item that is in both versions.
  private mutating func add(
    _ older: VersionFacts, _ isPaired: inout [Bool], _ olds: [Entity: EntityFacts]
  ) {
    var others: [Key: [Int]] = [:]
    // The order is reversed, so that popLast() takes the first entity with the key.
    for (position, facts) in older.all.enumerated().reversed() where !facts.isEvent {
      others[key(facts), default: []].append(position)
    }
    for (number, entity) in newer.schedule.context.entities.enumerated() {
      guard let new = newer.facts(of: entity) else { continue }
      var old = olds[entity]
      if !new.isEvent, let position = others[key(new)]?.popLast() {
        old = older.all[position]
        isPaired[position] = true
      }
      add(old, entity, new, number: number)
    }
  }

  private mutating func add(
    _ old: EntityFacts?, _ entity: Entity?, _ new: EntityFacts? = nil, number: Int
  ) {
    if let difference = Difference(old, new, newer.renamings) {
      pairs.append(
        VersionPair(old, entity, new, number: number, isNoteworthy: difference.isNoteworthy))
    } else if let old, let new, newer.renamings.concern(old),
      Difference(old, new, Renamings()) != nil
    {
      renamed.append(VersionPair(old, entity, new, number: number, isNoteworthy: true))
    }
  }

  /// Returns the key that identifies a person, a location or the conference in both versions.
  ///
  /// The key of a renamed location or person contains the new name.
  private func key(_ facts: EntityFacts) -> Key {
    guard facts.kind != .conference else { return Key(kind: .conference, name: "") }
    let name = facts.texts[.name] ?? ""
    switch facts.kind {
    case .location where !newer.renamings.locations.isEmpty:
      return Key(kind: .location, name: newer.renamings.locations[name.folded] ?? name.folded)
    case .person where !newer.renamings.people.isEmpty:
      return Key(kind: .person, name: newer.renamings.people[name.folded] ?? name)
    default: return Key(kind: facts.kind, name: name)
    }
  }
}
