/// A moment, the same everywhere, counted in whole seconds.
///
/// The count starts at 1970-01-01T00:00:00Z and knows no leap seconds, as the clocks of the
/// systems it runs on. What a clock on a wall shows at that moment is the zone's answer:
///
///     Instant(secondsSince1970: 1_431_936_000).iso8601(in: berlin)  // "2015-05-18T10:00:00+02:00"
public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, negative before.
  public let secondsSince1970: Int64

  /// The moments of the years 1 to 9999 in UTC, which dates can name.
  package static let named =
    Instant(secondsSince1970: -62_135_596_800)...Instant(secondsSince1970: 253_402_300_799)

  /// Creates the moment that lies a number of seconds after the start of 1970 in UTC.
  ///
  /// - Parameter secondsSince1970: Seconds; any number is a moment.
  public init(secondsSince1970: Int64) {
    self.secondsSince1970 = secondsSince1970
  }

  /// Returns whether one moment is before another.
  ///
  /// - Parameters:
  ///   - left: A moment.
  ///   - right: Another moment.
  /// - Returns: Whether the first one is earlier.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }

  /// Returns the moment that lies a length of time later.
  ///
  /// - Parameter duration: The length; a negative one leads back. Parts of a second are left out.
  /// - Returns: The moment, or the outermost one that can be counted if the sum lies beyond it.
  package func advanced(by duration: Duration) -> Instant {
    let seconds = duration.components.seconds
    let (sum, overflow) = secondsSince1970.addingReportingOverflow(seconds)
    return Instant(secondsSince1970: overflow ? (seconds < 0 ? .min : .max) : sum)
  }

  /// Returns the length of time from this moment to another one.
  ///
  /// - Parameter other: The moment to measure to.
  /// - Returns: The length, negative if the other moment is earlier.
  package func duration(to other: Instant) -> Duration {
    .seconds(other.secondsSince1970) - .seconds(secondsSince1970)
  }
}
