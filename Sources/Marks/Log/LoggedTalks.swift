import Basics
import ECSKit
import ECSStore
import Schedule

/// The marked talks and sessions in a log.
///
/// Two entries are about the same talk if they have the same globally unique identifier. If the
/// identifier is only a number or a code, the entries must also have the same title or a common
/// speaker. ``MarkHistory`` and ``MergedRatings`` use this type to combine the entries about each
/// talk before they search the schedule. Pass the entries in log order, so that the last title of a
/// talk is the latest.
struct LoggedTalks {
  private var numbers: [SubjectWords: Int32] = [:]
  /// The latest identifier, title and people of each talk.
  private(set) var latest: [SubjectWords] = []
  /// For each entry, the number of its talk.
  private(set) var inOrder: [Int32] = []

  /// Groups the entries that are about the same talk.
  ///
  /// - Complexity: O(*n*) expected, where *n* is the number of entries.
  init(_ words: some Sequence<SubjectWords>) {
    // Nearly every identifier belongs to a single talk.
    var first: [String: Int32] = [:]
    numbers.reserveCapacity(words.underestimatedCount)
    first.reserveCapacity(words.underestimatedCount)
    var others: [String: [Int32]] = [:]
    func find(_ words: SubjectWords) -> Int32? {
      if let number = numbers[words] { return number }
      guard let number = first[words.anyVersionID] else { return nil }
      let all = [number] + (others[words.anyVersionID] ?? [])
      return all.first {
        let known = latest[Int($0)]
        if known.id == words.id { return known.isSameThing(as: words) }
        // A later talk may reuse the number of a removed talk, so the title and people must also
        // match.
        return TalkFacts.isUniversal(words.id.formerID)
          || (known.title, known.people) == (words.title, words.people)
      }
    }
    for words in words {
      let known = find(words)
      let number = known ?? Int32(latest.count)
      numbers[words] = number
      inOrder.append(number)
      if known != nil {
        latest[Int(number)] = words
        continue
      }
      latest.append(words)
      if first[words.anyVersionID] == nil {
        first[words.anyVersionID] = number
      } else {
        others[words.anyVersionID, default: []].append(number)
      }
    }
  }

  func number(of words: SubjectWords) -> Int? { numbers[words].map { Int($0) } }
}

extension SubjectWords {
  /// The identifier, without the version that `konf use` appends if a new version lacks the talk.
  ///
  /// Two devices may notice the same removal in different versions.
  var anyVersionID: String {
    let former = id.formerID
    return former == id ? id : "\(former)@"
  }

  /// Returns true if these words and other words name the same talk.
  ///
  /// - Precondition: Both have the same identifier.
  func isSameThing(as other: SubjectWords) -> Bool {
    TalkFacts.isUniversal(id) || sharesNames(with: other)
  }

  var folded: SubjectWords {
    SubjectWords(id: id, title: title.folded, people: people.map(\.folded))
  }

  /// Returns true if these words and other words have the same title or a common speaker.
  func sharesNames(with other: SubjectWords) -> Bool {
    title == other.title || !Set(people).isDisjoint(with: other.people)
  }
}

