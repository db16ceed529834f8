/// A command line before the word that is being typed.
package struct CommandLineBeginning {
  /// The command; nil if none was typed yet.
  package let command: (any Command.Type)?
  /// The words and options so far; those that are wrong are left out.
  package let invocation: Invocation
  /// The option whose value is being typed.
  package let pending: OptionDefinition?
  /// Whether no option can follow any more.
  package let areOptionsOver: Bool
}
