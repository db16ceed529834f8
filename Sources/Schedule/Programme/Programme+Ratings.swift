package import ECSKit

extension Programme {
  /// What somebody thought of a talk, and what was rated for it.
  package struct TalkRating {
    /// The rating.
    package let rating: Rating
    /// The slot that was rated as a whole; nil if the talk has a rating of its own.
    package let slot: Entity?
  }

  /// Returns the rating that counts for a talk: its own, else that of its slot.
  ///
  /// - Parameter talk: A talk.
  /// - Returns: The rating, or nil if neither is rated.
  package func rating(of talk: Entity) -> TalkRating? {
    if let own = talk[Rating.self] { return TalkRating(rating: own, slot: nil) }
    guard let slot = slot(of: talk), slot != talk, let rating = slot[Rating.self] else {
      return nil
    }
    return TalkRating(rating: rating, slot: slot)
  }

  /// How many of the talks have a rating that counts.
  package var ratedTalkCount: Int { ratedTalkCount(in: .all) }

  /// Returns how many talks of a part of the programme have a rating that counts.
  ///
  /// - Parameter selection: The part.
  /// - Returns: The number.
  /// - Complexity: O(*k*), where *k* is the number of rated talks and of talks in rated slots.
  package func ratedTalkCount(in selection: Selection) -> Int {
    // Only what is rated has to be looked at, which is little beside all the talks.
    var counted = Set(rated.filter(talks.contains))
    for slot in rated { counted.formUnion(talks(in: slot)) }
    return counted.count(where: selection.contains(talk:))
  }

  /// Returns how many talks there are in a part of the programme.
  package func talkCount(in selection: Selection) -> Int {
    selection.talks?.count ?? talks.count
  }

  /// What is rated, in the order of time, a session before its talks.
  package var ratedInOrder: [Entity] { inOrder(rated) }
}
