/// What was asked for on the command line, checked against the table but not yet acted on.
package struct Invocation: Equatable, Sendable {
  /// The command's name, or nil if none was given.
  ///
  /// `--help` is the command `help` and `--version` the command `version`, which cannot be typed.
  package let command: String?
  /// The words behind the command, as they were given.
  package let operands: [String]
  /// The options given, by long name; one without a value has an empty text.
  package let options: [String: String]

  /// Creates an invocation.
  ///
  /// - Parameters:
  ///   - command: The command's name, if any.
  ///   - operands: The words behind the command.
  ///   - options: The options by long name.
  package init(
    _ command: String? = nil, operands: [String] = [], options: [String: String] = [:]
  ) {
    self.command = command
    self.operands = operands
    self.options = options
  }

  /// Tells whether an option was given.
  ///
  /// - Parameter option: The option.
  /// - Returns: Whether it was given, with or without a value.
  package func has(_ option: OptionDefinition) -> Bool {
    options[option.long] != nil
  }

  /// Reads the value of an option.
  ///
  /// - Parameter option: The option.
  package subscript(option: OptionDefinition) -> String? { options[option.long] }
}
