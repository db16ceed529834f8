/// What is wrong with a command line.
package enum UsageError: Error, Equatable, Sendable {
  /// An argument, counted from 1, whose bytes are not UTF-8; they are spelled in the text.
  case undecodable(position: Int, shown: String)
  /// A word that is no command.
  case unknownCommand(String, nearest: [String])
  /// A word that is no command, where the program knows what it is: a message, and a line that works.
  case misplaced(SafeText, hint: SafeText)
  /// An option, with its dashes, that no command takes.
  case unknownOption(String, nearest: [String])
  /// A word that the help does not explain.
  case unknownTopic(String, nearest: [String])
  /// An option that other commands take; the command is nil if none was given.
  case optionNotTaken(option: String, command: String?, takenBy: [String])
  /// Two options that the command does not take together; the command is nil if no command does.
  case conflict(command: String?, OptionConflict)
  /// An option at the end, or before another option, that needs a value.
  case missingValue(option: String, expected: String)
  /// A value after the equals sign of an option that takes none.
  case unexpectedValue(option: String, value: String)
  /// A value that is not of the kind that belongs there.
  case badValue(place: String, value: String, accepted: String)
  /// A command that lacks a word it needs.
  case missingOperand(command: String, operand: String, usage: String)
  /// A line of default options that begins with something else.
  case noOption(String)
  /// An option that is for the command line alone.
  case notByDefault(String)
  /// A command with a word too many.
  case extraOperand(command: String, value: String, usage: String)

  /// Returns what was found and what would have been accepted, in one line.
  ///
  /// - Parameter program: The name of the program.
  /// - Returns: The message.
  package func message(in program: String) -> SafeText {
    switch self {
    case .undecodable(let position, let shown):
      "argument \(position): \"\(shown)\" is not UTF-8; arguments are UTF-8 text"
    case .unknownCommand(let word, _):
      "unknown command \"\(word)\"; \(program) help lists the commands"
    case .misplaced(let message, _): message
    case .unknownOption(let word, _):
      "unknown option \"\(word)\"; \(program) help lists the options"
    case .unknownTopic(let word, _):
      "help: \"\(word)\" is no command and no topic; \(program) help lists both"
    case .optionNotTaken(let option, let command, let others):
      """
      \(command.map { "\($0): " } ?? "")option \(option) does not apply to this command; it is for \
      \(Self.listing(others, last: "and"))
      """
    case .conflict(let command, let options):
      """
      \(command.map { "\($0): " } ?? "")--\(options.first) and --\(options.second) cannot be combined
      """
    case .missingValue(let option, let expected):
      "\(option): the value is missing; expected \(option) \(expected)"
    case .unexpectedValue(let option, let value):
      "\(option): found the value \"\(value)\"; expected none"
    case .badValue(let place, let value, let accepted):
      "\(place): found \"\(value)\"; expected \(accepted)"
    case .missingOperand(let command, let operand, let usage):
      "\(command): \(operand) is missing; expected \(usage)"
    case .noOption(let word):
      "found \"\(word)\"; expected an option, such as --tz local"
    case .notByDefault(let option):
      "\(option) is for the command line alone"
    case .extraOperand(let command, let value, let usage):
      "\(command): \"\(value)\" is one word too many; expected \(usage)"
    }
  }

  /// A guess at what was meant, if there is one.
  package var hint: SafeText? {
    switch self {
    case .unknownCommand(_, let nearest), .unknownOption(_, let nearest),
      .unknownTopic(_, let nearest):
      nearest.isEmpty ? nil : "did you mean \(Self.listing(nearest, last: "or"))?"
    case .misplaced(_, let hint): hint
    default:
      nil
    }
  }

  /// Returns words as a sentence lists them.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - last: What comes before the last one.
  /// - Returns: `a`, `a or b`, `a, b or c`.
  package static func listing(_ words: [String], last: String) -> String {
    guard words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) \(last) \(words[words.count - 1])"
  }
}
