// The declaration of a command: operands, options, conflicts and help. Each `Command` of a program
// creates a definition for the parser, the help, the manual page and completion.

package struct OperandDefinition: Sendable {
  package enum Presence: Sendable {
    case required
    case optional
    /// The operand is required unless this option is given.
    case unless(Flag)
    /// The operand is required unless a filter or an option that replaces operands is given.
    ///
    /// The associated value is the filter that the usage shows as an example.
    case unlessFiltered(OptionDefinition)
    /// The operand is required if this option is given, and not accepted otherwise.
    case with(Flag)
  }

  /// The name in the help, in capitals.
  package let name: String
  package let presence: Presence
  /// True if the operand can be several words that the command joins.
  package let takesWords: Bool
  /// The kind of value, for completion.
  package let values: ValueKind

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

package struct Example: Equatable, Sendable {
  package let command: SafeText
  package let help: SafeText

  package init(_ command: SafeText, _ help: SafeText) {
    self.command = command
    self.help = help
  }
}

package enum HelpBlock: Equatable, Sendable {
  case paragraph(SafeText)
  case list([Entry])
  /// Lines to type or copy verbatim.
  case verbatim([SafeText])
  /// The meaning of each rating, starting at one star.
  ///
  /// The help shows the stars next to each meaning.
  case stars([SafeText])

  package struct Entry: Equatable, Sendable {
    package let term: SafeText
    package let meaning: SafeText

    package init(_ term: SafeText, _ meaning: SafeText) {
      self.term = term
      self.meaning = meaning
    }

    package init(_ option: OptionDefinition) {
      self.init("\(option.heading)", option.help)
    }
  }
}

package struct CommandDefinition: Sendable {
  package let name: String
  /// The summary, on one line.
  package let summary: SafeText
  package let operands: [OperandDefinition]
  /// The options of this command, without the common options.
  package let options: [OptionDefinition]
  package let conflicts: [OptionConflict]
  /// The explanation after the summary.
  package let discussion: [HelpBlock]
  package let examples: [Example]

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

  /// Returns true if the operand at an index must be given and can be any string.
  ///
  /// `count` is the number of operands on the command line.
  func acceptsAnyText(at index: Int, of count: Int) -> Bool {
    let isLast = index == count - 1 || index >= operands.count
    guard let operand = isLast ? operands.last : operands[index] else { return false }
    switch (operand.presence, operand.values) {
    case (.optional, _), (.with, _): return false
    case (_, .text), (_, .own): return true
    default: return false
    }
  }

  /// Returns the forms of the command line, starting with the usual form.
  ///
  /// An option that replaces an operand adds a form. An operand that requires an option also adds a
  /// form. Each form begins with the program's name.
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
