import ECSKit

/// What became of a schedule from one version to the next.
package struct Comparison {
  /// The differences of the conference, of sessions and talks in the order of time, of people and of
  /// positions.
  package let differences: Differences
  /// Whether these can be two versions of one schedule: the conference is called the same, or a
  /// session or a talk of one is likely to be one of the other; or one of them has none yet.
  package let isOfOneSchedule: Bool
}

/// What there is to know of a version of a schedule, for the comparison with the next one.
package struct VersionFacts {
  /// In creation order.
  fileprivate let all: [(entity: Entity, creation: UInt64, facts: EntityFacts)]
}

extension ConferenceSchedule {
  /// The facts of all that is compared.
  ///
  /// - Complexity: O(*n*), where *n* is the number of entities.
  package var facts: VersionFacts {
    let entities = context.entities
    let clocks = VersionClocks(zone)
    var all: [(entity: Entity, creation: UInt64, facts: EntityFacts)] = []
    // Nearly all are compared, so that room for all of them is less than what a growing list takes.
    all.reserveCapacity(entities.count)
    for entity in entities {
      guard let creation = entity.creationNumber, let facts = EntityFacts(entity, in: self, clocks)
      else { continue }
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
    var pairing = VersionPairing(self)
    pairing.take(older)
    older = VersionFacts(all: [])
    return pairing.comparison()
  }
}

/// The differences between two versions of a schedule.
///
/// Each is put together when it is asked for, of what was kept of the older version and what is there
/// of the newer one.
package struct Differences: RandomAccessCollection {
  private let pairs: [VersionPair]
  private let newer: NewerVersion

  fileprivate init(_ pairs: [VersionPair], _ newer: NewerVersion) {
    self.pairs = pairs
    self.newer = newer
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { pairs.count }

  /// Returns one of the differences.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the texts of what differs.
  package subscript(position: Int) -> Difference {
    let pair = pairs[position]
    guard let difference = Difference(pair.old, newer.facts(of: pair)) else {
      preconditionFailure("what is the same in both versions is no difference")
    }
    return difference
  }

  /// Returns those of the differences that a closure picks, in the same order.
  package func filter(_ isIncluded: (Difference) -> Bool) -> Differences {
    Differences(indices.filter { isIncluded(self[$0]) }.map { pairs[$0] }, newer)
  }
}

/// The version that is in the context.
private struct NewerVersion {
  let schedule: ConferenceSchedule
  let clocks: VersionClocks

  func facts(of entity: Entity) -> EntityFacts? { EntityFacts(entity, in: schedule, clocks) }

  func facts(of pair: VersionPair) -> EntityFacts? { pair.isNew ? facts(of: pair.entity) : nil }
}

/// What an entity was in the older version, and whether it is in the newer one.
private struct VersionPair {
  let entity: Entity
  let creation: UInt64
  var old: EntityFacts?
  var isNew: Bool
  /// Where it stands among the differences; known once it is clear which halves belong together.
  var order: (rank: Int8, timing: Timing?) = (0, nil)

  mutating func setOrder(_ new: EntityFacts?) {
    let facts = new ?? old
    let rank: Int8 =
      switch facts?.kind {
      case .conference, nil: 0
      case .session, .talk: 1
      case .person: 2
      case .location: 3
      }
    order = (rank, facts?.order)
  }

  static func isBefore(_ first: VersionPair, _ second: VersionPair) -> Bool {
    if first.order.rank != second.order.rank { return first.order.rank < second.order.rank }
    switch (first.order.timing, second.order.timing) {
    case (let one?, let other?) where one < other || other < one: return one < other
    // What has no time comes last, as in every list.
    case (_?, nil): return true
    case (nil, _?): return false
    default: return first.creation < second.creation
    }
  }
}

/// The way from two versions to their differences.
private struct VersionPairing {
  private let newer: NewerVersion
  /// What is different, or one half of it may belong to another one.
  private var pairs: [VersionPair] = []
  /// The places of those whose two halves need not be one thing.
  private var broken: [Int] = []
  private var hasOldContent = false
  private var hasNewContent = false
  private var hasKeptTitle = false
  private var isKept = false

  init(_ schedule: ConferenceSchedule) {
    newer = NewerVersion(schedule: schedule, clocks: VersionClocks(schedule.zone))
  }

  /// Puts each entity of the older version together with itself in the newer one.
  mutating func take(_ older: VersionFacts) {
    let entities = newer.schedule.context.entities
    // What is not filled takes no memory.
    pairs.reserveCapacity(older.all.count + entities.count)
    // Both are in the order of creation.
    var rest = older.all[...]
    for entity in entities {
      guard let creation = entity.creationNumber else { continue }
      while let first = rest.first, first.creation < creation {
        add(first.entity, first.creation, first.facts, nil)
        rest.removeFirst()
      }
      let isOld = rest.first?.creation == creation
      let old = isOld ? rest.removeFirst().facts : nil
      let new = newer.facts(of: entity)
      if old != nil || new != nil { add(entity, creation, old, new) }
    }
    for (entity, creation, facts) in rest { add(entity, creation, facts, nil) }
  }

  private mutating func add(
    _ entity: Entity, _ creation: UInt64, _ old: EntityFacts?, _ new: EntityFacts?
  ) {
    hasOldContent = hasOldContent || old?.isContent == true
    hasNewContent = hasNewContent || new?.isContent == true
    var pair = VersionPair(entity: entity, creation: creation, old: old, isNew: new != nil)
    pair.setOrder(new)
    guard let old, let new, !old.isReplaced(by: new) else {
      broken.append(pairs.count)
      pairs.append(pair)
      return
    }
    if new.kind == .conference, let title = new.texts[.name], title == old.texts[.name] {
      hasKeptTitle = true
    }
    isKept = isKept || old.isKept(as: new)
    if Difference(old, new) != nil { pairs.append(pair) }
  }

  /// Puts talks together that are the same and stand for different entities.
  private mutating func reunite() {
    // What did not leave anywhere arrived nowhere; most often one of the two is short.
    let left = Set(broken.lazy.compactMap { [pairs] in pairs[$0].old?.content?.hashValue })
    if left.isEmpty { return }
    // The last is the next to be taken.
    var arrivals: [[String]: [Int]] = [:]
    for position in broken.reversed() {
      guard let content = newer.facts(of: pairs[position])?.content,
        left.contains(content.hashValue)
      else { continue }
      arrivals[content, default: []].append(position)
    }
    for position in broken {
      guard let content = pairs[position].old?.content, let other = arrivals[content]?.last,
        other != position
      else { continue }
      arrivals[content]?.removeLast()
      // Both pairs lose a half; the half that is left is one that came or went.
      broken.append(pairs.count)
      pairs.append(
        VersionPair(
          entity: pairs[other].entity, creation: pairs[other].creation, old: pairs[position].old,
          isNew: true))
      pairs[position].old = nil
      pairs[other].isNew = false
    }
  }

  /// The differences, and whether there is anything in common beside them.
  mutating func comparison() -> Comparison {
    reunite()
    for position in broken {
      let new = newer.facts(of: pairs[position])
      pairs[position].setOrder(new)
      guard let old = pairs[position].old, let new else { continue }
      isKept = isKept || old.isKept(as: new)
    }
    pairs.removeAll { Difference($0.old, newer.facts(of: $0)) == nil }
    pairs.sort(by: VersionPair.isBefore)
    let isCompared = hasOldContent && hasNewContent
    return Comparison(
      differences: Differences(pairs, newer),
      isOfOneSchedule: isKept || !isCompared || hasKeptTitle)
  }
}
