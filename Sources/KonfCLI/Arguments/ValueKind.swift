/// What the value of an option or a word of a command names, so that a shell can complete it.
package enum ValueKind: Equatable, Sendable {
  /// Anything; there is nothing to offer.
  case text
  /// One of some words.
  case words([String])
  /// A file.
  case file
  /// A folder.
  case folder
  /// A file, or the name of a remembered schedule.
  case schedule
  /// The name of a remembered schedule.
  case scheduleName
  /// A session.
  case session
  /// A talk or a session.
  case target
  /// A talk or a session that is starred.
  case starred
  /// A person.
  case person
  /// A location.
  case location
  /// A track.
  case track
  /// A language.
  case language
  /// A day of the conference.
  case day
  /// A zone.
  case zone
  /// Rules of a check, with commas between.
  case rules
  /// Fields of the records of an answer, with commas between.
  case fields
  /// A command or a topic of the help.
  case subject
}
