/// A command of a program.
///
/// The type declares everything about the command; a ``CommandTable`` lists it.
package protocol Command: SendableMetatype {
  static var name: String { get }
  /// Other accepted names, which are never printed; empty by default.
  static var synonyms: [String] { get }
  /// Words that call the command with an option, such as `"today": "day=today"`.
  ///
  /// Each value is an option without its two dashes. Shortcuts are accepted and never printed.
  static var shortcuts: [String: String] { get }
  /// The operands, options and help, created only when the command is requested.
  static var definition: CommandDefinition { get }

  /// Returns the field names of the records that the command prints.
  ///
  /// - Parameter invocation: The command line.
  /// - Returns: The names in output order. By default the array is empty, for a command that prints
  ///   no records.
  static func fieldNames(of invocation: Invocation) -> [String]

  /// Runs the command.
  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output
}

extension Command {
  package static var synonyms: [String] { [] }
  package static var shortcuts: [String: String] { [:] }
  package static func fieldNames(of invocation: Invocation) -> [String] { [] }
}
