import ECSKit
import ECSStore
import Schedule

/// Recognizes a conference in a log by its sessions.
///
/// A log calls a conference by its title and year, and titles change. The ratings under another title
/// are those of the schedule if what was rated is in it, see the article *Durability*:
///
/// - One identifier that no two conferences share, as a UUID, is enough.
/// - Else the year must fit, and at least half of what was rated must be found: three by title and
///   people or by identifier and title, or one by its identifier with a speaker in common.
struct ConferenceScopes {
  /// How a rated thing is found in the schedule.
  private enum Evidence {
    /// By an identifier that no two conferences share.
    case proof
    /// By an identifier, with a speaker in common.
    case person
    /// By identifier and title, or by title and all people.
    case text
    case none
  }

  private let schedule: ConferenceSchedule
  private let years: ClosedRange<Int>?
  private let identities: [KeptIdentity: Entity]

  /// Returns the names that the conference of a schedule has in a log.
  ///
  /// - Parameters:
  ///   - schedule: The schedule.
  ///   - subjects: What was rated, each once.
  /// - Returns: The name that new ratings of the schedule would have, and those that are recognized.
  /// - Complexity: O(*n* + *m*) expected, where *n* is the number of subjects and *m* that of talks and
  ///   sessions.
  static func own(of schedule: ConferenceSchedule, among subjects: [LogSubject]) -> Set<String> {
    let scope = schedule.scope
    let others = Dictionary(grouping: subjects.filter { $0.scope != scope }, by: \.scope)
    if others.isEmpty { return [scope] }
    let scopes = ConferenceScopes(schedule)
    return Set(others.filter { scopes.isOwn($0.key, $0.value) }.keys).union([scope])
  }

  private init(_ schedule: ConferenceSchedule) {
    self.schedule = schedule
    let years = schedule.sessions.compactMap { session in
      session[Timing.self]?.start.map { schedule.zone.civil(at: $0).date.year }
    }
    self.years = years.min().flatMap { first in years.max().map { first...$0 } }
    identities = schedule.rateableIdentities
  }

  private func isOwn(_ scope: String, _ subjects: [LogSubject]) -> Bool {
    var found = 0
    var persons = 0
    for subject in subjects {
      switch evidence(subject) {
      case .proof: return true
      case .person: (found, persons) = (found + 1, persons + 1)
      case .text: found += 1
      case .none: break
      }
    }
    return 2 * found >= subjects.count && (persons > 0 || found >= 3) && yearFits(scope)
  }

  private func evidence(_ subject: LogSubject) -> Evidence {
    if let entity = schedule.target(subject.target) {
      if Self.isUniversal(subject.target) { return .proof }
      if !Set(schedule.people(of: entity)).isDisjoint(with: subject.people) { return .person }
      if !subject.title.isEmpty, schedule.name(of: entity) == subject.title { return .text }
    }
    return identities[KeptIdentity(subject)] == nil ? .none : .text
  }

  /// Returns whether no year stands in the name of a conference, or one of the schedule's.
  private func yearFits(_ scope: String) -> Bool {
    guard let years else { return true }
    let named = scope.utf8.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      .filter { $0.count == 4 }.compactMap { Int(Substring($0)) }
      .filter { (1900...2199).contains($0) }
    return named.isEmpty || named.contains(where: years.contains)
  }

  /// Returns whether an identifier is a UUID or a sum of 128 bits or more, in hexadecimal digits.
  static func isUniversal(_ id: String) -> Bool {
    // One time of an event that comes again has its date behind the identifier.
    let name = id.prefix { $0 != "/" }
    return name.count { $0.isHexDigit } >= 32 && name.allSatisfy { $0.isHexDigit || $0 == "-" }
  }
}
