package struct CommandGroup: Sendable {
  package let title: SafeText
  /// The commands, in help-page order.
  package let commands: [any Command.Type]

  package init(_ title: SafeText, _ commands: [any Command.Type]) {
    self.title = title
    self.commands = commands
  }
}

/// The commands, options and topics of a program.
///
/// Parsing, help, completion and suggestions all read this table.
package struct CommandTable: Sendable {
  /// The commands that run without being named, such as the command for `--help`.
  package struct Defaults: Sendable {
    /// The command that runs if the command line does not name a command.
    let none: any Command.Type
    let help: any Command.Type
    let version: any Command.Type
    /// The hidden completion command.
    ///
    /// Its arguments are never parsed.
    let completion: (any Command.Type)?

    package init(
      none: any Command.Type, help: any Command.Type, version: any Command.Type,
      completion: (any Command.Type)? = nil
    ) {
      self.none = none
      self.help = help
      self.version = version
      self.completion = completion
    }
  }

  package let program: String
  /// A description of the program, on one line.
  package let summary: SafeText
  package let groups: [CommandGroup]
  /// The commands that most people need, explained on the first page of the help.
  package let common: [any Command.Type]
  package let defaults: Defaults
  /// A closure that returns a more specific error for an unknown command, or nil if none applies.
  let explain: @Sendable (String) -> UsageError?
  private let makeOptions: @Sendable () -> [OptionDefinition]
  private let makeTopics: @Sendable () -> [TopicDefinition]
  private let makeExamples: @Sendable () -> [Example]

  /// Creates a table.
  ///
  /// The options, topics and examples are evaluated only when they are needed.
  package init(
    of program: String, summary: SafeText, groups: [CommandGroup],
    common: [any Command.Type] = [], defaults: Defaults,
    options: @autoclosure @escaping @Sendable () -> [OptionDefinition] = [],
    topics: @autoclosure @escaping @Sendable () -> [TopicDefinition] = [],
    examples: @autoclosure @escaping @Sendable () -> [Example] = [],
    explaining explain: @escaping @Sendable (String) -> UsageError? = { _ in nil }
  ) {
    self.program = program
    self.summary = summary
    self.groups = groups
    self.common = common
    self.defaults = defaults
    makeOptions = options
    makeTopics = topics
    makeExamples = examples
    self.explain = explain
  }

  /// The options that every command takes.
  package var options: [OptionDefinition] { makeOptions() }
  package var topics: [TopicDefinition] { makeTopics() }
  package var examples: [Example] { makeExamples() }

  package var commandNames: [String] { groups.flatMap { $0.commands.map { $0.name } } }

  package var definitions: [CommandDefinition] {
    groups.flatMap { $0.commands.map { $0.definition } }
  }

  /// Returns the command with this name, synonym or shortcut, or nil if no command matches.
  package func command(_ name: String) -> (any Command.Type)? {
    first { $0.name == name }
      ?? first { $0.synonyms.contains(name) || $0.shortcuts[name] != nil }
  }

  private func first(where isMeant: (any Command.Type) -> Bool) -> (any Command.Type)? {
    for group in groups {
      for command in group.commands where isMeant(command) { return command }
    }
    return nil
  }

  /// All options without duplicates: the common options first, then the options of each command.
  ///
  /// - Complexity: O(*n*²), where *n* is the number of options. All command definitions are
  ///   created.
  var allOptions: [OptionDefinition] {
    var all = options
    for option in definitions.flatMap(\.options)
    where !all.contains(where: { $0.name == option.name }) {
      all.append(option)
    }
    return all
  }
}
