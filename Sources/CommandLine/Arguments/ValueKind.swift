/// The kind of value that an option or operand takes, for shell completion.
///
/// A program can add kinds:
///
///     extension ValueKind { static let city = ValueKind.own("city") }
package enum ValueKind: Equatable, Sendable {
  /// Any string, without completion.
  case text
  case words([String])
  case file
  case folder
  /// Comma-separated names of record fields.
  case fields
  /// The name of a command or a help topic.
  case subject
  /// A kind that the program defines, with a unique name.
  case own(String)
}
