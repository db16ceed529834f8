import TextBasics

/// Why there is no zone for a name or text.
package enum ZoneError: Error, Equatable, Sendable {
  /// No zone file has this name; the suggestion is the nearest name that has one.
  case unknown(name: String, suggestion: String?)
  /// The zone's file cannot be used.
  case damaged(name: String, Damage)
  /// None of the folders holds any zone files, so that the name cannot be looked up.
  case noZoneFiles(name: String)
  /// A text that is neither a zone's name nor an offset.
  case invalidName(String)
  /// A text that is no POSIX TZ rule.
  case invalidRule(String)

  /// What is wrong with a zone file.
  package enum Damage: Equatable, Sendable {
    /// It does not begin as zone files do.
    case signature
    /// It is of a version that does not exist yet.
    case version
    /// It ends too early.
    case cutShort
    /// Its counts and numbers contradict each other.
    case counts
    /// Its changes are not in order.
    case order
    /// An offset is a day or more.
    case offset
    /// An abbreviation is not a printable text.
    case abbreviation
    /// The rule at its end cannot be read.
    case footer
    /// It counts leap seconds; the clocks of computers do not.
    case leapSeconds
    /// It is larger than zone files are.
    case tooLarge
    /// It is a folder, a device or the like.
    case notRegular
    /// The system does not let it be read.
    case unreadable
  }
}

extension ZoneError: CustomStringConvertible {
  /// What was found, what would have been accepted, and a hint on a line of its own.
  package var description: String {
    let accepted = "a name such as Europe/Berlin, UTC, or an offset such as +02:00"
    switch self {
    case .unknown(let name, let suggestion):
      let hint = suggestion.map { "\ndid you mean \($0)?" } ?? ""
      return "unknown zone \(name.quoted()); expected \(accepted)\(hint)"
    case .damaged(let name, let damage):
      return "zone file of \(name.quoted()): \(damage)"
    case .noZoneFiles(let name):
      return "zone \(name.quoted()): this machine has no zone files; "
        + "expected UTC, an offset such as +02:00, or a rule such as CET-1CEST,M3.5.0,M10.5.0/3"
    case .invalidName(let name):
      return "cannot read zone \(name.quoted()); expected \(accepted)"
    case .invalidRule(let text):
      return "cannot read zone rule \(text.quoted()); "
        + "expected one such as CET-1CEST,M3.5.0,M10.5.0/3"
    }
  }
}

extension ZoneError.Damage: CustomStringConvertible {
  /// What was found in the file and what would have been accepted.
  package var description: String {
    switch self {
    case .signature: "it does not begin with TZif; expected a file as RFC 9636 describes"
    case .version: "it is of an unknown version; expected version 1 to 9"
    case .cutShort: "it is cut short; expected all that its head announces"
    case .counts: "its numbers contradict each other; expected a file as RFC 9636 describes"
    case .order: "its changes are not in order; expected each one later than the one before"
    case .offset: "an offset is out of range; expected less than 25 hours behind, 26 ahead"
    case .abbreviation: "an abbreviation is not readable; expected printable ASCII and a zero"
    case .footer: "the rule at its end is not readable; expected a POSIX TZ text"
    case .leapSeconds: "it counts leap seconds; expected a file that counts none"
    case .tooLarge: "it is too large; expected at most 1 MiB"
    case .notRegular: "it is not a regular file; expected one as RFC 9636 describes"
    case .unreadable: "it cannot be read; expected a file that this user may read"
    }
  }
}
