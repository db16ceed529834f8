/// Two options that one command line cannot have.
///
/// The parser refuses them, and completion offers neither beside the other.
package struct OptionConflict: Equatable, Sendable {
  /// The name of one option.
  package let first: String
  /// The name of the other one.
  package let second: String

  /// Declares that an option goes with none of some others.
  ///
  ///     OptionConflict.between(clear, [comment])  // --clear and --comment cannot be combined
  ///
  /// - Parameters:
  ///   - option: The option.
  ///   - others: The others, which may go with each other.
  /// - Returns: The conflicts.
  package static func between(
    _ option: OptionDefinition, _ others: [OptionDefinition]
  ) -> [OptionConflict] {
    others.map { OptionConflict(first: option.name, second: $0.name) }
  }

  /// Declares that one of some options can be given at most.
  ///
  /// - Parameter options: The options.
  /// - Returns: The conflicts of each two.
  package static func among(_ options: [OptionDefinition]) -> [OptionConflict] {
    options.indices.flatMap { between(options[$0], Array(options[($0 + 1)...])) }
  }

  /// The conflicts between options of every command.
  static var common: [OptionConflict] { among(CommonOption.dataForms) }

  /// Returns whether it is about two options.
  func isAbout(_ name: String, _ other: String) -> Bool {
    (first, second) == (name, other) || (first, second) == (other, name)
  }
}
