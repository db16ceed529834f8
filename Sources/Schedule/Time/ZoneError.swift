import Basics

/// An error that occurs when a zone is looked up or parsed.
package enum ZoneError: Error, Equatable, Sendable {
  /// A name without a zone file.
  ///
  /// The suggestion is the most similar existing name, or nil if no name is similar.
  case unknown(name: String, suggestion: String?)
  case damaged(name: String, Damage)
  /// A name that cannot be looked up, because no folder has zone files.
  case noZoneFiles(name: String)
  /// A string that is neither a valid zone name nor an offset.
  case invalidName(String)
  case invalidRule(String)

  package enum Damage: Equatable, Sendable {
    /// The file does not start with TZif.
    case signature
    /// An unknown format version.
    case version
    case cutShort
    /// Inconsistent counts or indices.
    case counts
    /// Changes that are not in ascending order.
    case order
    /// An offset that is out of range.
    case offset
    /// An abbreviation that is not printable ASCII or not terminated.
    case abbreviation
    /// An invalid rule in the footer.
    case footer
    /// The file counts leap seconds, unlike system clocks.
    case leapSeconds
    /// The file is larger than 1 MiB.
    case tooLarge
    case notRegular
    /// The file cannot be read, for example because the user has no permission.
    case unreadable
  }
}

extension ZoneError: CustomStringConvertible {
  /// An error message with the problem, the accepted forms, and a suggestion on a separate line.
  package var description: String {
    let accepted = "a name such as Europe/Berlin, UTC, or an offset such as +02:00"
    switch self {
    case .unknown(let name, let suggestion):
      let hint = suggestion.map { "\ndid you mean \($0)?" } ?? ""
      return "unknown zone \(name.quoted()); expected \(accepted)\(hint)"
    case .damaged(let name, let damage):
      return "zone file for \(name.quoted()): \(damage)"
    case .noZoneFiles(let name):
      return "zone \(name.quoted()): this machine has no zone files; "
        + "expected UTC, an offset such as +02:00, or a rule such as CET-1CEST,M3.5.0,M10.5.0/3"
    case .invalidName(let name):
      return "cannot read zone \(name.quoted()); expected \(accepted)"
    case .invalidRule(let text):
      return "cannot read zone rule \(text.quoted()); "
        + "expected a rule such as CET-1CEST,M3.5.0,M10.5.0/3"
    }
  }
}

extension ZoneError.Damage: CustomStringConvertible {
  package var description: String {
    switch self {
    case .signature: "it does not begin with TZif; expected a TZif file (RFC 9636)"
    case .version: "its version is unknown; expected version 1 to 9"
    case .cutShort: "it is truncated; expected all data that its header counts"
    case .counts:
      "its counts or indices contradict each other; expected a valid TZif file (RFC 9636)"
    case .order: "its transitions are not in order; expected ascending times"
    case .offset:
      "an offset is out of range; expected less than 25 hours behind UTC or 26 hours ahead of it"
    case .abbreviation:
      "an abbreviation is not readable; expected printable ASCII that ends with a NUL byte"
    case .footer: "the rule at its end is not readable; expected a POSIX TZ string"
    case .leapSeconds: "it contains leap seconds; expected a file without them"
    case .tooLarge: "it is too large; expected at most 1 MiB"
    case .notRegular: "it is a special file, such as a device; expected a regular file"
    case .unreadable: "it cannot be read; check its permissions"
    }
  }
}
