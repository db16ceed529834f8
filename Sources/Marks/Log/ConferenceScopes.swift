import ECSKit
import ECSStore
package import Schedule

extension ConferenceSchedule {
  /// The initial name of the conference in a log.
  ///
  /// The name is the title followed by the year, unless the title contains the year. Without a
  /// title, the name is the first day and the zone. ``ConferenceScopes`` finds marks under other
  /// names of the conference.
  package var scope: String {
    let date = firstDate
    guard let title else {
      return [date?.iso8601 ?? "", self.zone.name].joined(separator: " ")
    }
    let year = date.map { "\($0.year)" } ?? ""
    return title.contains(year) || year.isEmpty ? title : "\(title) \(year)"
  }

  /// The local date of the first start, or nil if no session has a start.
  package var firstDate: CivilDate? {
    // Finding the minimum is cheaper than sorting the whole timeline.
    sessions.entities.compactMap { $0[Timing.self]?.start }.min().map { zone.civil(at: $0).date }
  }
}

/// A search for all names of a conference in a log.
///
/// The log uses the name that the conference had at the first mark. Later the title may change, or
/// another device may have a version with another title. Marks under another name belong to the
/// schedule in two cases (see the article *Durability*):
///
/// - A marked talk and the schedule share an identifier that is unique across conferences.
/// - The name contains a year of the schedule or no year, and the schedule has at least half of the
///   marked talks. At least one of these talks must have speakers. Fewer than three talks are
///   sufficient only if a talk with speakers still has the same time and location.
struct ConferenceScopes {
  private let lookup: TalkLookup
  private let seen: [SubjectWords: SeenTalk]
  private let years: ClosedRange<Int>?

  /// Returns the names of a schedule's conference in a log: the known name and all recognized
  /// names.
  ///
  /// The subjects must be unique. The names in `strangers` belong to other conferences and are
  /// never recognized.
  ///
  /// - Complexity: O(*n* + *m*) expected, where *n* is the number of subjects and *m* the number of
  ///   talks and sessions.
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

  /// Returns true if the name of a conference contains a year of the schedule, or no year.
  private func yearFits(_ scope: String) -> Bool {
    guard let years else { return true }
    let named = scope.utf8.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      .filter { $0.count == 4 }.compactMap { Int(Substring($0)) }
      .filter { (1900...2199).contains($0) }
    return named.isEmpty || named.contains(where: years.contains)
  }
}
