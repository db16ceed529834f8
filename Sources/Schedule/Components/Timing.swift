public import ECSKit

/// The known start and end of a session.
///
/// Timings are ordered by start, then by end. A timing without a start sorts as if it started just
/// before its end.
public struct Timing: Component, Sendable, Hashable, Comparable {
  /// The start, or nil if it is unknown.
  public let start: Instant?
  /// The end, or nil if it is unknown.
  public let end: Instant?

  /// Creates the timing of a session.
  ///
  /// - Parameters:
  ///   - start: The start, or nil if it is unknown.
  ///   - end: The end, or nil if it is unknown. It must not precede the start.
  public init(start: Instant?, end: Instant?) {
    self.start = start
    self.end = end
  }

  /// Creates a timing from stored seconds since 1970.
  ///
  /// The result is nil if both values are nil, if an instant is outside ``Instant/named``, or if
  /// the end precedes the start.
  package init?(secondsSince1970 start: Int64?, _ end: Int64?) {
    self.init(
      start: start.map(Instant.init(secondsSince1970:)),
      end: end.map(Instant.init(secondsSince1970:)))
    guard isNamed, listed <= last else { return nil }
  }

  /// True if the known instants are within the supported range of dates, ``Instant/named``.
  package var isNamed: Bool { Instant.named.contains(listed) && Instant.named.contains(last) }

  /// The duration of the session, or nil if the start or the end is unknown.
  package var length: Duration? {
    guard let start, let end else { return nil }
    return start.duration(to: end)
  }

  /// Returns true if an instant is within the session, which includes its start but not its end.
  ///
  /// If the end is unknown, all instants after the start are within the session. If the start is
  /// unknown, all instants before the end are within it. If both are unknown, the result is false.
  package func contains(_ instant: Instant) -> Bool {
    if let start, instant < start { return false }
    if let end, end <= instant { return false }
    return start != nil || end != nil
  }

  /// Returns a Boolean value indicating whether one timing sorts before another.
  ///
  /// - Parameters:
  ///   - first: A timing.
  ///   - second: Another timing.
  /// - Returns: True if the first timing sorts before the second.
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
