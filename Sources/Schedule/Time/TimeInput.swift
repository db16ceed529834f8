import TextBasics

/// A time as it is typed: a moment, or what a clock shows in a zone still to be given.
package enum TimeInput: Equatable, Sendable {
  /// A time with an offset, which is a moment everywhere.
  case instant(Instant)
  /// A time without an offset; a zone makes it a moment.
  case civil(CivilDateTime)

  /// Returns what a typed time says.
  ///
  ///     try TimeInput.parse("2015-05-18T11:00+02:00")  // a moment
  ///     try TimeInput.parse("2015-05-18 11:00")        // for the venue's zone to resolve
  ///     try TimeInput.parse("2015-05-18")              // the day's midnight
  ///
  /// - Parameter text: The text, in a form that `WrittenTime` reads.
  /// - Returns: A moment if the text has an offset, else date and time.
  /// - Throws: `TimeInputError` if the text has another form or names a time that does not exist.
  package static func parse(_ text: String) throws(TimeInputError) -> TimeInput {
    guard let written = WrittenTime(text) else { throw TimeInputError(text: text) }
    return written.instant.map(TimeInput.instant) ?? .civil(written.civil)
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

/// A text that was given as a time and cannot be read.
package struct TimeInputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text as it was given.
  package let text: String

  /// What was found and what would have been accepted.
  package var description: String {
    "cannot read \(text.quoted()); "
      + "expected a time such as 2015-05-18T11:00 or 2015-05-18T11:00+02:00"
  }
}
