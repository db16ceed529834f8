import TextBasics

/// A time as it is typed: a moment, or what a clock shows in a zone still to be given.
package enum TimeInput: Equatable, Sendable {
  /// A time with an offset, which is a moment everywhere.
  case instant(Instant)
  /// A time without an offset; a zone makes it a moment.
  case civil(CivilDateTime)

  /// Reads a typed time: a moment if the text has an offset, else date and time.
  ///
  ///     TimeInput("2015-05-18T11:00+02:00")  // a moment
  ///     TimeInput("2015-05-18 11:00")        // for the venue's zone to resolve
  ///     TimeInput("2015-05-18")              // the day's midnight
  ///
  /// Nil if the text has another form or names a time that does not exist.
  ///
  /// - Parameter text: The text, in a form that `WrittenTime` reads.
  package init?(_ text: String) {
    guard let written = WrittenTime(text) else { return nil }
    self = written.instant.map(TimeInput.instant) ?? .civil(written.civil)
  }

  /// Returns the moment that is meant in a zone.
  ///
  /// - Parameter zone: The zone for a time without an offset.
  /// - Returns: The moment; in a gap or overlap of the zone the choice of `Zone.instant(of:)`.
  package func instant(in zone: Zone) -> Instant {
    switch self {
    case .instant(let instant): instant
    case .civil(let civil): zone.instant(of: civil)
    }
  }
}
