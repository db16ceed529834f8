import ECSKit
import ECSStore
import Schedule

/// What a log says about a schedule.
struct KeptHistory {
  /// What the log says now about a talk or a session, or about what has left the schedule.
  struct Kept<C: StoredComponent> {
    let component: C
    /// What the entry calls the thing.
    let subject: LogSubject
    /// The talk or session it leads to, if it leads to any.
    let entity: Entity?
  }

  /// What the conference is called in the log.
  let scope: String
  private let schedule: ConferenceSchedule
  private let own: [LogEntry]
  private let others: [LogEntry]
  /// The names that the conference has in the log.
  private let scopes: Set<String>
  /// What a newer program kept for the conference, in a version that this one does not read.
  let unread: [LogEntry]

  /// Reads the entries of a log.
  ///
  /// Of the entries about one subject in the same words only the last has a say: it takes the place
  /// of all that those before it took the place of.
  ///
  /// - Complexity: O(*n* + *k* log *k*) expected, where *n* is the number of entries and *k* that of
  ///   subjects and talks.
  init(_ entries: [LogEntry], of schedule: ConferenceSchedule) {
    self.schedule = schedule
    let all = entries.lastWords { Self.isUnderstood($0) || Self.isNewer($0) }
    let words = all.filter { !Self.isNewer($0) }
    // A conference is recognized by what is in its schedule, which appointments are not.
    let known = words.filter { $0.change.kind != Appointment.storedName }
    let scopes = ConferenceScopes.own(of: schedule, among: known.map(\.change.subject))
    self.scopes = scopes
    own = words.filter { scopes.contains($0.change.scope) }
    others = words.filter { !scopes.contains($0.change.scope) && !$0.change.value.isEmpty }
    unread = all.filter { Self.isNewer($0) && scopes.contains($0.change.scope) }
    // A conference keeps the name it has, so that a database has one, too.
    let name = schedule.scope
    let isKnown = own.contains { $0.change.scope == name }
    scope = isKnown ? name : own.last?.change.scope ?? name
  }

  /// Whether an entry is of a kind that is kept, with a value that is understood.
  static func isUnderstood(_ entry: LogEntry) -> Bool {
    let change = entry.change
    guard let type = KeptStore.components[change.kind] else { return false }
    if change.value.isEmpty { return true }
    return change.version <= type.storedVersion
      && (type == Appointment.self || type.init(entry) != nil)
  }

  /// Whether an entry is of a kind that is kept, in a later version than this program reads.
  private static func isNewer(_ entry: LogEntry) -> Bool {
    let change = entry.change
    guard !change.value.isEmpty, let type = KeptStore.components[change.kind] else { return false }
    return change.version > type.storedVersion
  }

  /// Returns those of the entries of a log that are about the conference.
  func ofConference(_ entries: [LogEntry]) -> [LogEntry] {
    entries.filter { scopes.contains($0.change.scope) }
  }

  /// The entries about what somebody planned beside the schedule, the last about each thing.
  var appointments: [LogEntry] { own.filter { $0.change.kind == Appointment.storedName } }

  /// Returns for each other conference how many components of a kind are kept for it.
  func elsewhere(_ kind: String) -> [String: Int] {
    Dictionary(
      others.filter { $0.change.kind == kind }.map { ($0.change.scope, 1) }, uniquingKeysWith: +)
  }

  /// Returns what is said now of a kind, the oldest first.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of subjects.
  func latest<C: StoredComponent>(_ type: C.Type) -> [Kept<C>] {
    let entries = own.filter { $0.change.kind == C.storedName }
    return (latestByTarget(entries) ?? latestByAnything(entries)).compactMap { thing in
      C(thing.entry).map {
        Kept(component: $0, subject: thing.entry.change.subject, entity: thing.entity)
      }
    }
  }

  /// The last entries about each thing; nil if the identifier of one leads to nothing in the schedule.
  ///
  /// Most schedules still have all that was marked, so that nothing else has to be compared.
  private func latestByTarget(_ entries: [LogEntry]) -> [KeptThings.Thing]? {
    var seen: Set<Entity> = []
    var latest: [KeptThings.Thing] = []
    for entry in entries.reversed() {
      guard let entity = schedule.target(of: entry.change.subject) else { return nil }
      guard seen.insert(entity).inserted else { continue }
      latest.append(KeptThings.Thing(entry: entry, entity: entity))
    }
    return latest.reversed()
  }

  private func latestByAnything(_ entries: [LogEntry]) -> [KeptThings.Thing] {
    var things = KeptThings(schedule)
    for entry in entries { things.add(entry) }
    return things.latest
  }
}

/// The last entry of a kind about each thing.
///
/// Two entries are about one thing if they lead to the same talk or session of the schedule. Where one
/// of them leads to none, they are if they have the identifier and the title or a speaker in common,
/// or title and all speakers: that is how a thing was known when it was marked again. So neither a
/// talk that moves nor another one that takes its place ever costs a rating.
struct KeptThings {
  struct Thing {
    let entry: LogEntry
    let entity: Entity?
  }

  private let schedule: ConferenceSchedule
  private var things: [Thing?] = []
  private var places = PlaceTable()
  private lazy var identities = schedule.rateableIdentities

  init(_ schedule: ConferenceSchedule) {
    self.schedule = schedule
  }

  /// The last entries, the oldest first.
  var latest: [Thing] { things.compactMap(\.self) }

  /// Adds an entry, which takes the place of what was there about the same thing.
  ///
  /// - Returns: The entry that was there, and the talk or session that the new one leads to.
  @discardableResult
  mutating func add(_ entry: LogEntry) -> (former: LogEntry?, entity: Entity?) {
    var former: LogEntry?
    let change = entry.change
    let identity = KeptIdentity(change.subject)
    let entity = schedule.target(of: change.subject) ?? identities[identity]
    let keys = Self.keys(of: change.subject, identity, entity)
    for key in keys {
      var kept: [Int32] = []
      for place in places.take(key) {
        guard let thing = things[Int(place)] else { continue }
        if isSame(thing, change, entity) {
          if thing.entry.counter >= former?.counter ?? 0 { former = thing.entry }
          things[Int(place)] = nil
        } else {
          kept.append(place)
        }
      }
      places.put(kept, at: key)
    }
    for key in keys { places.add(Int32(things.count), at: key) }
    things.append(Thing(entry: entry, entity: entity))
    return (former, entity)
  }

  /// The hashes of all that two entries about one thing can have in common.
  ///
  /// Whatever is found by them is looked at, so two that are equal by chance do no harm.
  private static func keys(
    of subject: LogSubject, _ identity: KeptIdentity, _ entity: Entity?
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

  private func isSame(_ thing: Thing, _ change: LogChange, _ entity: Entity?) -> Bool {
    if let entity, let other = thing.entity { return entity == other }
    let former = thing.entry.change
    if KeptIdentity(former.subject) == KeptIdentity(change.subject) { return true }
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
struct KeptIdentity: Hashable {
  /// Whether it has a session around it, as far as its identifier says.
  let isPart: Bool
  /// The date behind its identifier, if it is one time of an event that comes again.
  let date: String
  let title: String
  /// The names of its people in their order, each once.
  let people: [String]
}

extension KeptIdentity {
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
