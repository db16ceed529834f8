import Basics
import ECSKit

/// The facts that identify the conference of a schedule.
package struct ConferenceFacts: Sendable {
  package enum VersionRelationship: Sendable {
    /// Two versions of the same schedule.
    case version
    /// Schedules with a common talk, title, acronym or web page.
    ///
    /// The schedules may belong to different conferences.
    case related
    /// Schedules with nothing in common.
    case none
  }

  /// The maximum time between the starts of two versions: half a year.
  ///
  /// Starts that are further apart may belong to the conferences of two successive years.
  private static let longestDelay = Duration.seconds(183 * 86_400)

  /// The folded title, acronym and web address, each nil if missing or empty.
  private let names: [String?]
  private let opening: Instant?
  private let closing: Instant?
  private let sessionCount: Int
  private let cancelledCount: Int

  /// Creates the facts of a schedule.
  ///
  /// `cancelledCount` is the number of events that the file marks as cancelled.
  ///
  /// - Complexity: O(*n*), where *n* is the number of sessions.
  package init(_ schedule: ConferenceSchedule, cancelledCount: Int = 0) {
    self.cancelledCount = cancelledCount
    let context = schedule.context
    names = [
      context[Conference.self]?.title, context[Acronym.self]?.text,
      context[ConferencePage.self]?.link,
    ].map { $0.flatMap { $0.isEmpty ? nil : $0.folded } }
    let starts = schedule.sessions.entities.compactMap { $0[Timing.self]?.start }
    (opening, closing) = (starts.min(), starts.max())
    sessionCount = schedule.sessions.count
  }

  /// Returns the relationship between this schedule and a newer schedule.
  ///
  /// Two versions must start within half a year of each other, if both starts are known. If their
  /// starts satisfy this condition, a schedule without sessions is always a version of the other.
  /// Schedules with the same title, acronym or web page are versions if more than half of the talks
  /// are paired or if their dates overlap. However, they are not versions if the newer schedule
  /// lacks more than half of the talks without marking them as cancelled.
  ///
  /// Schedules without such a common property are versions if more than half of the talks are
  /// paired, and if the pairs are strong evidence. The evidence is strong if more than half of the
  /// talks are paired with a talk that has the same code, or if the pairs satisfy
  /// ``Pairing/isProof(_:)``. In all these conditions, half of the talks means half of the talks in
  /// the larger schedule.
  ///
  /// - Complexity: O(*n*), where *n* is the number of pairs.
  package func relationship(
    with newer: ConferenceFacts, _ pairing: Pairing, _ olderTalks: [TalkFacts],
    _ newerTalks: [TalkFacts]
  ) -> VersionRelationship {
    let haveName = zip(names, newer.names).contains { $0 != nil && $0 == $1 }
    let count = pairing.pairs.count
    let unlike: VersionRelationship = count == 0 && !haveName ? .none : .related
    guard isNear(newer) else { return unlike }
    if sessionCount == 0 || newer.sessionCount == 0 { return .version }
    let larger = max(olderTalks.count, newerTalks.count)
    let isMost = 2 * count > larger
    if haveName {
      let isCancelled = 2 * (olderTalks.count - count - newer.cancelledCount) > larger
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

  /// Returns true if the dates of the schedules overlap, or if either has no start times.
  private func overlaps(_ other: ConferenceFacts) -> Bool {
    guard let opening, let closing, let start = other.opening, let end = other.closing else {
      return true
    }
    return opening <= end && start <= closing
  }
}

extension Pairing {
  /// Returns true if the pairs prove that the two lists of talks belong to the same conference.
  ///
  /// Three pairs are sufficient. One pair is sufficient if its talks have the same title, speakers,
  /// start and location.
  package func isProof(_ older: [TalkFacts]) -> Bool {
    pairs.count >= 3
      || pairs.contains { $0.evidence == .everything && !older[$0.old].people.isEmpty }
  }
}
