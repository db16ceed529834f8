package import ECSKit

extension Programme {
  /// Returns what became of everything between two versions of the schedule.
  ///
  /// The newer version was imported over the older one, and the context has it still. What an entity
  /// was is read where it was: the changes are taken back and made again.
  ///
  ///     let changes = context.changes { try import(newer) }
  ///     try programme.differences(by: changes)
  ///
  /// A talk that is another one in name and speakers and is found elsewhere has moved there; so it is
  /// where the place of a talk in its session is all that tells it from others.
  ///
  /// - Parameter changes: The changes that the import of the newer version made, as the last ones.
  /// - Returns: The differences of the conference, of sessions and talks in the order of time, of
  ///   people and of places.
  /// - Throws: `ChangeSetError` if something was changed since.
  /// - Complexity: O(*n* log *n*) for *n* changes.
  package func differences(by changes: ChangeSet) throws(ChangeSetError) -> [Difference] {
    var pairs: [VersionPair] = []
    var places: [Entity: Int] = [:]
    for change in changes.changes where places[change.entity] == nil {
      places[change.entity] = pairs.count
      pairs.append(VersionPair(entity: change.entity, creation: change.creationNumber))
    }
    for place in pairs.indices { pairs[place].new = EntityFacts(pairs[place].entity, in: self) }
    try context.apply(changes.inverse)
    for place in pairs.indices { pairs[place].old = EntityFacts(pairs[place].entity, in: self) }
    try context.apply(changes)
    return VersionPair.reunited(pairs).sorted().compactMap { Difference($0.old, $0.new) }
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
    for (place, pair) in pairs.enumerated().reversed() where pair.isBroken {
      if let content = pair.new?.content { arrivals[content, default: []].append(place) }
    }
    var result = pairs
    for (place, pair) in pairs.enumerated() where pair.isBroken {
      guard let content = pair.old?.content, let other = arrivals[content]?.last, other != place
      else { continue }
      arrivals[content]?.removeLast()
      // Both pairs lose a half; the half that is left is one that came or went.
      result.append(
        VersionPair(
          entity: pairs[other].entity, creation: pairs[other].creation, old: pair.old,
          new: pairs[other].new))
      result[place].old = nil
      result[other].new = nil
    }
    return result
  }

  /// Whether the two halves need not be one thing.
  private var isBroken: Bool {
    guard let old, let new else { return true }
    return old.isReplaced(by: new)
  }

  private var rank: Int {
    switch (new ?? old)?.kind {
    case .conference, nil: 0
    case .session, .talk: 1
    case .person: 2
    case .place: 3
    }
  }

  static func == (first: VersionPair, second: VersionPair) -> Bool {
    !(first < second) && !(second < first)
  }

  static func < (first: VersionPair, second: VersionPair) -> Bool {
    if first.rank != second.rank { return first.rank < second.rank }
    if let one = (first.new ?? first.old)?.order, let other = (second.new ?? second.old)?.order,
      one != other
    {
      return one < other
    }
    return first.creation < second.creation
  }
}
