import ECSKit

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
