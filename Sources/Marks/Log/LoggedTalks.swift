import ECSKit
import ECSStore
import Schedule
import TextBasics

/// What lines of a log are about: lines that name something by one identifier, with the title or a
/// speaker in common, are about one thing.
struct LoggedTalks {
  private var numbers: [SubjectWords: Int32] = [:]
  /// The last words for each thing.
  private(set) var latest: [SubjectWords] = []
  /// The numbers of the things, in the order of the lines.
  private(set) var inOrder: [Int32] = []

  /// Finds the things that lines are about.
  ///
  /// - Parameter words: The words of the lines, in the order of the lines.
  /// - Complexity: O(*n*) expected, where *n* is the number of words.
  init(_ words: some Sequence<SubjectWords>) {
    // Nearly all identifiers are those of one thing.
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
        // A number may be reused, so a talk that left in another version has to agree in everything.
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

  /// Returns the number of the thing that a line is about.
  func number(of words: SubjectWords) -> Int? { numbers[words].map { Int($0) } }
}

extension SubjectWords {
  /// The identifier, without the version for a talk that left the schedule.
  ///
  /// Two devices may have lost the talk in different versions.
  var anyVersionID: String {
    let former = id.formerID
    return former == id ? id : "\(former)@"
  }

  /// Whether lines with these words are about the same thing as those with others of one identifier.
  func isSameThing(as other: SubjectWords) -> Bool {
    TalkFacts.isUniversal(id) || sharesNames(with: other)
  }

  /// The words without case and accents.
  var folded: SubjectWords {
    SubjectWords(id: id, title: title.folded, people: people.map(\.folded))
  }

  /// Returns true if the title or a speaker is the same.
  func sharesNames(with other: SubjectWords) -> Bool {
    title == other.title || !Set(people).isDisjoint(with: other.people)
  }
}

/// The talks and sessions of a schedule, as lines of a log are looked up among them.
package final class TalkLookup {
  /// More talks of one title than this are as good as any number, unless a start says which one it is.
  private static let mostTwins = 8

  let schedule: ConferenceSchedule
  /// All talks and sessions by their titles as compared; made when a line does not name one as it is.
  private lazy var byTitle = Dictionary(grouping: schedule.talksAndSessions) {
    schedule.name(of: $0).folded
  }
  private lazy var namesCounts = Dictionary(
    schedule.talksAndSessions.map { (names(of: $0), 1) }, uniquingKeysWith: +)

  /// Looks up in a schedule.
  ///
  /// - Parameter schedule: The schedule.
  init(_ schedule: ConferenceSchedule) {
    self.schedule = schedule
  }

  /// The words that name a talk or a session now.
  func words(of entity: Entity) -> SubjectWords {
    SubjectWords(
      id: schedule.id(of: entity), title: schedule.name(of: entity),
      people: schedule.people(of: entity))
  }

  /// Whether others have the title and the people of a talk or a session.
  func hasTwins(_ entity: Entity) -> Bool { namesCounts[names(of: entity)] ?? 0 > 1 }

  private func names(of entity: Entity) -> [String] {
    [schedule.name(of: entity).folded] + Set(schedule.people(of: entity).map(\.folded)).sorted()
  }

  /// Whether a talk or a session of the schedule may be one that was called so.
  func knows(_ words: SubjectWords) -> Bool {
    schedule.target(words.id) != nil || byTitle[words.title.folded] != nil
  }

  /// Returns the talk or session that is called so to the letter; nil if there is none.
  func exact(_ words: SubjectWords) -> Entity? {
    schedule.target(words.id).flatMap { self.words(of: $0) == words ? $0 : nil }
  }

  /// Returns the talk or session that each of some words names; nil for what is not in the schedule.
  ///
  /// ``Pairing`` says which one it is, with the words as the older version; so no two of them are
  /// one talk, unless one is of a talk that had left the schedule, and an uncertain one is nil.
  ///
  /// - Parameters:
  ///   - all: The words, each of another thing.
  ///   - seen: What was known of the things beside their words.
  /// - Returns: A talk or a session for each.
  /// - Complexity: O(*n* + *m*) expected, where *n* is the number of words and *m* that of the talks and
  ///   sessions; only O(*n*) if all are called as they were.
  func entities(
    for all: [SubjectWords], seen: @autoclosure () -> [SubjectWords: SeenTalk]
  ) -> [Entity?] {
    let isGone = all.map { $0.id.formerID != $0.id }
    guard isGone.contains(true) else { return present(all, seen: seen()) }
    let rest = present(zip(all, isGone).filter { !$1 }.map(\.0), seen: seen())
    var others = rest[...]
    // A talk that returned may have been marked since, under its present identifier.
    return zip(all, isGone).map { words, isGone in
      isGone ? returned(words, seen()[words]) : others.removeFirst()
    }
  }

  /// Returns the talk that had left the schedule and is in it again: with its GUID and its title or one of
  /// its people, or with its number, title and people.
  private func returned(
    _ words: SubjectWords, _ seen: @autoclosure () -> SeenTalk?
  ) -> Entity? {
    let id = words.id.formerID
    if TalkFacts.isUniversal(id) {
      return schedule.target(id).flatMap {
        self.words(of: $0).folded.sharesNames(with: words.folded) ? $0 : nil
      }
    }
    guard let entity = exact(SubjectWords(id: id, title: words.title, people: words.people)) else {
      return nil
    }
    // A twin may have the number now.
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

  /// The talks and sessions that begin when and where something was.
  private func inSlot(_ seen: SeenTalk) -> [Entity] {
    guard let start = seen.timing?.start else { return [] }
    let sessions = seen.locations.prefix(1).flatMap { schedule.sessions(atLocationCalled: $0) }
    return sessions.filter { $0[Timing.self]?.start == start }
      .flatMap { session in [session] + schedule.talks(in: session).filter { $0 != session } }
  }
}
