/// A point in time, in whole seconds.
///
/// Seconds are counted from 1970-01-01T00:00:00Z without leap seconds, as in Unix time. A zone
/// converts an instant to local time:
///
///     Instant(secondsSince1970: 1_431_936_000).iso8601(in: berlin)  // "2015-05-18T10:00:00+02:00"
public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, negative before that time.
  public let secondsSince1970: Int64

  /// The instants in the years 1 to 9999, in UTC.
  package static let named =
    Instant(secondsSince1970: -62_135_596_800)...Instant(secondsSince1970: 253_402_300_799)

  /// Creates an instant from a number of seconds since 1970-01-01T00:00:00Z.
  ///
  /// - Parameter secondsSince1970: The number of seconds. Every value is valid.
  public init(secondsSince1970: Int64) {
    self.secondsSince1970 = secondsSince1970
  }

  /// Returns a Boolean value that indicates whether the first instant is earlier than the second.
  ///
  /// - Parameters:
  ///   - left: An instant to compare.
  ///   - right: Another instant to compare.
  /// - Returns: True if `left` is earlier than `right`.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }

  /// Returns this instant advanced by a duration, discarding fractions of a second.
  ///
  /// On overflow, the result is the first or last representable instant.
  package func advanced(by duration: Duration) -> Instant {
    let seconds = duration.components.seconds
    let (sum, overflow) = secondsSince1970.addingReportingOverflow(seconds)
    return Instant(secondsSince1970: overflow ? (seconds < 0 ? .min : .max) : sum)
  }

  /// Returns the duration to another instant, negative if the other instant is earlier.
  package func duration(to other: Instant) -> Duration {
    .seconds(other.secondsSince1970) - .seconds(secondsSince1970)
  }
}
