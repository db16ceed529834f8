package import ECSKit

extension ConferenceSchedule {
  /// The attendee's rating of a talk, and the entity that was rated for it.
  package struct TalkRating {
    /// The rating.
    package let rating: Rating
    /// The session that was rated as a whole; nil if the talk has a rating of its own.
    package let session: Entity?
  }

  /// Returns the rating that counts for a talk: its own, else that of its session.
  ///
  /// - Parameter talk: A talk.
  /// - Returns: The rating, or nil if neither is rated.
  package func rating(of talk: Entity) -> TalkRating? {
    if let own = talk[Rating.self] { return TalkRating(rating: own, session: nil) }
    guard let session = session(of: talk), session != talk, let rating = session[Rating.self] else {
      return nil
    }
    return TalkRating(rating: rating, session: session)
  }

  /// How many of the talks have a rating that counts.
  package var ratedTalkCount: Int { ratedTalkCount(in: .all) }

  /// Returns how many talks of a part of the schedule have a rating that counts.
  ///
  /// - Parameter selection: The part.
  /// - Returns: The number.
  /// - Complexity: O(*k*), where *k* is the number of rated talks and of talks in rated sessions.
  package func ratedTalkCount(in selection: Selection) -> Int {
    // Only what is rated has to be looked at, which is little beside all the talks.
    var counted = Set(rated.filter(talks.contains))
    for session in rated { counted.formUnion(talks(in: session)) }
    return counted.count(where: selection.contains(talk:))
  }

  /// Returns how many talks there are in a part of the schedule.
  package func talkCount(in selection: Selection) -> Int {
    selection.talks?.count ?? talks.count
  }

  /// The rated sessions and talks, in order of time, a session before its talks.
  package var ratedInOrder: [Entity] { inOrder(rated) }
}
