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

  /// What the conference is called in the log.
  let scope: String
  /// For each other conference the number of ratings that stand.
  let elsewhere: [String: Int]
  private let schedule: ConferenceSchedule
  private var things: [Rated?] = []
  private var places = PlaceTable()
  private lazy var identities = schedule.rateableIdentities

  /// Reads the entries of a log that are about ratings of a schedule.
  ///
  /// Of the entries about one subject in the same words only the last has a say: it takes the place
  /// of all that those before it took the place of.
  ///
  /// - Complexity: O(*n* + *k* log *k*) expected, where *n* is the number of entries and *k* that of
  ///   subjects and talks.
  init(_ entries: [LogEntry], of schedule: ConferenceSchedule) {
    self.schedule = schedule
    let words = entries.lastWords { entry in
      entry.change.kind == ConferenceSchedule.ratingKind
        && (entry.change.value.isEmpty || entry.stars != nil)
    }
    let scopes = ConferenceScopes.own(of: schedule, among: words.map(\.change.subject))
    let own = words.filter { scopes.contains($0.change.scope) }
    let standing = words.filter { !scopes.contains($0.change.scope) && $0.stars != nil }
    elsewhere = Dictionary(standing.map { ($0.change.scope, 1) }, uniquingKeysWith: +)
    // A conference keeps the name it has, so that a database has one, too.
    let name = schedule.scope
    let isKnown = own.contains { $0.change.scope == name }
    scope = isKnown ? name : own.last?.change.scope ?? name
    for entry in own { add(entry) }
  }

  /// What is rated, the oldest first.
  var rated: [Rated] { things.compactMap(\.self).filter { $0.entry.stars != nil } }

  private mutating func add(_ entry: LogEntry) {
    let change = entry.change
    let identity = RatedIdentity(change.subject)
    let entity = schedule.target(of: change.subject) ?? identities[identity]
    let keys = Self.keys(of: change.subject, identity, entity)
    for key in keys {
      var kept: [Int32] = []
      for place in places.take(key) {
        guard let thing = things[Int(place)] else { continue }
        if isSame(thing, change, entity) {
          things[Int(place)] = nil
        } else {
          kept.append(place)
        }
      }
      places.put(kept, at: key)
    }
    for key in keys { places.add(Int32(things.count), at: key) }
    things.append(Rated(entry: entry, entity: entity))
  }

  /// The hashes of all that two entries about one thing can have in common.
  ///
  /// Whatever is found by them is looked at, so two that are equal by chance do no harm.
  private static func keys(
    of subject: LogSubject, _ identity: RatedIdentity, _ entity: Entity?
  ) -> [Int] {
    func key(_ kind: Int, _ parts: some Hashable) -> Int {
      var hasher = Hasher()
      hasher.combine(kind)
      hasher.combine(parts)
      return hasher.finalize()
    }
    var keys = [key(0, identity), key(1, [subject.target, subject.title])]
    for person in subject.people { keys.append(key(2, [subject.target, person])) }
    if let entity { keys.append(key(3, entity)) }
    return keys
  }

  private func isSame(_ thing: Rated, _ change: LogChange, _ entity: Entity?) -> Bool {
    if let entity, let other = thing.entity { return entity == other }
    let former = thing.entry.change
    if RatedIdentity(former.subject) == RatedIdentity(change.subject) { return true }
    return former.target == change.target
      && (former.title == change.title || !Set(former.people).isDisjoint(with: change.people))
  }
}

/// Places in a list under hashes, of which most have one.
private struct PlaceTable {
  private var first: [Int: Int32] = [:]
  private var others: [Int: [Int32]] = [:]

  /// Adds a place under a hash.
  mutating func add(_ place: Int32, at key: Int) {
    if first[key] == nil {
      first[key] = place
    } else {
      others[key, default: []].append(place)
    }
  }

  /// Removes the places under a hash and returns them.
  mutating func take(_ key: Int) -> [Int32] {
    guard let place = first.removeValue(forKey: key) else { return [] }
    return [place] + (others.removeValue(forKey: key) ?? [])
  }

  /// Puts places under a hash that has none.
  mutating func put(_ places: [Int32], at key: Int) {
    guard let place = places.first else { return }
    first[key] = place
    if places.count > 1 { others[key] = Array(places.dropFirst()) }
  }
}

/// How a talk or a session is known apart from its place in the schedule.
struct RatedIdentity: Hashable {
  /// Whether it has a session around it, as far as its identifier says.
  let isPart: Bool
  /// The date behind its identifier, if it is one time of an event that comes again.
  let date: String
  let title: String
  /// The names of its people in their order, each once.
  let people: [String]
}

extension RatedIdentity {
  init(id: String, title: String, people: [String]) {
    // The identifier of a talk in a session is that of the session with a slash behind. Bytes are as good as
    // characters here, and each line of a log is asked.
    let slash = id.utf8.lastIndex(of: UInt8(ascii: "/"))
    let part = slash.map { id[id.utf8.index(after: $0)...] }
    let date = part.flatMap { WrittenTime($0) == nil ? nil : String($0) } ?? ""
    self.init(
      isPart: slash != nil, date: date, title: title,
      people: people.count < 2 ? people : Set(people).sorted())
  }

  init(_ subject: LogSubject) {
    self.init(id: subject.target, title: subject.title, people: subject.people)
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
