package import ECSKit
package import ECSStore
import Schedule

/// The marks of a schedule in the entries of a log.
///
/// An entry identifies a talk by the identifier, title and people that the talk had when it was
/// marked. These three values form the subject of the entry. The history pairs the subjects with
/// the talks of the schedule. ``MarkStore`` reads the history of its log, and comparisons read the
/// histories of other logs.
package struct MarkHistory {
  /// A mark on a talk or session.
  ///
  /// The schedule may no longer contain the talk or session.
  package struct Mark<C: MarkKind> {
    package let component: C
    /// The identifier, title and people of the talk or session in the entry.
    package let subject: LogSubject
    /// The talk or session, or nil if it is not in the schedule.
    package let entity: Entity?

    /// The identifier that the talk or session had when it was marked.
    package var id: String { subject.target.formerID }
    package var title: String { subject.name }
  }

  /// The name of the conference in the log.
  package let scope: String
  /// The times and locations that talks and sessions had when they were marked.
  package var seen: [SubjectWords: SeenTalk] { remarks.seen }
  /// The entries about the conference that this version of konf cannot read.
  ///
  /// A newer version of konf wrote them.
  package let unread: [LogEntry]
  /// The latest entries with invalid values for marks of the conference, such as a rating of nine.
  package let refused: [LogEntry]
  /// The latest entry about each subject of the conference, oldest first.
  private let own: [LogEntry]
  /// True if some entries have invalid values.
  private let hasOdd: Bool
  private let newerSubjects: Set<LogSubject>
  private let others: [LogEntry]
  /// The names of the conference in the log.
  private let scopes: Set<String>
  private let talks: LoggedTalks
  private let remarks: Remarks
  /// The numbers of the marked talks, by the object identity of an entry's subject.
  private var numbers: [ObjectIdentifier: Int32] = [:]
  /// The entries that set the current marks on talks and sessions, oldest first.
  package let marks: [LogEntry]
  /// The talks and sessions in the schedule, by the numbers of the marked talks.
  private var entities: [Int: Entity?] = [:]
  private let lookup: TalkLookup

  /// Creates the history from the entries of a log.
  ///
  /// If `identity` is nil, the conference is recognized by its talks. The `strangers` are names of
  /// other conferences in the log.
  ///
  /// - Complexity: O(*n* + *k* log *k*) expected, where *n* is the number of entries and *k* the
  ///   number of subjects and talks.
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
    // Marks whose values cannot be read still identify a conference.
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
    // The first name of a conference remains in use. So a database that loads the log has only one
    // name for the conference.
    let isKnown = identity != nil || own.contains { $0.change.scope == name }
    scope = isKnown ? name : own.last?.change.scope ?? name
    self.lookup = lookup
    let ofTalks = own.filtered { MarkKinds.areOfTalks($0.change.kind) }
    let talks = LoggedTalks(ofTalks.lazy.map { SubjectWords($0.change.subject) })
    self.talks = talks
    let last = Self.last(of: ofTalks, talks)
    self.marks = last.map { ofTalks[$0] }
    // A table that grows needs twice the memory meanwhile.
    numbers.reserveCapacity(ofTalks.count)
    for (entry, number) in zip(ofTalks, talks.inOrder) {
      numbers[ObjectIdentifier(entry.change.subject)] = number
    }
    // Removed marks do not identify talks.
    let living = Set(last.map { Int(talks.inOrder[$0]) }).sorted()
    let found = lookup.entities(for: living.map { talks.latest[$0] }, seen: remarks.seen)
    entities = Dictionary(uniqueKeysWithValues: zip(living, found))
  }

  /// Returns the positions of the entries that set the current marks.
  private static func last(of entries: [LogEntry], _ things: LoggedTalks) -> [Int] {
    struct Key: Hashable {
      let kind: String
      let thing: Int32
    }
    var last: [Key: Int] = [:]
    last.reserveCapacity(entries.count)
    for (position, entry) in entries.enumerated() {
      let key = Key(kind: entry.change.kind, thing: things.inOrder[position])
      // A removal does not affect a mark that another device has set under another subject of the
      // talk.
      if let removal = entry.change.removal, removal != .plain, let known = last[key],
        entries[known].device != entry.device
      {
        continue
      }
      last[key] = position
    }
    return last.values.filter { !entries[$0].change.value.isEmpty }.sorted()
  }

  /// The facts about marked talks, read when they are first needed.
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

  /// Returns true for an entry that sets a mark to a valid value, or removes a mark.
  static func isUnderstood(_ entry: LogEntry) -> Bool {
    guard let kind = kind(of: entry), !isNewer(entry) else { return false }
    return entry.change.value.isEmpty || kind.value(in: entry) != nil
  }

  /// Returns true for an entry about a mark in a format that only a newer version of konf knows.
  private static func isNewer(_ entry: LogEntry) -> Bool {
    kind(of: entry) != nil && MarkKinds.isOfLaterVersion(entry)
  }

  private static func kind(of entry: LogEntry) -> (any MarkKind.Type)? {
    MarkKinds[entry.change.kind].flatMap { $0.topic == .schedule ? nil : $0 }
  }

  /// Returns the first unread entry about a mark, or nil if konf can read all entries about the
  /// mark.
  ///
  /// A newer version of konf wrote the unread entry. The entry may use any subject of the marked
  /// talk or session. For a talk or session that is no longer in the schedule, pass nil as the
  /// entity.
  func newerEntry(_ kind: String, of entity: Entity?, called words: SubjectWords) -> LogEntry? {
    unread.first { entry in
      guard entry.change.kind == kind else { return false }
      let known = SubjectWords(entry.change.subject)
      if known.id.formerID == words.id.formerID, known.isSameThing(as: words) { return true }
      guard let entity else { return false }
      return lookup.entities(for: [known], seen: remarks.seen) == [entity]
    }
  }

  /// Returns true if an entry is about a mark of the conference and this version of konf can read
  /// the entry.
  ///
  /// The result is false if a newer version of konf has written a later entry about the mark.
  func isRead(_ entry: LogEntry) -> Bool {
    guard isOfConference(entry) else { return false }
    if hasOdd || !unread.isEmpty {
      return Self.isUnderstood(entry) && !newerSubjects.contains(entry.change.subject)
    }
    return Self.kind(of: entry) != nil
  }

  /// Returns the number of the talk to which a subject refers, or nil if the log has no entry about
  /// the talk.
  func thing(of subject: LogSubject) -> Int? {
    numbers[ObjectIdentifier(subject)].map { Int($0) } ?? talks.number(of: SubjectWords(subject))
  }

  /// Returns the marked talk or session with the given number, or nil if it left the schedule.
  func entity(ofThing number: Int) -> Entity? { entities[number].flatMap(\.self) }

  /// Returns true if the conference has this name in the log.
  package func isOfConference(called name: String) -> Bool { scopes.contains(name) }

  func isOfConference(_ entry: LogEntry) -> Bool { scopes.contains(entry.change.scope) }

  /// Returns the talk or session that a subject refers to, or nil if it is no longer in the
  /// schedule.
  package func entity(of subject: LogSubject) -> Entity? {
    if let entity = thing(of: subject).flatMap({ entities[$0] }) { return entity }
    // A talk without marks must have exactly the same identifier, title and people, or be back.
    let words = SubjectWords(subject)
    return lookup.exact(words) ?? lookup.returned(words, seen[words])
  }

  /// Returns the latest identifier, title and people of the talk that a subject refers to.
  func latestWords(of subject: LogSubject) -> SubjectWords {
    let words = SubjectWords(subject)
    return talks.number(of: words).map { talks.latest[$0] } ?? words
  }

  /// Returns the latest identifier, title and people of a previously marked talk that is not in the
  /// schedule.
  ///
  /// The identifier may be in its short form. The result is nil if no such talk had the identifier,
  /// or if several identifiers have the short form.
  func goneWords(_ id: String) -> SubjectWords? {
    let gone = talks.latest.filter { words in
      let former = words.id.formerID
      return (words.id == id || former == id || lookup.schedule.shown(former) == id)
        && lookup.entities(for: [words], seen: seen) == [nil]
    }
    let isClear = gone.allSatisfy { $0.id.formerID == gone[0].id.formerID }
    return isClear ? gone.last : gone.last { $0.id.formerID == id }
  }

  /// The latest entry about each item outside the schedule, such as an appointment.
  package var things: [LogEntry] { own.filtered { MarkKinds[$0.change.kind]?.topic == .thing } }

  /// The items outside the schedule that were not removed, each with its subject.
  ///
  /// If several items share an identifier, each of them gets a new identifier that is derived from
  /// its contents.
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

  /// Returns the entry that set the mark of a kind on a talk or session, or nil if none exists.
  ///
  /// - Complexity: O(*n*) in the number of marks.
  func mark(_ kind: String, of entity: Entity) -> LogEntry? {
    marks.last { $0.change.kind == kind && self.entity(of: $0.change.subject) == entity }
  }

  /// Returns the numbers of marks of a kind for all other conferences in the log, by name.
  package func elsewhere(_ kind: String) -> [String: Int] {
    Dictionary(
      others.lazy.filter { $0.change.kind == kind }.map { ($0.change.scope, 1) },
      uniquingKeysWith: +)
  }

  /// Returns the current marks of a kind on talks and sessions, oldest first.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of marks.
  package func latest<C: MarkKind>(_ type: C.Type) -> [Mark<C>] {
    marks.filtered { $0.change.kind == C.storedName }.compactMap { entry in
      C(entry).map {
        Mark(
          component: $0, subject: entry.change.subject,
          entity: self.entity(of: entry.change.subject))
      }
    }
  }

  /// Returns the subjects that the log uses for the marks of each talk or session.
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
  /// The identifiers that entries with different titles share.
  package var sharedTargets: Set<String> {
    var titles: [String: String] = [:]
    var shared: Set<String> = []
    for change in lazy.map(\.change) {
      let title = titles.updateValue(change.name, forKey: change.target)
      if title ?? change.name != change.name { shared.insert(change.target) }
    }
    return shared
  }

  /// The entries about ratings, and the entries that link the devices of a person.
  package var ratings: [LogEntry] { filtered(ChangeRow.isOfRatings) }

  /// Returns the entries that a closure accepts.
  ///
  /// If the closure accepts all entries, the function returns the array without copying it, because
  /// a log may be large.
  fileprivate func filtered(_ isWanted: (LogEntry) -> Bool) -> [LogEntry] {
    allSatisfy(isWanted) ? self : filter(isWanted)
  }
}

extension LogEntry {
  /// Returns a copy of the entry with another identifier as its subject's target.
  fileprivate func called(_ id: String) -> LogEntry {
    let subject = LogSubject(
      scope: change.scope, kind: change.kind, target: id, name: change.name,
      details: change.details)
    return LogEntry(
      device: device, counter: counter, time: time,
      change: change.repeated(for: subject))
  }
}