/// A lookup table for the talks and sessions that log entries refer to.
package final class TalkLookup {
  /// The maximum number of talks with equal titles to compare if no start is known.
  private static let mostTwins = 8

  let schedule: ConferenceSchedule
  /// The talks and sessions by folded title.
  ///
  /// The table is created for the first entry without an exact match.
  private lazy var byTitle = Dictionary(grouping: schedule.talksAndSessions) {
    schedule.name(of: $0).folded
  }
  private lazy var namesCounts = Dictionary(
    schedule.talksAndSessions.map { (names(of: $0), 1) }, uniquingKeysWith: +)

  init(_ schedule: ConferenceSchedule) {
    self.schedule = schedule
  }

  /// Returns the identifier, the title and the people of a talk or a session in the current version
  /// of the schedule.
  func words(of entity: Entity) -> SubjectWords {
    SubjectWords(
      id: schedule.id(of: entity), title: schedule.name(of: entity),
      people: schedule.people(of: entity))
  }

  /// Returns true if another talk or session has the same title and people.
  func hasTwins(_ entity: Entity) -> Bool { namesCounts[names(of: entity)] ?? 0 > 1 }

  private func names(of entity: Entity) -> [String] {
    [schedule.name(of: entity).folded] + Set(schedule.people(of: entity).map(\.folded)).sorted()
  }

  /// Returns true if any talk or session has the identifier or the title.
  func knows(_ words: SubjectWords) -> Bool {
    schedule.target(words.id) != nil || byTitle[words.title.folded] != nil
  }

  /// Returns the talk or session with exactly this identifier, title and people, or nil if none
  /// matches.
  func exact(_ words: SubjectWords) -> Entity? {
    schedule.target(words.id).flatMap { self.words(of: $0) == words ? $0 : nil }
  }

  /// Returns the talk or session of the schedule for each logged talk.
  ///
  /// ``Pairing`` compares the logged talks, as the older version, with the schedule. An element is
  /// nil if the talk is not in the schedule or cannot be identified. Two logged talks yield the
  /// same talk of the schedule only if that talk was removed and added again.
  ///
  /// - Complexity: O(*n* + *m*) expected, where *n* is the number of logged talks and *m* the
  ///   number of talks and sessions; only O(*n*) if every logged talk matches exactly.
  func entities(
    for all: [SubjectWords], seen: @autoclosure () -> [SubjectWords: SeenTalk]
  ) -> [Entity?] {
    let isGone = all.map { $0.id.formerID != $0.id }
    guard isGone.contains(true) else { return present(all, seen: seen()) }
    let rest = present(zip(all, isGone).filter { !$1 }.map(\.0), seen: seen())
    var others = rest[...]
    // A talk that was removed and added again may also have marks under its current identifier.
    return zip(all, isGone).map { words, isGone in
      isGone ? returned(words, seen()[words]) : others.removeFirst()
    }
  }

  /// Returns the talk of the schedule that an earlier version had removed and that is now in the
  /// schedule again.
  ///
  /// The talk must have the same GUID, and also the same title or a common speaker. Without a GUID,
  /// it must have the same number, title and people. The result is nil if no talk matches, or if no
  /// version had removed the talk.
  func returned(
    _ words: SubjectWords, _ seen: @autoclosure () -> SeenTalk?
  ) -> Entity? {
    let id = words.id.formerID
    if id == words.id { return nil }
    if TalkFacts.isUniversal(id) {
      return schedule.target(id).flatMap {
        self.words(of: $0).folded.sharesNames(with: words.folded) ? $0 : nil
      }
    }
    guard let entity = exact(SubjectWords(id: id, title: words.title, people: words.people)) else {
      return nil
    }
    // A different talk with the same title and people may have the number now.
    guard let seen = seen(), seen.hasTwins else { return entity }
    return schedule.timeAndPlace(of: entity) == seen.timeAndPlace ? entity : nil
  }

  private func present(
    _ all: [SubjectWords], seen: @autoclosure () -> [SubjectWords: SeenTalk]
  ) -> [Entity?] {
    let targets = all.map { schedule.target($0.id) }
    let isExact = zip(all, targets).allSatisfy { words, target in
      target.map { self.words(of: $0) == words } ?? false
    }
    if isExact { return targets }
    let seen = seen()
    var candidates: [Entity] = []
    var isCandidate: Set<Entity> = []
    func add(_ entity: Entity) {
      if isCandidate.insert(entity).inserted { candidates.append(entity) }
    }
    for (words, target) in zip(all, targets) {
      if let target { add(target) }
      let twins = byTitle[words.title.folded] ?? []
      for twin in seen[words] == nil ? twins.prefix(Self.mostTwins) : twins[...] { add(twin) }
      if let seen = seen[words] { inSlot(seen).forEach(add) }
    }
    if candidates.isEmpty { return Array(repeating: nil, count: all.count) }
    let older = all.map { words in facts(words, seen[words]) }
    let pairing = Pairing(
      older, candidates.map(schedule.identityFacts(of:)), (VersionNames(), VersionNames(schedule)))
    var found = [Entity?](repeating: nil, count: all.count)
    for pair in pairing.pairs { found[pair.old] = candidates[pair.new] }
    return found
  }

  private func facts(_ words: SubjectWords, _ seen: SeenTalk?) -> TalkFacts {
    TalkFacts(
      id: words.id, title: words.title, people: words.people,
      timeAndPlace: seen?.timeAndPlace, hasTwins: seen?.hasTwins)
  }

  /// Returns the talks and sessions with the start and location that a marked talk had.
  private func inSlot(_ seen: SeenTalk) -> [Entity] {
    guard let start = seen.timing?.start else { return [] }
    let sessions = seen.locations.prefix(1).flatMap { schedule.sessions(atLocationCalled: $0) }
    return sessions.filter { $0[Timing.self]?.start == start }
      .flatMap { session in [session] + schedule.talks(in: session).filter { $0 != session } }
  }
}
