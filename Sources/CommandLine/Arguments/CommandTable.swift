/// Commands for one purpose, which the help lists under a heading.
package struct CommandGroup: Sendable {
  /// What they are for, as the heading says it.
  package let title: SafeText
  /// The commands in the order of the help.
  package let commands: [any Command.Type]

  /// Puts commands together.
  ///
  /// - Parameters:
  ///   - title: What they are for.
  ///   - commands: The commands in the order of the help.
  package init(_ title: SafeText, _ commands: [any Command.Type]) {
    self.title = title
    self.commands = commands
  }
}

/// All that can be typed: the one source of parsing, help and suggestions.
package struct CommandTable: Sendable {
  /// What runs where no command of the list was named.
  package struct Defaults: Sendable {
    /// The command that a line without a command means.
    let none: any Command.Type
    /// The command that `--help` means.
    let help: any Command.Type
    /// The command that `--version` means.
    let version: any Command.Type
    /// The hidden command that takes any words, options among them.
    let completion: (any Command.Type)?

    /// Names the commands.
    ///
    /// - Parameters:
    ///   - none: The command that a line without a command means.
    ///   - help: The command that `--help` means.
    ///   - version: The command that `--version` means.
    ///   - completion: The hidden command that takes any words, options among them.
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

  /// The name of the program.
  package let program: String
  /// What the program is, in one line.
  package let summary: SafeText
  /// The commands in the order of the help.
  package let groups: [CommandGroup]
  package let defaults: Defaults
  /// What is wrong with a word that is no command, where the program knows more than that.
  let explain: @Sendable (String) -> UsageError?
  private let makeOptions: @Sendable () -> [OptionDefinition]
  private let makeTopics: @Sendable () -> [TopicDefinition]
  private let makeExamples: @Sendable () -> [Example]

  /// Puts a table together.
  ///
  /// - Parameters:
  ///   - program: The name of the program.
  ///   - summary: What the program is, in one line.
  ///   - groups: The commands in the order of the help.
  ///   - defaults: What runs where no command of the list was named.
  ///   - options: The options that every command takes; made only when one was typed, or for the
  ///     help.
  ///   - topics: What else the help explains; made only when the help needs them.
  ///   - examples: Lines worth trying first; made only when the help shows them.
  ///   - explain: Says what is wrong with a word that is no command; nil for an unknown command.
  package init(
    of program: String, summary: SafeText, groups: [CommandGroup], defaults: Defaults,
    options: @autoclosure @escaping @Sendable () -> [OptionDefinition] = [],
    topics: @autoclosure @escaping @Sendable () -> [TopicDefinition] = [],
    examples: @autoclosure @escaping @Sendable () -> [Example] = [],
    explaining explain: @escaping @Sendable (String) -> UsageError? = { _ in nil }
  ) {
    self.program = program
    self.summary = summary
    self.groups = groups
    self.defaults = defaults
    makeOptions = options
    makeTopics = topics
    makeExamples = examples
    self.explain = explain
  }

  /// The options that every command takes.
  package var options: [OptionDefinition] { makeOptions() }
  /// What else the help explains.
  package var topics: [TopicDefinition] { makeTopics() }
  /// Lines worth trying first.
  package var examples: [Example] { makeExamples() }

  /// The names of all commands.
  package var commandNames: [String] { groups.flatMap { $0.commands.map { $0.name } } }

  /// The definitions of all commands.
  package var definitions: [CommandDefinition] {
    groups.flatMap { $0.commands.map { $0.definition } }
  }

  /// Returns the command of a name.
  ///
  /// - Parameter name: The whole name or a synonym; abbreviations are not taken.
  /// - Returns: The command, or nil if there is none.
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

  /// The options of all commands, those that every command takes first; none comes twice.
  ///
  /// - Complexity: O(*n*²), where *n* is the number of options; all definitions are made for it.
  var allOptions: [OptionDefinition] {
    var all = options
    for option in definitions.flatMap(\.options)
    where !all.contains(where: { $0.name == option.name }) {
      all.append(option)
    }
    return all
  }
}
