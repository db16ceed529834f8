/// The part of a command line before the word being completed, after parsing.
package struct CommandLineBeginning {
  /// The command, or nil if none was typed yet.
  package let command: (any Command.Type)?
  /// The valid operands and options so far.
  package let invocation: Invocation
  /// The option whose value is being completed, or nil if the word is not a value.
  package let pending: OptionDefinition?
  /// True after `--`, which ends the options.
  package let areOptionsOver: Bool
}
