import ECSKit
import ECSStore
import Schedule

/// What a log says now about each talk and session.
///
/// The last entry about a thing counts. Two entries are about one thing if they lead to the same
/// talk or session of the schedule. Where one of them leads to none, they are if they have the
/// identifier and the title or a speaker in common, or title and all speakers: that is how a thing
/// was known when it was rated again. So neither a talk that moves nor another one that takes its
/// place ever costs a rating.
struct RatingHistory {
  /// The last entry about a thing, and the talk or session it leads to.
  struct Rated {
    let entry: LogEntry
    let entity: Entity?
  }

  private let programme: Programme
  private var things: [Rated?] = []
  private var byEntity: [Entity: Int] = [:]
  private var byTarget: [String: [Int]] = [:]
  private var byIdentity: [RatedIdentity: [Int]] = [:]
  private lazy var identities = programme.rateableIdentities

  /// Reads the entries of a log that are about ratings of a schedule.
  ///
  /// Of the entries about one subject in the same words only the last has a say: it takes the place
  /// of all that those before it took the place of.
  ///
  /// - Complexity: O(*n* + *k* log *k*) expected, where *n* is the number of entries and *k* that of
  ///   subjects and talks.
  init(_ entries: [LogEntry], of programme: Programme) {
    self.programme = programme
    let scope = programme.scope
    let own = entries.lastWords { entry in
      entry.change.scope == scope && entry.change.kind == Programme.ratingKind
        && (entry.change.value.isEmpty || entry.stars != nil)
    }
    for entry in own { add(entry) }
  }

  /// What is rated, the oldest first.
  var rated: [Rated] { things.compactMap(\.self).filter { $0.entry.stars != nil } }

  private mutating func add(_ entry: LogEntry) {
    let change = entry.change
    let identity = RatedIdentity(change)
    let entity = programme.target(of: change) ?? identities[identity]
    let candidates =
      [entity.flatMap { byEntity[$0] }].compactMap(\.self)
      + byTarget[change.target, default: []] + byIdentity[identity, default: []]
    for place in candidates {
      guard let thing = things[place], isSame(thing, change, entity) else { continue }
      things[place] = nil
      byTarget[thing.entry.change.target]?.removeAll { $0 == place }
      byIdentity[RatedIdentity(thing.entry.change)]?.removeAll { $0 == place }
    }
    if let entity { byEntity[entity] = things.count }
    byTarget[change.target, default: []].append(things.count)
    byIdentity[identity, default: []].append(things.count)
    things.append(Rated(entry: entry, entity: entity))
  }

  private func isSame(_ thing: Rated, _ change: LogChange, _ entity: Entity?) -> Bool {
    if let entity, let other = thing.entity { return entity == other }
    let former = thing.entry.change
    if RatedIdentity(former) == RatedIdentity(change) { return true }
    return former.target == change.target
      && (former.title == change.title || !Set(former.people).isDisjoint(with: change.people))
  }
}

/// How a talk or a session is known apart from its place in the programme.
struct RatedIdentity: Hashable {
  /// Whether it has a slot around it, as far as its identifier says.
  let isPart: Bool
  /// The date behind its identifier, if it is one time of an event that comes again.
  let date: String
  let title: String
  let people: Set<String>
}

extension RatedIdentity {
  init(id: String, title: String, people: [String]) {
    // The identifier of a talk in a slot is that of the slot with a slash behind.
    let part = id.lastIndex(of: "/").map { id[id.index(after: $0)...] }
    let date = part.flatMap { WrittenTime($0) == nil ? nil : String($0) } ?? ""
    self.init(isPart: id.contains("/"), date: date, title: title, people: Set(people))
  }

  init(_ change: LogChange) {
    self.init(id: change.target, title: change.title, people: change.people)
  }
}

extension LogEntry {
  /// The stars that the entry gives; nil if it takes a rating back.
  var stars: Int? {
    guard let stars = Int(change.value), (1...5).contains(stars) else { return nil }
    return stars
  }

  /// The rating that the entry gives; nil if it takes one back.
  var rating: Rating? {
    stars.map {
      Rating(stars: $0, comment: change.comment, time: Instant(secondsSince1970: time))
    }
  }
}
