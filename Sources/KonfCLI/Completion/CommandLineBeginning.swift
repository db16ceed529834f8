/// A command line before the word that is being typed.
struct CommandLineBeginning {
  /// The command; nil if none was typed yet.
  let command: (any Command.Type)?
  /// The words and options so far; those that are wrong are left out.
  let invocation: Invocation
  /// The option whose value is being typed.
  let pending: OptionDefinition?
  /// Whether no option can follow any more.
  let areOptionsOver: Bool

  /// Returns what is known of the schedule, as a command line of its own.
  ///
  /// - Parameter configuration: The default options.
  /// - Returns: The command line.
  func settings(with configuration: Configuration) -> Invocation {
    invocation.filled(from: configuration.values).keeping([
      CommonOption.data.definition, CommonOption.home.definition, CommonOption.month.definition,
      CommonOption.zone.definition,
    ])
  }
}
