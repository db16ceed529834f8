public import ECSKit

/// When a session happens, as far as it is known.
///
/// Timings are ordered as a day is read: by the beginning, and by the end among those that begin
/// together. A session without a beginning comes directly before those that begin when it ends.
public struct Timing: Component, Sendable, Hashable, Comparable {
  /// The beginning; nil if the session has always been running.
  public let start: Instant?
  /// The end; nil if it is open.
  public let end: Instant?

  /// Creates the timing of a session.
  ///
  /// - Parameters:
  ///   - start: The beginning, if it is known.
  ///   - end: The end, if it is known; not before the start.
  public init(start: Instant?, end: Instant?) {
    self.start = start
    self.end = end
  }

  /// Creates a timing from stored seconds since 1970.
  ///
  /// Nil if nothing is known, a moment is outside of ``Instant/named``, or the end lies before the start.
  ///
  /// - Parameters:
  ///   - start: The beginning, if it is known.
  ///   - end: The end, if it is known.
  package init?(secondsSince1970 start: Int64?, _ end: Int64?) {
    self.init(
      start: start.map(Instant.init(secondsSince1970:)),
      end: end.map(Instant.init(secondsSince1970:)))
    guard isNamed, listed <= last else { return nil }
  }

  /// True if dates can name all that is known of it.
  package var isNamed: Bool { Instant.named.contains(listed) && Instant.named.contains(last) }

  /// How long the session takes, if both ends are known.
  package var length: Duration? {
    guard let start, let end else { return nil }
    return start.duration(to: end)
  }

  /// Returns whether the session is running.
  ///
  /// - Parameter instant: The moment that is asked about.
  /// - Returns: True from the start on and before the end.
  package func contains(_ instant: Instant) -> Bool {
    if let start, instant < start { return false }
    if let end, end <= instant { return false }
    return start != nil || end != nil
  }

  /// Returns whether one timing is read before another.
  ///
  /// - Parameters:
  ///   - first: A timing.
  ///   - second: Another timing.
  /// - Returns: Whether the first one comes first.
  public static func < (first: Timing, second: Timing) -> Bool {
    func order(_ timing: Timing) -> (Int64, Int, Int64) {
      (
        (timing.start ?? timing.end)?.secondsSince1970 ?? .max,
        timing.start == nil ? 0 : 1,
        timing.end?.secondsSince1970 ?? .max
      )
    }
    return order(first) < order(second)
  }
}
