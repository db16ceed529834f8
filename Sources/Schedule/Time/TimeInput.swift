import Basics

/// A time as typed by the user: an instant, or a local time that still needs a zone.
package enum TimeInput: Equatable, Sendable {
  /// A time with an offset.
  case instant(Instant)
  /// A local time without an offset.
  case civil(CivilDateTime)

  /// Creates a time from a string in a format of `WrittenTime`.
  ///
  /// The result is nil if the string is malformed or the time does not exist.
  ///
  ///     TimeInput("2015-05-18T11:00+02:00")  // an instant
  ///     TimeInput("2015-05-18 11:00")        // a local time
  ///     TimeInput("2015-05-18")              // midnight of that day
  package init?(_ text: String) {
    guard let written = WrittenTime(text) else { return nil }
    self = written.instant.map(TimeInput.instant) ?? .civil(written.civil)
  }

  /// Returns the instant of the time in a zone.
  ///
  /// The zone applies only to a time without an offset. In a gap or overlap, the choice is the same
  /// as in `Zone.instant(of:)`.
  package func instant(in zone: Zone) -> Instant {
    switch self {
    case .instant(let instant): instant
    case .civil(let civil): zone.instant(of: civil)
    }
  }
}
