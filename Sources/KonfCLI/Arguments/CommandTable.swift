/// Commands for one purpose, which the help lists under a heading.
package struct CommandGroup: Equatable, Sendable {
  /// What they are for, as the heading says it.
  package let title: SafeText
  /// The commands in the order of the help.
  package let commands: [CommandDefinition]

  /// Puts commands together.
  ///
  /// - Parameters:
  ///   - title: What they are for.
  ///   - commands: The commands in the order of the help.
  package init(_ title: SafeText, _ commands: [CommandDefinition]) {
    self.title = title
    self.commands = commands
  }
}

/// All that can be typed: the one source of parsing, help and suggestions.
package struct CommandTable: Equatable, Sendable {
  /// What the program is, in one line.
  package let summary: SafeText
  /// The commands in the order of the help.
  package let groups: [CommandGroup]
  /// The options that every command takes.
  package let options: [OptionDefinition]
  /// What else the help explains.
  package let topics: [TopicDefinition]
  /// Lines worth trying first.
  package let examples: [Example]

  /// Puts a table together.
  ///
  /// - Parameters:
  ///   - summary: What the program is, in one line.
  ///   - groups: The commands in the order of the help.
  ///   - options: The options that every command takes.
  ///   - topics: What else the help explains.
  ///   - examples: Lines worth trying first.
  package init(
    summary: SafeText, groups: [CommandGroup], options: [OptionDefinition] = [],
    topics: [TopicDefinition] = [], examples: [Example] = []
  ) {
    self.summary = summary
    self.groups = groups
    self.options = options
    self.topics = topics
    self.examples = examples
  }

  /// The commands of all groups.
  package var commands: [CommandDefinition] { groups.flatMap(\.commands) }

  /// Returns the command of a name.
  ///
  /// - Parameter name: The whole name; abbreviations are not taken.
  /// - Returns: The command, or nil if there is none.
  package func command(_ name: String) -> CommandDefinition? {
    commands.first { $0.name == name }
  }

  /// The options of all commands, those that every command takes first; none comes twice.
  var allOptions: [OptionDefinition] {
    var all = options
    for option in commands.flatMap(\.options) where !all.contains(option) { all.append(option) }
    return all
  }
}
