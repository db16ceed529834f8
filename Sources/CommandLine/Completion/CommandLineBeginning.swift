/// The parsed part of a command line before the word being completed.
package struct CommandLineBeginning {
  /// The command, or nil if none has been typed yet.
  package let command: (any Command.Type)?
  /// The valid operands and options that precede the word.
  package let invocation: Invocation
  /// The option whose value is being completed, or nil if the word is not a value.
  package let pending: OptionDefinition?
  /// True after the argument `--`, the end of the options.
  package let areOptionsOver: Bool
}
