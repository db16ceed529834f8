// Parses command lines and the lines of the configuration file, and reports the first usage error.
// The program calls the parser for its arguments, `Completion` for the words typed so far, and
// `Configuration` for default options. Definitions are created lazily, because a successful run
// needs the definition of only one command.

import Basics

extension CommandTable {
  /// Parses a command line.
  ///
  /// Options may occur anywhere, before or after the command and its operands. The argument `--`
  /// ends the options. An option with a value is written as `--data PATH`, `--data=PATH`, `-d PATH`
  /// or `-dPATH`. Short options without values can be combined. The last occurrence of an option
  /// wins unless the option is repeatable. A single dash, or a dash before a digit, does not start
  /// an option. Option names cannot be abbreviated.
  ///
  /// - Parameter arguments: The bytes of each argument, without the program's name.
  /// - Returns: The invocation. For the hidden completion command, every argument after its name is
  ///   an operand.
  /// - Throws: ``UsageError`` for the first error, in the order of the arguments. Missing operands
  ///   and options of other commands are reported last. With `--help` or `--version`, they are not
  ///   reported.
  package func parse(_ arguments: [[UInt8]]) throws(UsageError) -> Invocation {
    if let hidden = defaults.completion, arguments.first?.elementsEqual(hidden.name.utf8) == true {
      let words = arguments.dropFirst().map { String(decoding: $0, as: UTF8.self) }
      return Invocation(hidden, operands: words)
    }
    var words: [String] = []
    for (index, bytes) in arguments.enumerated() {
      guard let word = String(validating: bytes, as: UTF8.self) else {
        throw .undecodable(position: index + 1, shown: Self.shown(bytes))
      }
      words.append(word)
    }
    return try parse(words)
  }

  private func parse(_ words: [String]) throws(UsageError) -> Invocation {
    do throws(UsageError) {
      return try read(words)
    } catch {
      throw hint(for: error, in: words).map { .dashed(error, hint: $0) } ?? error
    }
  }

  private func read(_ words: [String]) throws(UsageError) -> Invocation {
    var reading = WordReader(table: self, words: words[...])
    while let word = reading.words.popFirst() { try reading.parse(word) }
    return try reading.finished()
  }

  /// Returns a hint to write a word with a leading dash as an operand, or nil if this cannot help.
  ///
  /// For example, the hint for `program note ID -later` contains `program note ID -- -later`. A
  /// word that consists of known short options counts as an operand only if an operand is missing.
  /// The result is nil if the error has another cause, or if the suggested command line would also
  /// be an error.
  private func hint(for error: UsageError, in words: [String]) -> SafeText? {
    var isMissing = false
    switch error {
    case .missingOperand: isMissing = true
    case .unknownOption(_, _, nearest: []), .badValue: break
    default: return nil
    }
    var reading = WordReader(table: self, words: words[...])
    var line: [String] = []
    var operands: [String] = []
    var place = 0
    while let word = reading.words.popFirst() {
      if word == "--" { return nil }
      let rest = reading.words
      let count = reading.operands.count
      let isRead = (try? reading.parse(word)) != nil
      let values = rest.prefix(rest.count - reading.words.count)
      let isLetters = Self.isOption(word) && !word.hasPrefix("--") && values.isEmpty
      let isMeant = !isRead || isMissing && operands.isEmpty && word.count > 2
      if isLetters && isMeant {
        if operands.isEmpty { place = count }
        operands.append(word)
      } else if reading.operands.count > count && !operands.isEmpty {
        operands.append(word)
      } else {
        line += [word] + values
      }
    }
    guard let dashed = operands.first, let found = try? read(line + ["--"] + operands),
      found.command.definition.acceptsAnyText(at: place, of: found.operands.count)
    else { return nil }
    let shown = ([program] + line + ["--"] + operands).map(\.shellWord).joined(separator: " ")
    return "if \"\(dashed)\" is an argument, put -- before it: \(shown)"
  }

  /// Parses an incomplete command line, and ignores errors.
  ///
  /// `words` contains the words before the word being typed.
  func beginning(_ words: [String]) -> CommandLineBeginning {
    var reading = WordReader(table: self, words: words[...])
    while let word = reading.words.popFirst() {
      do throws(UsageError) { try reading.parse(word) } catch { continue }
    }
    return reading.beginning
  }

  /// Parses a default option for a command.
  ///
  /// `word` is the option with its dashes. `value` is nil if the configuration line has no value.
  ///
  /// - Returns: The options in the word, with their values, except options that the command does
  ///   not take.
  /// - Throws: ``UsageError`` if the word is not an option, cannot be a default, or has a bad
  ///   value.
  func option(
    _ word: String, _ value: String?, of command: CommandDefinition
  ) throws(UsageError) -> [(option: OptionDefinition, value: OptionValue)] {
    guard Self.isOption(word), word != "--" else { throw .noOption(word) }
    var reading = WordReader(table: self, words: [value].compactMap(\.self)[...])
    return try reading.defaults(word, of: command)
  }

  /// Returns true if a word starts an option.
  ///
  /// `-x` and `--x` start an option; `-`, `-1` and `- x` do not.
  static func isOption(_ word: String) -> Bool {
    let bytes = word.utf8
    guard bytes.count > 1, bytes.first == UInt8(ascii: "-") else { return false }
    let second = bytes[bytes.index(after: bytes.startIndex)]
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
      && second != UInt8(ascii: ".") && second != UInt8(ascii: " ")
  }

  /// Returns a string decoded from UTF-8 bytes, with each invalid byte as an escape such as `\xff`.
  private static func shown(_ bytes: [UInt8]) -> String {
    var text = ""
    var decoder = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var position = 0
    while true {
      switch decoder.parseScalar(from: &rest) {
      case .valid(let units):
        text.unicodeScalars.append(UTF8.decode(units))
        position += units.count
      case .error(let length):
        for byte in bytes[position..<position + length] {
          text += "\\x\(Hexadecimal.digits(of: byte, count: 2))"
        }
        position += length
      case .emptyInput:
        return text
      }
    }
  }
}

extension [(name: String, value: OptionValue)] {
  /// Sets the value of an option.
  ///
  /// The last occurrence of an option wins unless the option is repeatable.
  ///
  /// - Returns: True if the value was appended, false if it replaced an earlier value.
  @discardableResult
  mutating func set(_ value: OptionValue, of option: OptionDefinition) -> Bool {
    if option.form != .repeatable, let index = firstIndex(where: { $0.name == option.name }) {
      self[index].value = value
      return false
    }
    append((option.name, value))
    return true
  }
}
