/// A command of a program.
///
/// A conforming type declares one command. A ``CommandTable`` lists the conforming types.
package protocol Command: SendableMetatype {
  static var name: String { get }
  /// Further accepted names that are never printed; empty by default.
  static var synonyms: [String] { get }
  /// Further names for the command that also set an option.
  ///
  /// The shortcut `"today": "day=today"` makes `today` run the command with `--day=today`.
  /// Shortcuts are never printed.
  static var shortcuts: [String: String] { get }
  /// The operands, options and help, created only when needed.
  static var definition: CommandDefinition { get }

  /// Returns the field names of the records that the command prints, in output order.
  ///
  /// The default is an empty list, for a command that prints no records.
  static func fieldNames(of invocation: Invocation) -> [String]

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output
}

extension Command {
  package static var synonyms: [String] { [] }
  package static var shortcuts: [String: String] { [:] }
  package static func fieldNames(of invocation: Invocation) -> [String] { [] }
}
