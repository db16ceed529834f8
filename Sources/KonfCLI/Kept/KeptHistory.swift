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
  /// What was known of talks and sessions when they were marked.
  var seen: [SubjectWords: SeenTalk] { remarks.seen }
  /// What a newer program kept for the conference, in a version that this one does not read.
  let unread: [LogEntry]
  /// The last entries about the conference, the oldest first.
  private let own: [LogEntry]
  private let others: [LogEntry]
  /// The names that the conference has in the log.
  private let scopes: Set<String>
  private let things: LogThings
  private let remarks: Remarks
  /// The number of the thing of each subject that was read.
  private var numbers: [ObjectIdentifier: Int32] = [:]
  /// The last entry of each kind about each talk and session, the oldest first; what was taken back has
  /// none.
  let marks: [LogEntry]
  /// The talk or session of each thing that is marked and in the schedule.
  private var entities: [Int: Entity?] = [:]
  private let lookup: TalkLookup

  /// Reads the entries of a log.
  ///
  /// Of the entries about one subject in the same words only the last has a say: it takes the place
  /// of all that those before it took the place of.
  ///
  /// - Parameters:
  ///   - entries: All entries.
  ///   - lookup: The schedule.
  ///   - identity: What the log calls the conference, if that is known; else it is recognized.
  ///   - strangers: What the log calls other conferences.
  /// - Complexity: O(*n* + *k* log *k*) expected, where *n* is the number of entries and *k* that of
  ///   subjects and talks.
  init(
    _ entries: [LogEntry], of lookup: TalkLookup, identity: String?, except strangers: Set<String>
  ) {
    let all = entries.lastWords { Self.isUnderstood($0) || Self.isNewer($0) }
    let words = all.filter { !Self.isNewer($0) }
    let remarks = Remarks(entries)
    self.remarks = remarks
    // A conference is recognized by what is in its schedule, which appointments are not.
    let marks = words.filter { $0.change.kind != Appointment.storedName }
    let name = identity ?? lookup.schedule.scope
    let scopes = ConferenceScopes.own(
      of: lookup, among: marks.map(\.change.subject), seen: remarks.seen, scope: name,
      except: strangers)
    self.scopes = scopes
    unread = all.filter { Self.isNewer($0) && scopes.contains($0.change.scope) }
    own = words.filter { scopes.contains($0.change.scope) }
    others = words.filter { !scopes.contains($0.change.scope) && !$0.change.value.isEmpty }
    // A conference keeps the name it has, so that a database has one, too.
    let isKnown = identity != nil || own.contains { $0.change.scope == name }
    scope = isKnown ? name : own.last?.change.scope ?? name
    self.lookup = lookup
    let ofTalks = own.filter { $0.change.kind != Appointment.storedName }
    let things = LogThings(ofTalks.lazy.map { SubjectWords($0.change.subject) })
    self.things = things
    let last = Self.last(of: ofTalks, things)
    self.marks = last.map { ofTalks[$0] }
    for (entry, number) in zip(ofTalks, things.inOrder) {
      numbers[ObjectIdentifier(entry.change.subject)] = number
    }
    // What was taken back is no evidence of anything.
    let living = Set(last.map { Int(things.inOrder[$0]) }).sorted()
    let found = lookup.entities(for: living.map { things.latest[$0] }, seen: remarks.seen)
    entities = Dictionary(uniqueKeysWithValues: zip(living, found))
  }

  /// The positions of the last entry of each kind about each thing; what was taken back has none.
  private static func last(of entries: [LogEntry], _ things: LogThings) -> [Int] {
    struct Key: Hashable {
      let kind: String
      let thing: Int32
    }
    var last: [Key: Int] = [:]
    for (position, entry) in entries.enumerated() {
      last[Key(kind: entry.change.kind, thing: things.inOrder[position])] = position
    }
    return last.values.filter { !entries[$0].change.value.isEmpty }.sorted()
  }

  /// The lines about talks, read when something is not called as it was.
  private final class Remarks {
    private let entries: [LogEntry]
    private(set) lazy var seen = Self.seen(entries)

    init(_ entries: [LogEntry]) { self.entries = entries }

    private static func seen(_ entries: [LogEntry]) -> [SubjectWords: SeenTalk] {
      var seen: [SubjectWords: SeenTalk] = [:]
      for entry in entries.lastWords(where: { $0.change.kind == SeenTalk.kind }) {
        seen[SubjectWords(entry.change.subject)] = SeenTalk(entry)
      }
      return seen
    }
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

  /// Returns whether an entry is about the conference.
  func isOfConference(_ entry: LogEntry) -> Bool { scopes.contains(entry.change.scope) }

  /// Returns the talk or session that a line is about; nil if it is no longer in the schedule.
  func entity(of subject: LogSubject) -> Entity? {
    let known = numbers[ObjectIdentifier(subject)].map { Int($0) }
    let number = known ?? things.number(of: SubjectWords(subject))
    if let entity = number.flatMap({ entities[$0] }) { return entity }
    // What was taken back is shown with what is called so.
    return lookup.exact(SubjectWords(subject))
  }

  /// The last words for the thing that a line is about.
  func latestWords(of subject: LogSubject) -> SubjectWords {
    let words = SubjectWords(subject)
    return things.number(of: words).map { things.latest[$0] } ?? words
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
  /// - Complexity: O(*n* log *n*) expected, where *n* is the number of subjects.
  func latest<C: StoredComponent>(_ type: C.Type) -> [Kept<C>] {
    marks.filter { $0.change.kind == C.storedName }.compactMap { entry in
      C(entry).map {
        Kept(
          component: $0, subject: entry.change.subject,
          entity: self.entity(of: entry.change.subject))
      }
    }
  }

  /// What the log says of each talk and session of a set, in whatever words, that is not taken back.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of subjects.
  func subjects(of entities: Set<Entity>) -> [Entity: [LogSubject]] {
    var found: [Entity: [LogSubject]] = [:]
    for entry in own where !entry.change.value.isEmpty {
      guard let entity = entity(of: entry.change.subject), entities.contains(entity) else {
        continue
      }
      found[entity, default: []].append(entry.change.subject)
    }
    return found
  }
}
