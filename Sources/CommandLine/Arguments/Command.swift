/// A command of a program.
///
/// The type contains everything about the command; a ``CommandTable`` lists it.
package protocol Command: SendableMetatype {
  /// The word that calls the command.
  static var name: String { get }
  /// Other words that call the command, accepted and never printed; none, unless it says so.
  static var synonyms: [String] { get }
  /// Words that call the command with an option, written as after two dashes, such as `day=today`;
  /// accepted and never printed.
  static var shortcuts: [String: String] { get }
  /// The operands, options and help of the command; created only for a requested command.
  static var definition: CommandDefinition { get }

  /// Returns the names of the fields that the records of an answer have.
  ///
  /// - Parameter invocation: The command line.
  /// - Returns: The names in the order of the output; none if the answer does not consist of
  ///   records, which is the default.
  static func fieldNames(of invocation: Invocation) -> [String]

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - invocation: The command line.
  ///   - environment: The surroundings of the run.
  ///   - streams: Where the command writes.
  /// - Returns: All output, and the exit status.
  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output
}

extension Command {
  package static var synonyms: [String] { [] }
  package static var shortcuts: [String: String] { [:] }
  package static func fieldNames(of invocation: Invocation) -> [String] { [] }
}
