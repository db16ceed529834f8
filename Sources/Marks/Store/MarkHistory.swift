package import ECSKit
package import ECSStore
import Schedule

/// What a log says about a schedule.
package struct MarkHistory {
  /// The last entry of a kind about a talk or a session, also about one that has left the schedule.
  package struct Mark<C: MarkKind> {
    package let component: C
    /// What the entry calls the thing.
    package let subject: LogSubject
    /// The talk or session it leads to, if it leads to any.
    package let entity: Entity?

    /// What the thing was called in the schedule.
    package var id: String { subject.target.formerID }
    package var title: String { subject.name }
  }

  /// The name of the conference in the log.
  package let scope: String
  /// The facts about talks and sessions when they were marked.
  package var seen: [SubjectWords: SeenTalk] { remarks.seen }
  /// The entries of a newer program for the conference, in a version that this one does not read.
  package let unread: [LogEntry]
  /// The last entries for the conference whose values their kinds refuse, such as nine stars.
  package let refused: [LogEntry]
  /// The last entries about the conference, the oldest first.
  private let own: [LogEntry]
  /// True if values of some entries are refused by their kinds.
  private let hasOdd: Bool
  private let newerSubjects: Set<LogSubject>
  private let others: [LogEntry]
  /// The names that the conference has in the log.
  private let scopes: Set<String>
  private let talks: LoggedTalks
  private let remarks: Remarks
  /// The number of the thing of each subject that was read.
  private var numbers: [ObjectIdentifier: Int32] = [:]
  /// The last entry of each kind about each talk and session, the oldest first; marks that were
  /// taken back have none.
  package let marks: [LogEntry]
  /// The talk or session of each thing that is marked and in the schedule.
  private var entities: [Int: Entity?] = [:]
  private let lookup: TalkLookup

  /// Reads the entries of a log.
  ///
  /// If several entries are about one subject in the same words, only the last one counts: it also
  /// replaces everything that the earlier ones replaced.
  ///
  /// - Parameters:
  ///   - entries: All entries.
  ///   - lookup: The schedule.
  ///   - identity: The name of the conference in the log, if that is known; else it is recognized.
  ///   - strangers: The names of other conferences in the log.
  /// - Complexity: O(*n* + *k* log *k*) expected, where *n* is the number of entries and *k* that of
  ///   subjects and talks.
  package init(
    _ entries: [LogEntry], of lookup: TalkLookup, identity: String?, except strangers: Set<String>
  ) {
    var odd: [LogEntry] = []
    let all = entries.latest { entry in
      if Self.isUnderstood(entry) || Self.isNewer(entry) { return true }
      if Self.kind(of: entry) != nil { odd.append(entry) }
      return false
    }
    let words = all.filtered { !Self.isNewer($0) }
    let remarks = Remarks(entries)
    self.remarks = remarks
    // A conference is recognized by the things in its schedule, also by those whose values are not read.
    let marks = all.filtered { MarkKinds.areOfTalks($0.change.kind) }
    let name = identity ?? lookup.schedule.scope
    let scopes = ConferenceScopes.own(
      of: lookup, among: marks.map(\.change.subject), seen: remarks.seen, scope: name,
      except: strangers)
    self.scopes = scopes
    unread = all.filter { Self.isNewer($0) && scopes.contains($0.change.scope) }
    newerSubjects = Set(unread.map(\.change.subject))
    hasOdd = !odd.isEmpty
    refused =
      odd.isEmpty
      ? []
      : (all + odd).latest().filter {
        !Self.isUnderstood($0) && !Self.isNewer($0) && scopes.contains($0.change.scope)
      }
    own = words.filtered { scopes.contains($0.change.scope) }
    others = words.filter { !scopes.contains($0.change.scope) && !$0.change.value.isEmpty }
    // A conference keeps the name it has, so that a database has one, too.
    let isKnown = identity != nil || own.contains { $0.change.scope == name }
    scope = isKnown ? name : own.last?.change.scope ?? name
    self.lookup = lookup
    let ofTalks = own.filtered { MarkKinds.areOfTalks($0.change.kind) }
    let talks = LoggedTalks(ofTalks.lazy.map { SubjectWords($0.change.subject) })
    self.talks = talks
    let last = Self.last(of: ofTalks, talks)
    self.marks = last.map { ofTalks[$0] }
    // A table that grows is there twice for a moment.
    numbers.reserveCapacity(ofTalks.count)
    for (entry, number) in zip(ofTalks, talks.inOrder) {
      numbers[ObjectIdentifier(entry.change.subject)] = number
    }
    // Marks that were taken back are no evidence.
    let living = Set(last.map { Int(talks.inOrder[$0]) }).sorted()
    let found = lookup.entities(for: living.map { talks.latest[$0] }, seen: remarks.seen)
    entities = Dictionary(uniqueKeysWithValues: zip(living, found))
  }

  /// The positions of the last entry of each kind about each thing; things that were taken back
  /// have none.
  private static func last(of entries: [LogEntry], _ things: LoggedTalks) -> [Int] {
    struct Key: Hashable {
      let kind: String
      let thing: Int32
    }
    var last: [Key: Int] = [:]
    last.reserveCapacity(entries.count)
    for (position, entry) in entries.enumerated() {
      let key = Key(kind: entry.change.kind, thing: things.inOrder[position])
      // A removal says nothing about the mark of another device, which may have another title for the talk.
      if let removal = entry.change.removal, removal != .plain, let known = last[key],
        entries[known].device != entry.device
      {
        continue
      }
      last[key] = position
    }
    return last.values.filter { !entries[$0].change.value.isEmpty }.sorted()
  }

  /// The lines about talks, read if something was renamed.
  private final class Remarks {
    private let entries: [LogEntry]
    private(set) lazy var seen = Self.seen(entries)

    init(_ entries: [LogEntry]) { self.entries = entries }

    private static func seen(_ entries: [LogEntry]) -> [SubjectWords: SeenTalk] {
      var seen: [SubjectWords: SeenTalk] = [:]
      for entry in entries.latest(where: { $0.change.kind == SeenTalk.kind }) {
        seen[SubjectWords(entry.change.subject)] = SeenTalk(entry)
      }
      return seen
    }
  }

  /// Whether an entry is of a kind that is kept of a conference, with a value that is understood.
  static func isUnderstood(_ entry: LogEntry) -> Bool {
    guard let kind = kind(of: entry), !isNewer(entry) else { return false }
    return entry.change.value.isEmpty || kind.value(in: entry) != nil
  }

  /// Whether an entry is of such a kind, in a later version than this program reads.
  private static func isNewer(_ entry: LogEntry) -> Bool {
    kind(of: entry) != nil && MarkKinds.isOfLaterVersion(entry)
  }

  private static func kind(of entry: LogEntry) -> (any MarkKind.Type)? {
    MarkKinds[entry.change.kind].flatMap { $0.topic == .schedule ? nil : $0 }
  }

  /// Returns the entry in which a newer program keeps something of a kind about a talk or a session, whatever
  /// it was called then; nil if there is none.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - entity: The talk or session; nil if it has left the schedule.
  ///   - words: What it is called, or was.
  /// - Returns: The entry.
  func newerEntry(_ kind: String, of entity: Entity?, called words: SubjectWords) -> LogEntry? {
    unread.first { entry in
      guard entry.change.kind == kind else { return false }
      let known = SubjectWords(entry.change.subject)
      if known.id.formerID == words.id.formerID, known.isSameThing(as: words) { return true }
      guard let entity else { return false }
      return lookup.entities(for: [known], seen: remarks.seen) == [entity]
    }
  }

  /// Returns whether an entry has a value of the conference that this program reads, or removes one, and
  /// no newer program has said something else since.
  func isRead(_ entry: LogEntry) -> Bool {
    guard isOfConference(entry) else { return false }
    if hasOdd || !unread.isEmpty {
      return Self.isUnderstood(entry) && !newerSubjects.contains(entry.change.subject)
    }
    return Self.kind(of: entry) != nil
  }

  /// Returns the number of the talk or session that a line is about; nil if the line has no say.
  func thing(of subject: LogSubject) -> Int? {
    numbers[ObjectIdentifier(subject)].map { Int($0) } ?? talks.number(of: SubjectWords(subject))
  }

  /// Returns the talk or session that is marked under a number, if it is in the schedule.
  func entity(ofThing number: Int) -> Entity? { entities[number].flatMap(\.self) }

  /// Returns true if the conference has a name in the log.
  package func isOfConference(called name: String) -> Bool { scopes.contains(name) }

  /// Returns whether an entry is about the conference.
  func isOfConference(_ entry: LogEntry) -> Bool { scopes.contains(entry.change.scope) }

  /// Returns the talk or session that a line is about; nil if it is no longer in the schedule.
  package func entity(of subject: LogSubject) -> Entity? {
    if let entity = thing(of: subject).flatMap({ entities[$0] }) { return entity }
    // Something that was taken back is shown with the talk or session of that name.
    return lookup.exact(SubjectWords(subject))
  }

  /// The last words for the thing that a line is about.
  func latestWords(of subject: LogSubject) -> SubjectWords {
    let words = SubjectWords(subject)
    return talks.number(of: words).map { talks.latest[$0] } ?? words
  }

  /// The last words for a talk that was marked once and is not in the schedule; nil if none had the identifier.
  func goneWords(_ id: String) -> SubjectWords? {
    talks.latest.last { words in
      words.id.formerID == id && lookup.entities(for: [words], seen: seen) == [nil]
    }
  }

  /// The entries about what is not in the schedule, such as appointments, the last about each thing.
  package var things: [LogEntry] { own.filtered { MarkKinds[$0.change.kind]?.topic == .thing } }

  /// The things that are there, each with what the log calls it.
  ///
  /// If several were given one identifier, each is known by the one that follows from what it is, also
  /// when the others are removed.
  var livingThings: some Sequence<(value: any MarkKind, subject: LogSubject)> {
    let all = things
    let shared = all.sharedTargets
    return all.lazy.compactMap { entry in
      let subject = entry.change.subject
      guard let kind = MarkKinds[entry.change.kind], let value = kind.value(in: entry) else {
        return nil
      }
      let isShared = shared.contains(subject.target)
      let named = isShared ? kind.value(in: entry.called(value.ownID)) : value
      return named.map { ($0, subject) }
    }
  }

  /// Returns the present entry of a kind about a talk or a session; nil if there is none.
  ///
  /// - Complexity: O(*n*) in the number of marks.
  func mark(_ kind: String, of entity: Entity) -> LogEntry? {
    marks.last { $0.change.kind == kind && self.entity(of: $0.change.subject) == entity }
  }

  /// Returns for each other conference how many components of a kind are kept for it.
  package func elsewhere(_ kind: String) -> [String: Int] {
    Dictionary(
      others.lazy.filter { $0.change.kind == kind }.map { ($0.change.scope, 1) },
      uniquingKeysWith: +)
  }

  /// Returns the present entries of a kind, the oldest first.
  ///
  /// - Complexity: O(*n* log *n*) expected, where *n* is the number of subjects.
  package func latest<C: MarkKind>(_ type: C.Type) -> [Mark<C>] {
    marks.filtered { $0.change.kind == C.storedName }.compactMap { entry in
      C(entry).map {
        Mark(
          component: $0, subject: entry.change.subject,
          entity: self.entity(of: entry.change.subject))
      }
    }
  }

  /// The entries about each talk and session of a set that were not taken back, under any name.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of subjects.
  package func subjects(of entities: Set<Entity>) -> [Entity: [LogSubject]] {
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

extension [LogEntry] {
  /// The identifiers that things with different titles were given.
  package var sharedTargets: Set<String> {
    var titles: [String: String] = [:]
    var shared: Set<String> = []
    for change in lazy.map(\.change) {
      let title = titles.updateValue(change.name, forKey: change.target)
      if title ?? change.name != change.name { shared.insert(change.target) }
    }
    return shared
  }

  /// Those about ratings, and those that say which devices are of one person.
  package var ratings: [LogEntry] { filtered(ChangeRow.isOfRatings) }

  /// The entries that are wanted: the array itself if all are, since a log may be large.
  fileprivate func filtered(_ isWanted: (LogEntry) -> Bool) -> [LogEntry] {
    allSatisfy(isWanted) ? self : filter(isWanted)
  }
}

extension LogEntry {
  /// The same about a thing with another identifier.
  fileprivate func called(_ id: String) -> LogEntry {
    let subject = LogSubject(
      scope: change.scope, kind: change.kind, target: id, name: change.name,
      details: change.details)
    return LogEntry(
      device: device, counter: counter, time: time,
      change: LogChange(
        subject: subject, version: change.version, value: change.value, comment: change.comment))
  }
}
