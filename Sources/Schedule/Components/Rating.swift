public import ECSKit

/// The attendee's rating of a talk, or of a session as a whole.
public struct Rating: Component, Sendable, Hashable {
  /// From 1 (not for me) to 5 (outstanding).
  public var stars: Int
  /// A remark; empty if there is none.
  public var comment: String
  /// When it was given.
  public var time: Instant

  /// Creates the component.
  ///
  /// - Parameters:
  ///   - stars: From 1 (not for me) to 5 (outstanding).
  ///   - comment: A remark; empty if there is none.
  ///   - time: When it was given.
  public init(stars: Int, comment: String, time: Instant) {
    self.stars = stars
    self.comment = comment
    self.time = time
  }
}
