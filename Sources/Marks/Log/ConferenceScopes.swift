import ECSKit
import ECSStore
import Schedule

extension ConferenceSchedule {
  /// What this conference is called in a log that does not know it yet.
  ///
  /// The title with the year, if it does not have it; without a title, the first day and the zone.
  /// `ConferenceScopes` finds what is kept of the conference under its other names.
  package var scope: String {
    // The whole timeline is not sorted for its first start.
    let first = sessions.entities.compactMap { $0[Timing.self]?.start }.min()
    let date = first.map { self.zone.civil(at: $0).date }
    guard let title else {
      return [date?.iso8601 ?? "", self.zone.name].joined(separator: " ")
    }
    let year = date.map { "\($0.year)" } ?? ""
    return title.contains(year) || year.isEmpty ? title : "\(title) \(year)"
  }
}

/// Recognizes a conference in a log by the marks in it.
///
/// A log calls a conference by the name it had when it was first kept; titles change, and another device
/// may have met it under another one. Marks under another name belong to the schedule, see the
/// article *Durability*,
///
/// - if an identifier that no two conferences share is in both,
/// - or if the year fits and at least half of the marked things are found: three of them, one with
///   its people, or one with people and the same time and location.
struct ConferenceScopes {
  private let lookup: TalkLookup
  private let seen: [SubjectWords: SeenTalk]
  private let years: ClosedRange<Int>?

  /// Returns the names that the conference of a schedule has in a log.
  ///
  /// - Parameters:
  ///   - lookup: The schedule.
  ///   - subjects: The marked things, each once.
  ///   - seen: What was known of it.
  ///   - scope: The name that is known to be that of the conference.
  ///   - strangers: The names of other conferences.
  /// - Returns: The name, and those that are recognized.
  /// - Complexity: O(*n* + *m*) expected, where *n* is the number of subjects and *m* that of talks and
  ///   sessions.
  static func own(
    of lookup: TalkLookup, among subjects: [LogSubject],
    seen: @autoclosure () -> [SubjectWords: SeenTalk],
    scope: String, except strangers: Set<String> = []
  ) -> Set<String> {
    let others = Dictionary(
      grouping: subjects.filter { $0.scope != scope && !strangers.contains($0.scope) },
      by: \.scope)
    if others.isEmpty { return [scope] }
    let scopes = ConferenceScopes(lookup, seen())
    return Set(others.filter { scopes.isOwn($0.key, $0.value) }.keys).union([scope])
  }

  private init(_ lookup: TalkLookup, _ seen: [SubjectWords: SeenTalk]) {
    self.lookup = lookup
    self.seen = seen
    let schedule = lookup.schedule
    let years = schedule.sessions.compactMap { session in
      session[Timing.self]?.start.map { schedule.zone.civil(at: $0).date.year }
    }
    self.years = years.min().flatMap { first in years.max().map { first...$0 } }
  }

  private func isOwn(_ scope: String, _ subjects: [LogSubject]) -> Bool {
    let words = subjects.map { SubjectWords($0) }
    let hasIdentifier = words.contains { words in
      TalkFacts.isUniversal(words.id)
        && lookup.schedule.target(words.id).map { lookup.words(of: $0).sharesNames(with: words) }
          ?? false
    }
    if hasIdentifier { return true }
    guard yearFits(scope), words.contains(where: lookup.knows) else { return false }
    let latest = LoggedTalks(words).latest
    let found = zip(latest, lookup.entities(for: latest, seen: seen)).compactMap { words, entity in
      entity.map { (words: words, entity: $0) }
    }
    guard 2 * found.count >= latest.count else { return false }
    let spoken = found.filter { !$0.words.people.isEmpty }
    return !spoken.isEmpty && found.count >= 3
      || spoken.contains { isWhereItWas($0.words, $0.entity) }
  }

  private func isWhereItWas(_ words: SubjectWords, _ entity: Entity) -> Bool {
    guard let seen = seen[words], seen.timing != nil else { return false }
    return lookup.schedule.timeAndPlace(of: entity)
      == seen.timeAndPlace
  }

  /// Returns whether no year is in the name of a conference, or one of the schedule's.
  private func yearFits(_ scope: String) -> Bool {
    guard let years else { return true }
    let named = scope.utf8.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      .filter { $0.count == 4 }.compactMap { Int(Substring($0)) }
      .filter { (1900...2199).contains($0) }
    return named.isEmpty || named.contains(where: years.contains)
  }
}
