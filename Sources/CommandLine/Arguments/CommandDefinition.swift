/// A word or several that a command takes.
package struct OperandDefinition: Sendable {
  /// Whether an operand may be left out.
  package enum Presence: Sendable {
    /// It is always needed.
    case required
    /// It is never needed.
    case optional
    /// It is needed unless this option is given.
    case unless(Flag)
    /// It is needed unless a filter is given, such as this one, or an option that replaces operands.
    case unlessFiltered(OptionDefinition)
    /// It is needed if this option is given, and not taken otherwise.
    case with(Flag)
  }

  /// The name in the help, in capitals.
  package let name: String
  /// Whether it can be omitted.
  package let presence: Presence
  /// Whether it may be several words, which the command joins.
  package let takesWords: Bool
  /// What it names.
  package let values: ValueKind

  /// Defines an operand.
  ///
  /// - Parameters:
  ///   - name: The name in the help, in capitals.
  ///   - presence: Whether it can be omitted.
  ///   - values: What it names.
  ///   - takesWords: Whether it may be several words.
  package init(
    _ name: String, _ presence: Presence = .required, naming values: ValueKind = .text,
    takesWords: Bool = false
  ) {
    self.name = name
    self.presence = presence
    self.values = values
    self.takesWords = takesWords
  }
}

/// A command line worth trying.
package struct Example: Equatable, Sendable {
  /// The line as it is typed.
  package let command: SafeText
  /// What it does.
  package let help: SafeText

  /// Creates an example.
  ///
  /// - Parameters:
  ///   - command: The line as it is typed.
  ///   - help: What it does.
  package init(_ command: SafeText, _ help: SafeText) {
    self.command = command
    self.help = help
  }
}

/// A part of a longer explanation.
package enum HelpBlock: Equatable, Sendable {
  /// Running text.
  case paragraph(SafeText)
  /// Terms with what they mean.
  case list([Entry])
  /// Lines to be typed or copied as they are.
  case verbatim([SafeText])
  /// The meanings of the stars of a rating, from one star on; they are drawn like ratings.
  case stars([SafeText])

  /// A term with what it means.
  package struct Entry: Equatable, Sendable {
    /// The term.
    package let term: SafeText
    /// What it means.
    package let meaning: SafeText

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - term: The term.
    ///   - meaning: What it means.
    package init(_ term: SafeText, _ meaning: SafeText) {
      self.term = term
      self.meaning = meaning
    }

    /// Creates the entry of an option.
    ///
    /// - Parameter option: The option.
    package init(_ option: OptionDefinition) {
      self.init("\(option.heading)", option.help)
    }
  }
}

/// The name of a command, its operands and options, and its help.
package struct CommandDefinition: Sendable {
  /// The word that calls it.
  package let name: String
  /// What it does, in one line.
  package let summary: SafeText
  /// The words it takes.
  package let operands: [OperandDefinition]
  /// The options that it takes beyond those of every command.
  package let options: [OptionDefinition]
  /// Which of its options cannot be combined.
  package let conflicts: [OptionConflict]
  /// The explanation beyond the summary.
  package let discussion: [HelpBlock]
  /// Lines worth trying.
  package let examples: [Example]

  /// Defines a command.
  ///
  /// - Parameters:
  ///   - name: The word that calls it.
  ///   - summary: What it does, in one line.
  ///   - operands: The words it takes.
  ///   - options: The options that it takes beyond those of every command.
  ///   - conflicts: Which of its options cannot be combined.
  ///   - discussion: The explanation beyond the summary.
  ///   - examples: Lines worth trying.
  package init(
    _ name: String, summary: SafeText, operands: [OperandDefinition] = [],
    options: [OptionDefinition] = [], conflicts: [OptionConflict] = [],
    discussion: [HelpBlock] = [], examples: [Example] = []
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.conflicts = conflicts
    self.discussion = discussion
    self.examples = examples
  }

  /// Returns the ways to write the command, the usual one first.
  ///
  /// An operand that an option replaces or requires gives a second way.
  ///
  /// - Parameter program: The name of the program, which comes first.
  /// - Returns: The ways, one or more.
  package func usages(of program: String) -> [String] {
    var usual = [program, name]
    var others: [[String]] = []
    for operand in operands {
      switch operand.presence {
      case .required: usual.append(operand.name)
      case .optional: usual.append("[\(operand.name)]")
      case .unless(let option):
        others.append(usual + [option.definition.usage])
        usual.append(operand.name)
      case .unlessFiltered(let option):
        others.append(usual + [option.usage])
        usual.append(operand.name)
      case .with(let option): others.append(usual + [option.definition.usage, operand.name])
      }
    }
    for option in options where option.replacesOperands {
      others.append([program, name, option.usage])
    }
    return ([usual] + others).map { $0.joined(separator: " ") }
  }
}
