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
  private let closing: Instant?
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
    let starts = schedule.sessions.entities.compactMap { $0[Timing.self]?.start }
    (opening, closing) = (starts.min(), starts.max())
    sessionCount = schedule.sessions.count
  }

  /// Returns whether two schedules are of one conference.
  ///
  /// They are if they begin within half a year of each other and more than half of the talks of the larger one
  /// are paired, either under their identifiers or as ``Pairing/isProof(_:)`` says. If title, acronym or
  /// address is the same, it is enough that the days overlap, unless more than half of the larger one would
  /// be cancelled.
  ///
  /// - Parameters:
  ///   - newer: The facts of the other schedule.
  ///   - pairing: The pairs of talks.
  ///   - olderTalks: The talks and sessions of this schedule.
  ///   - newerTalks: The talks and sessions of the other one.
  /// - Returns: The kinship.
  /// - Complexity: O(*n*), where *n* is the number of pairs.
  package func kinship(
    with newer: ConferenceFacts, _ pairing: Pairing, _ olderTalks: [TalkFacts],
    _ newerTalks: [TalkFacts]
  ) -> Kinship {
    let haveName = zip(names, newer.names).contains { $0 != nil && $0 == $1 }
    let count = pairing.pairs.count
    let unlike: Kinship = count == 0 && !haveName ? .none : .related
    guard isNear(newer) else { return unlike }
    if sessionCount == 0 || newer.sessionCount == 0 { return .version }
    let larger = max(olderTalks.count, newerTalks.count)
    let isMost = 2 * count > larger
    if haveName {
      let isCancelled = 2 * (olderTalks.count - count) > larger
      return !isCancelled && (isMost || overlaps(newer)) ? .version : unlike
    }
    let sameID = pairing.pairs.count {
      !olderTalks[$0.old].codes.isDisjoint(with: newerTalks[$0.new].codes)
    }
    return isMost && (2 * sameID > larger || pairing.isProof(olderTalks)) ? .version : unlike
  }

  private func isNear(_ other: ConferenceFacts) -> Bool {
    guard let opening, let start = other.opening else { return true }
    return max(opening, start).duration(to: min(opening, start)) >= .zero - Self.longestDelay
  }

  /// True if one begins before the other ends; also if a schedule has no times.
  private func overlaps(_ other: ConferenceFacts) -> Bool {
    guard let opening, let closing, let start = other.opening, let end = other.closing else {
      return true
    }
    return opening <= end && start <= closing
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
