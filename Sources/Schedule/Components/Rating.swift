public import ECSKit

/// The attendee's rating of a talk or a whole session.
public struct Rating: Component, Sendable, Hashable {
  /// The number of stars, from 1 (not for me) to 5 (outstanding).
  public var stars: Int
  /// A remark, or an empty string if there is none.
  public var comment: String
  /// The time at which the attendee gave the rating.
  public var time: Instant

  /// Creates a rating.
  ///
  /// - Parameters:
  ///   - stars: The number of stars, from 1 (not for me) to 5 (outstanding).
  ///   - comment: A remark, or an empty string if there is none.
  ///   - time: The time at which the attendee gave the rating.
  public init(stars: Int, comment: String, time: Instant) {
    self.stars = stars
    self.comment = comment
    self.time = time
  }
}
