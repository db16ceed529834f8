import ECSKit

/// What became of a schedule from one version to the next.
package struct Comparison {
  /// The differences of the conference, of sessions and talks in the order of time, of people and of
  /// positions.
  package let differences: [Difference]
  /// Whether these can be two versions of one schedule: the conference is called the same, or a
  /// session or a talk of one is likely to be one of the other; or one of them has none yet.
  package let isOfOneSchedule: Bool
}

/// What there is to know of a version of a schedule, for the comparison with the next one.
package struct VersionFacts {
  fileprivate let all: [(entity: Entity, creation: UInt64, facts: EntityFacts)]
}

extension ConferenceSchedule {
  /// The facts of all that is compared, in creation order.
  ///
  /// - Complexity: O(*n*), where *n* is the number of entities.
  package var facts: VersionFacts {
    let entities = context.entities
    var all: [(entity: Entity, creation: UInt64, facts: EntityFacts)] = []
    // Nearly all are compared, so that room for all of them is less than what a growing list takes.
    all.reserveCapacity(entities.count)
    for entity in entities {
      guard let creation = entity.creationNumber, let facts = EntityFacts(entity, in: self) else {
        continue
      }
      all.append((entity, creation, facts))
    }
    return VersionFacts(all: all)
  }

  /// Returns what became of everything since an older version of the schedule.
  ///
  /// The newer version was imported over the older one, so what is in both is the same entity.
  ///
  ///     let older = schedule.facts
  ///     try import(newer)
  ///     schedule.comparison(since: older).differences
  ///
  /// A talk that is another one in name and speakers and is found elsewhere has moved there; so it is
  /// where the position of a talk in its session is all that identifies it.
  ///
  /// - Parameter older: The facts of the older version.
  /// - Returns: The differences, and whether there is anything in common beside them.
  /// - Complexity: O(*n* log *n*) for *n* entities.
  package func comparison(since older: consuming VersionFacts) -> Comparison {
    var pairs = VersionPair.pairs(of: older.all, facts.all)
    older = VersionFacts(all: [])
    let isCompared =
      pairs.contains { $0.old?.content != nil } && pairs.contains { $0.new?.content != nil }
    let hasKeptTitle = pairs.contains(where: \.hasKeptTitle)
    VersionPair.reunite(&pairs)
    let isKept = pairs.contains { $0.isUntouched || $0.isAkin }
    pairs.sort()
    var differences: [Difference] = []
    // What is not filled takes no memory.
    differences.reserveCapacity(pairs.count)
    for pair in pairs {
      if let difference = Difference(pair.old, pair.new) { differences.append(difference) }
    }
    return Comparison(
      differences: differences,
      isOfOneSchedule: isKept || !isCompared || hasKeptTitle)
  }
}

/// What an entity was in the older version, and what it is in the newer one.
private struct VersionPair: Comparable {
  let entity: Entity
  let creation: UInt64
  var old: EntityFacts?
  var new: EntityFacts?

  /// Puts the facts of each entity together, those of the older version first.
  static func pairs(
    of older: [(entity: Entity, creation: UInt64, facts: EntityFacts)],
    _ newer: [(entity: Entity, creation: UInt64, facts: EntityFacts)]
  ) -> [VersionPair] {
    var left: [Entity: EntityFacts] = [:]
    left.reserveCapacity(newer.count)
    for (entity, _, facts) in newer { left[entity] = facts }
    var pairs: [VersionPair] = []
    pairs.reserveCapacity(max(older.count, newer.count))
    for (entity, creation, facts) in older {
      pairs.append(
        VersionPair(
          entity: entity, creation: creation, old: facts, new: left.removeValue(forKey: entity)))
    }
    for (entity, creation, facts) in newer where left[entity] != nil {
      pairs.append(VersionPair(entity: entity, creation: creation, new: facts))
    }
    return pairs
  }

  /// Puts talks together that are the same and stand for different entities.
  static func reunite(_ pairs: inout [VersionPair]) {
    // The last is the next to be taken.
    var arrivals: [[String]: [Int]] = [:]
    for (position, pair) in pairs.enumerated().reversed() where pair.isBroken {
      if let content = pair.new?.content { arrivals[content, default: []].append(position) }
    }
    // What is added is whole; a pair that lost a half is as broken as before.
    for position in pairs.indices where pairs[position].isBroken {
      guard let content = pairs[position].old?.content, let other = arrivals[content]?.last,
        other != position
      else { continue }
      arrivals[content]?.removeLast()
      // Both pairs lose a half; the half that is left is one that came or went.
      pairs.append(
        VersionPair(
          entity: pairs[other].entity, creation: pairs[other].creation, old: pairs[position].old,
          new: pairs[other].new))
      pairs[position].old = nil
      pairs[other].new = nil
    }
  }

  /// Whether the two halves need not be one thing.
  private var isBroken: Bool {
    guard let old, let new else { return true }
    return old.isReplaced(by: new)
  }

  /// Whether the two halves are likely to be one session or talk.
  var isAkin: Bool {
    guard let old, let new else { return false }
    return old.isAkin(to: new)
  }

  /// Whether it is a session or a talk of which nothing is different.
  var isUntouched: Bool {
    guard let old, let new, [.session, .talk].contains(new.kind) else { return false }
    return old.kind == new.kind && old.changes(to: new).isEmpty
  }

  /// Whether it is the conference, and is called the same.
  var hasKeptTitle: Bool {
    guard let old, let new, new.kind == .conference, let title = new.texts[.name] else {
      return false
    }
    return old.texts[.name] == title
  }

  private var rank: Int {
    switch (new ?? old)?.kind {
    case .conference, nil: 0
    case .session, .talk: 1
    case .person: 2
    case .location: 3
    }
  }

  static func == (first: VersionPair, second: VersionPair) -> Bool {
    !(first < second) && !(second < first)
  }

  static func < (first: VersionPair, second: VersionPair) -> Bool {
    if first.rank != second.rank { return first.rank < second.rank }
    let times = ((first.new ?? first.old)?.order, (second.new ?? second.old)?.order)
    switch times {
    case (let one?, let other?) where one < other || other < one: return one < other
    // What has no time comes last, as in every list.
    case (_?, nil): return true
    case (nil, _?): return false
    default: return first.creation < second.creation
    }
  }
}
