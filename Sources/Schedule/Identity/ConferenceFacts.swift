import ECSKit
import TextBasics

/// The facts that identify the conference of a schedule.
package struct ConferenceFacts: Sendable {
  /// What two schedules are to each other.
  package enum Kinship: Sendable {
    /// They are two versions of one schedule.
    case version
    /// They have talks in common and can be of two conferences.
    case related
    /// They have nothing in common.
    case none
  }

  /// The longest time between the beginnings of two versions; conferences are repeated after a
  /// year.
  private static let longestDelay = Duration.seconds(183 * 86_400)

  /// Title, acronym and address as compared.
  private let names: [String?]
  private let opening: Instant?
  private let sessionCount: Int

  /// Reads the facts of a schedule.
  ///
  /// - Parameter schedule: The schedule.
  /// - Complexity: O(*n*), where *n* is the number of sessions.
  package init(_ schedule: ConferenceSchedule) {
    let context = schedule.context
    names = [
      context[Conference.self]?.title, context[Acronym.self]?.text,
      context[ConferencePage.self]?.link,
    ].map { $0.flatMap { $0.isEmpty ? nil : $0.folded } }
    opening = schedule.sessions.entities.compactMap { $0[Timing.self]?.start }.min()
    sessionCount = schedule.sessions.count
  }

  /// Returns whether two schedules are of one conference.
  ///
  /// They are if they begin within half a year of each other and have an identifier in common that no
  /// two talks share, or have the same title, acronym or address, or more than half of the talks of the
  /// smaller one are in the other. One talk, one speaker or one number in common is not enough.
  ///
  /// - Parameters:
  ///   - newer: The facts of the other schedule.
  ///   - pairing: Which talk is which.
  ///   - talks: What was paired.
  /// - Returns: The kinship.
  /// - Complexity: O(*n*), where *n* is the number of pairs.
  package func kinship(
    with newer: ConferenceFacts, _ pairing: Pairing,
    _ talks: (older: [TalkFacts], newer: [TalkFacts])
  ) -> Kinship {
    let haveName = zip(names, newer.names).contains { $0 != nil && $0 == $1 }
    let isEmpty = sessionCount == 0 || newer.sessionCount == 0
    guard isNear(newer) else { return pairing.pairs.isEmpty && !haveName ? .none : .related }
    if haveName || isEmpty { return .version }
    if pairing.pairs.contains(where: { $0.evidence == .identifier }) { return .version }
    let smaller = min(talks.older.count, talks.newer.count)
    if 2 * pairing.pairs.count > smaller, pairing.isProof(talks.older) { return .version }
    return pairing.pairs.isEmpty ? .none : .related
  }

  private func isNear(_ other: ConferenceFacts) -> Bool {
    guard let opening, let start = other.opening else { return true }
    return max(opening, start).duration(to: min(opening, start)) >= .zero - Self.longestDelay
  }
}

extension Pairing {
  /// Whether the pairs can only be of one conference: three of them, or one of a talk that has
  /// people and the same time and location.
  ///
  /// - Parameter older: The older list.
  /// - Returns: Whether they are a proof.
  package func isProof(_ older: [TalkFacts]) -> Bool {
    pairs.count >= 3
      || pairs.contains { $0.evidence == .everything && !older[$0.old].people.isEmpty }
  }
}
