/// A command of konf.
///
/// The type has all there is to know about the command; `CommandTable.konf` lists it. Most commands
/// answer from a schedule and are a ``ScheduleCommand``.
package protocol Command: SendableMetatype {
  /// The word that calls the command.
  static var name: String { get }
  /// Other words that call the command, accepted and never printed; none, unless it says so.
  static var synonyms: [String] { get }
  /// Words that call the command with an option, written as behind two dashes, such as `day=today`;
  /// accepted and never printed.
  static var shortcuts: [String: String] { get }
  /// What the command takes and does; made only for a command that is asked for.
  static var definition: CommandDefinition { get }

  /// Returns the names of the fields that the records of an answer have.
  ///
  /// - Parameter invocation: What was asked for.
  /// - Returns: The names in the order of the output; none if the answer does not consist of records,
  ///   as if the command does not say otherwise.
  static func fieldNames(of invocation: Invocation) -> [String]

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - invocation: What was asked for.
  ///   - environment: The surroundings of the run.
  ///   - streams: Where the command writes.
  /// - Returns: All that is to be written, and how the run ends.
  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output
}

extension Command {
  package static var synonyms: [String] { [] }
  package static var shortcuts: [String: String] { [:] }
  package static func fieldNames(of invocation: Invocation) -> [String] { [] }
}
