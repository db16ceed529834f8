package import ECSKit

extension ConferenceSchedule {
  package struct TalkRating {
    package let rating: Rating
    /// The session that was rated as a whole, or nil if the talk itself was rated.
    package let session: Entity?
  }

  /// Returns the rating of a talk, or of its session if the talk is not rated.
  ///
  /// The result is nil if neither is rated.
  package func rating(of talk: Entity) -> TalkRating? {
    if let own = talk[Rating.self] { return TalkRating(rating: own, session: nil) }
    guard let session = session(of: talk), session != talk, let rating = session[Rating.self] else {
      return nil
    }
    return TalkRating(rating: rating, session: session)
  }

  package var ratedTalkCount: Int { ratedTalkCount(in: .all) }

  /// Returns the number of selected talks that are rated or belong to a rated session.
  ///
  /// - Complexity: O(*k*), where *k* is the total number of rated talks and talks in rated
  ///   sessions.
  package func ratedTalkCount(in selection: Selection) -> Int {
    // Usually few talks are rated, so the search starts from the ratings.
    var counted = Set(rated.filter(talks.contains))
    for session in rated { counted.formUnion(talks(in: session)) }
    return counted.count(where: selection.contains(talk:))
  }

  package func talkCount(in selection: Selection) -> Int {
    selection.talks?.count ?? talks.count
  }

  /// The rated sessions and talks in chronological order.
  ///
  /// A session precedes its talks.
  package var ratedInOrder: [Entity] { inOrder(rated) }
}
