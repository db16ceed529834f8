import Basics
import ECSKit

/// The text indices of a schedule.
///
/// Each index is created on first use, because most queries need few of them.
final class ScheduleIndices {
  private let context: Context

  init(_ context: Context) { self.context = context }

  private(set) lazy var sessionsByID = context.index(\SessionID.text)
  /// The sessions by the hash value of their short identifier; see `SessionID.shortKey`.
  private(set) lazy var sessionsByShortKey = context.index("short", of: SessionID.self) {
    $0.shortKey
  }
  /// The sessions by the last digits of their UUID, for use if the first digits are ambiguous.
  private(set) lazy var sessionsByEnding = context.index(forEach: "ending", of: SessionID.self) {
    [$0.ending].compactMap(\.self)
  }
  private(set) lazy var cancelledByShortKey = context.index("short", of: CancelledTalk.self) {
    SessionID(text: $0.id).shortKey
  }
  private(set) lazy var talksBySession = context.index(\PartOf.session, in: .parts)
  private(set) lazy var talksBySpeaker = context.index(forEach: \SpeakerNames.names, in: .talks)
  private(set) lazy var sessionsByLocation = context.index(
    forEach: \LocationNames.names, in: .sessions)
  private(set) lazy var peopleByName = context.index(\Name.text, in: .people)
  private(set) lazy var locationsByName = context.index(\Name.text, in: .locations)

  private var isAskedForOthers = false

  /// Returns the entities with an additional code or number that equals a folded string.
  ///
  /// The first lookup scans all entities. Building the index takes as long as twenty scans, and
  /// most runs look up only one code.
  func targets(alsoCalled folded: String) -> [Entity] {
    guard isAskedForOthers else {
      isAskedForOthers = true
      return context.group(.all(OtherIDs.self)).entities.filter { entity in
        entity[OtherIDs.self]?.texts.contains { $0.isFolded(as: folded) } ?? false
      }
    }
    return context.index(forEach: "other ids", of: OtherIDs.self) {
      $0.texts.map(\.folded)
    }[folded]
  }
}

extension ConferenceSchedule {
  /// Creates the groups that most queries use.
  ///
  /// Afterwards, a query may name the components of these groups even if no entity has them.
  ///
  /// - Complexity: O(*n*) for *n* entities, or O(1) for existing groups.
  package func makeGroups() {
    _ = (sessions, talks, people, organizers, locations, rated)
  }

  /// Creates the indices that most queries use, for checks and statistics.
  ///
  /// - Complexity: O(*n*) for *n* entities, or O(1) for existing indices.
  package func makeIndices() {
    _ = (indices.sessionsByID, indices.talksBySession, indices.talksBySpeaker)
    _ = (indices.sessionsByLocation, indices.peopleByName, indices.locationsByName)
  }
}
