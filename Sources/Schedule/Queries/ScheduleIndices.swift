import ECSKit
import TextBasics

/// The indices of a schedule by text, each made when it is first asked: most questions need few of them.
final class ScheduleIndices {
  private let context: Context

  init(_ context: Context) { self.context = context }

  private(set) lazy var sessionsByID = context.index(\SessionID.text)
  private(set) lazy var sessionsByShortID = context.index(\SessionID.short)
  private(set) lazy var talksBySession = context.index(\PartOf.session, in: .parts)
  private(set) lazy var talksBySpeaker = context.index(forEach: \SpeakerNames.names, in: .talks)
  private(set) lazy var sessionsByLocation = context.index(
    forEach: \LocationNames.names, in: .sessions)
  private(set) lazy var peopleByName = context.index(\Name.text, in: .people)
  private(set) lazy var locationsByName = context.index(\Name.text, in: .locations)

  /// Whether a code or a number was looked for already.
  private var isAskedForOthers = false

  /// Returns what the file also calls by a folded code or number.
  ///
  /// The first is looked for without an index, which takes as much as twenty such questions; most
  /// runs ask once.
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
  /// Makes the indices that questions about the schedule use, so that all of them can be looked at.
  ///
  /// - Complexity: O(*n*) for *n* entities; O(1) for those that are there.
  package func makeIndices() {
    _ = (indices.sessionsByID, indices.talksBySession, indices.talksBySpeaker)
    _ = (indices.sessionsByLocation, indices.peopleByName, indices.locationsByName)
  }
}
