package import ECSKit

/// What became of a schedule from one version to the next.
package struct Comparison {
  /// The differences of the conference, of sessions and talks in the order of time, of people and of
  /// positions.
  package let differences: [Difference]
  /// Whether these can be two versions of one schedule: the conference is called the same, or a
  /// session or a talk of one is likely to be one of the other; or one of them has none yet.
  package let isOfOneSchedule: Bool
}

extension ConferenceSchedule {
  /// Returns what became of everything between two versions of the schedule.
  ///
  /// The newer version was imported over the older one, and the context has it still. What an entity
  /// was is read where it was: the changes are taken back and made again.
  ///
  ///     let changes = context.changes { try import(newer) }
  ///     try schedule.comparison(by: changes).differences
  ///
  /// A talk that is another one in name and speakers and is found elsewhere has moved there; so it is
  /// where the position of a talk in its session is all that identifies it.
  ///
  /// - Parameter changes: The changes that the import of the newer version made, as the last ones.
  /// - Returns: The differences, and whether there is anything in common beside them.
  /// - Throws: `ChangeSetError` if something was changed since.
  /// - Complexity: O(*n* log *n*) for *n* changes.
  package func comparison(by changes: ChangeSet) throws(ChangeSetError) -> Comparison {
    var pairs: [VersionPair] = []
    var positions: [Entity: Int] = [:]
    for change in changes.changes where positions[change.entity] == nil {
      positions[change.entity] = pairs.count
      pairs.append(VersionPair(entity: change.entity, creation: change.creationNumber))
    }
    for position in pairs.indices {
      pairs[position].new = EntityFacts(pairs[position].entity, in: self)
    }
    try context.apply(changes.inverse)
    for position in pairs.indices {
      pairs[position].old = EntityFacts(pairs[position].entity, in: self)
    }
    try context.apply(changes)
    let reunited = VersionPair.reunited(pairs)
    let untouched = [sessions, talks].contains { $0.contains { positions[$0] == nil } }
    let isKept = untouched || reunited.contains(where: \.isAkin)
    let isCompared =
      pairs.contains { $0.old?.content != nil } && pairs.contains { $0.new?.content != nil }
    return Comparison(
      differences: reunited.sorted().compactMap { Difference($0.old, $0.new) },
      isOfOneSchedule: isKept || !isCompared || hasKeptTitle(positions, pairs))
  }

  /// Whether the conference has a title, and had it before the changes.
  private func hasKeptTitle(_ positions: [Entity: Int], _ pairs: [VersionPair]) -> Bool {
    guard title != nil else { return false }
    return context.group(.all(Conference.self)).contains { conference in
      guard let pair = positions[conference].map({ pairs[$0] }) else { return true }
      return pair.old?.texts[.name] == pair.new?.texts[.name]
    }
  }
}

/// What an entity was in the older version, and what it is in the newer one.
private struct VersionPair: Comparable {
  let entity: Entity
  let creation: UInt64
  var old: EntityFacts?
  var new: EntityFacts?

  /// Puts talks together that are the same and stand for different entities.
  static func reunited(_ pairs: [VersionPair]) -> [VersionPair] {
    // The last is the next to be taken.
    var arrivals: [[String]: [Int]] = [:]
    for (position, pair) in pairs.enumerated().reversed() where pair.isBroken {
      if let content = pair.new?.content { arrivals[content, default: []].append(position) }
    }
    var result = pairs
    for (position, pair) in pairs.enumerated() where pair.isBroken {
      guard let content = pair.old?.content, let other = arrivals[content]?.last, other != position
      else { continue }
      arrivals[content]?.removeLast()
      // Both pairs lose a half; the half that is left is one that came or went.
      result.append(
        VersionPair(
          entity: pairs[other].entity, creation: pairs[other].creation, old: pair.old,
          new: pairs[other].new))
      result[position].old = nil
      result[other].new = nil
    }
    return result
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
