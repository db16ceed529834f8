package import CommandLine

extension ValueKind {
  /// A file, or the name of a saved schedule.
  package static let schedule = ValueKind.own("schedule")
  package static let scheduleName = ValueKind.own("scheduleName")
  package static let session = ValueKind.own("session")
  /// A talk or a session.
  package static let target = ValueKind.own("target")
  /// A starred talk or session.
  package static let starred = ValueKind.own("starred")
  package static let person = ValueKind.own("person")
  package static let location = ValueKind.own("location")
  package static let track = ValueKind.own("track")
  package static let language = ValueKind.own("language")
  package static let day = ValueKind.own("day")
  package static let zone = ValueKind.own("zone")
  /// Rules of a check, separated by commas.
  package static let rules = ValueKind.own("rules")
}
