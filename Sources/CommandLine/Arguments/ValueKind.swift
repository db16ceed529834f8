/// What the value of an option or a word of a command names, so that a shell can complete it.
///
/// A program extends it with kinds of its own:
///
///     extension ValueKind { static let city = ValueKind.own("city") }
package enum ValueKind: Equatable, Sendable {
  /// Anything; there is nothing to offer.
  case text
  /// One of some words.
  case words([String])
  /// A file.
  case file
  /// A folder.
  case folder
  /// Fields of the records of an answer, with commas between.
  case fields
  /// A command or a topic of the help.
  case subject
  /// A kind of the program's own, by a name that no other has.
  case own(String)
}
