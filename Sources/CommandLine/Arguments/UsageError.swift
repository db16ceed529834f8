package enum UsageError: Error, Equatable, Sendable {
  /// An argument that is not valid UTF-8.
  ///
  /// The position starts at 1. In `shown`, each invalid byte is an escape such as `\xff`.
  case undecodable(position: Int, shown: String)
  case unknownCommand(String, nearest: [String])
  /// An unknown command that the program recognizes as another kind of input.
  ///
  /// The message explains the mistake. The hint is a command line that works.
  case misplaced(SafeText, hint: SafeText)
  /// An option, with its dashes, that no command takes.
  ///
  /// The value `command` is nil if no command was given before the option.
  case unknownOption(String, command: String?, nearest: [String])
  /// A name that is neither a command nor a help topic.
  case unknownTopic(String, nearest: [String])
  /// An option that belongs to other commands.
  ///
  /// The value `command` is nil if no command was given. `nearest` contains options of the command
  /// with the same purpose, such as `--clear` for `--remove`.
  case optionNotTaken(option: String, command: String?, takenBy: [String], nearest: [String])
  /// Two options that cannot be combined.
  ///
  /// The value `command` is nil if every command rejects them.
  case conflict(command: String?, OptionConflict)
  case missingValue(option: String, expected: String)
  /// A value after the equals sign of an option that takes no value.
  case unexpectedValue(option: String, value: String)
  case badValue(place: String, value: String, accepted: String)
  case missingOperand(command: String, operand: String, usage: String)
  /// A line of the configuration file that does not start with an option.
  case noOption(String)
  /// An option that the file of default options cannot set.
  case notByDefault(String)
  case extraOperand(command: String, value: String, usage: String)
  /// An error whose cause may be a value or operand that begins with a dash.
  ///
  /// The hint explains how to write such a value or operand.
  indirect case dashed(UsageError, hint: SafeText)

  /// Returns a one-line message that states the error and usually the accepted input.
  package func message(in program: String) -> SafeText {
    switch self {
    case .undecodable(let position, let shown):
      "argument \(position): \"\(shown)\" is not valid UTF-8"
    case .unknownCommand(let word, _):
      "unknown command \"\(word)\"; \(program) help --all lists the commands"
    case .misplaced(let message, _): message
    case .unknownOption(let word, let command, _):
      """
      unknown option "\(word)"; \(program) help \(command ?? TopicDefinition.optionsName) lists the \
      options
      """
    case .unknownTopic(let word, _):
      "help: unknown command or topic \"\(word)\"; \(program) help --all lists all of them"
    case .optionNotTaken(let option, let command, let others, let nearest):
      """
      \(command.map { "\($0): " } ?? "")option \(option) does not apply to this command\
      \(nearest.isEmpty ? "; use it with \(Self.listing(others, last: "and"))" : "")
      """
    case .conflict(let command, let options):
      """
      \(command.map { "\($0): " } ?? "")--\(options.first) and --\(options.second) cannot be combined
      """
    case .missingValue(let option, let expected):
      "\(option): missing value; use \(option) \(expected)"
    case .unexpectedValue(let option, let value):
      "\(option): unexpected value \"\(value)\""
    case .badValue(let place, let value, let accepted):
      "\(place): invalid value \"\(value)\"; expected \(accepted)"
    case .missingOperand(let command, let operand, let usage):
      "\(command): missing \(operand); usage: \(usage)"
    case .noOption(let word):
      "\"\(word)\" is not an option; write options such as --tz local"
    case .notByDefault(let option):
      "\(option) works only on the command line"
    case .extraOperand(let command, let value, let usage):
      "\(command): unexpected argument \"\(value)\"; usage: \(usage)"
    case .dashed(let error, _): error.message(in: program)
    }
  }

  package var hint: SafeText? {
    switch self {
    case .unknownCommand(_, let nearest), .unknownOption(_, _, let nearest),
      .unknownTopic(_, let nearest), .optionNotTaken(_, _, _, let nearest):
      nearest.isEmpty ? nil : "did you mean \(Self.listing(nearest, last: "or"))?"
    case .misplaced(_, let hint), .dashed(_, let hint): hint
    default:
      nil
    }
  }

  /// Joins words into a list for a sentence, such as `a`, `a or b` or `a, b or c`.
  package static func listing(_ words: [String], last: String) -> String {
    guard words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) \(last) \(words[words.count - 1])"
  }
}
