extension CommandTable {
  /// Reads a command line.
  ///
  /// Options stand anywhere, before or behind the command and its words; `--` ends them. A value
  /// follows as `--data PATH`, `--data=PATH` or, behind a letter, at once (`-dPATH`); letters
  /// without values may stand together. An option given twice counts the second time. A dash
  /// alone, or before a digit, begins no option. Names are not abbreviated.
  ///
  /// - Parameter arguments: The arguments' bytes without the program's name.
  /// - Returns: What was asked for.
  /// - Throws: ``UsageError`` for the first thing wrong, in the order of the arguments; what is
  ///   missing or belongs to another command is told last, and not at all if help is asked for.
  package func parse(_ arguments: [[UInt8]]) throws(UsageError) -> Invocation {
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
    var reading = Reading(table: self, words: words[...])
    while let word = reading.words.popFirst() {
      if word == "--" {
        while let operand = reading.words.popFirst() { try reading.take(operand: operand) }
      } else if !Self.isOption(word) {
        try reading.take(operand: word)
      } else if word.hasPrefix("--") {
        try reading.take(long: word.dropFirst(2))
      } else {
        try reading.take(letters: word.dropFirst())
      }
    }
    return try reading.finished()
  }

  /// Tells whether a word is meant as an option: `-x` and `--x` are, `-`, `-1` and `- x` are not.
  fileprivate static func isOption(_ word: String) -> Bool {
    let bytes = word.utf8
    guard bytes.count > 1, bytes.first == UInt8(ascii: "-") else { return false }
    let second = bytes[bytes.index(after: bytes.startIndex)]
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
      && second != UInt8(ascii: ".") && second != UInt8(ascii: " ")
  }

  /// Returns bytes as text in which those that are not UTF-8 are spelled as `\xff`.
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
          text += "\\x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
        }
        position += length
      case .emptyInput:
        return text
      }
    }
  }
}

/// A command line as it is read.
private struct Reading {
  let table: CommandTable
  var words: ArraySlice<String>
  private let known: [OptionDefinition]
  private var command: CommandDefinition?
  private var operands: [String] = []
  private var options: [String: String] = [:]

  init(table: CommandTable, words: ArraySlice<String>) {
    self.table = table
    self.words = words
    known = table.allOptions
  }

  mutating func take(operand: String) throws(UsageError) {
    if command != nil {
      operands.append(operand)
    } else if let found = table.command(operand) {
      command = found
    } else {
      // Whoever types `konf version` means the option of that name.
      let isOption = known.contains { $0.long == operand }
      throw .unknownCommand(
        operand,
        nearest: isOption
          ? ["konf --\(operand)"] : NearestNames.of(operand, among: table.commands.map(\.name)))
    }
  }

  mutating func take(long word: Substring) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = known.first(where: { $0.long == name }) else {
      let nearest = NearestNames.of(name, among: known.map(\.long))
      throw .unknownOption("--\(name)", nearest: nearest.map { "--\($0)" })
    }
    if parts.count > 1 {
      let value = String(parts[1])
      if option.value == .none { throw .unexpectedValue(option: "--\(name)", value: value) }
      try set(option, value)
    } else if option.value == .none {
      try set(option, "")
    } else {
      try setNext(option, named: "--\(name)")
    }
  }

  mutating func take(letters: Substring) throws(UsageError) {
    var rest = letters
    while let letter = rest.popFirst() {
      guard let option = known.first(where: { $0.short == letter }) else {
        // One dash too few is the likelier slip if the whole word names an option.
        let nearest = NearestNames.of(String(letters), among: known.map(\.long))
        throw .unknownOption("-\(letter)", nearest: nearest.map { "--\($0)" })
      }
      if option.value == .none {
        try set(option, "")
      } else if rest.isEmpty {
        try setNext(option, named: "-\(letter)")
      } else {
        try set(option, String(rest))
        return
      }
    }
  }

  private mutating func setNext(
    _ option: OptionDefinition, named name: String
  ) throws(UsageError) {
    guard let value = words.first, !CommandTable.isOption(value) else {
      throw .missingValue(option: name, expected: option.placeholder ?? "")
    }
    words.removeFirst()
    try set(option, value)
  }

  private mutating func set(_ option: OptionDefinition, _ value: String) throws(UsageError) {
    try option.check(value)
    options[option.long] = value
  }

  consuming func finished() throws(UsageError) -> Invocation {
    if options["help"] != nil {
      // `konf help rate --help` still asks about rate.
      let isHelp = command?.name == "help" && !operands.isEmpty
      let subject = isHelp ? operands : command.map { [$0.name] } ?? []
      return Invocation("help", operands: subject, options: options)
    }
    if options["version"] != nil { return Invocation("version", options: options) }
    try checkOptions()
    if let command { try checkOperands(of: command) }
    return Invocation(command?.name, operands: operands, options: options)
  }

  private func checkOptions() throws(UsageError) {
    let taken = table.options + (command?.options ?? [])
    for option in known where options[option.long] != nil && !taken.contains(option) {
      let others = table.commands.filter { $0.options.contains(option) }
      throw .optionNotTaken(
        option: "--\(option.long)", command: command?.name,
        takenBy: others.map { "konf \($0.name)" })
    }
  }

  private func checkOperands(of command: CommandDefinition) throws(UsageError) {
    let taken = command.operands.filter { operand in
      if case .with(let option) = operand.presence { return options[option.long] != nil }
      return true
    }
    let usage = command.usages[0]
    if operands.count > taken.count, !taken.contains(where: \.takesWords) {
      throw .extraOperand(command: command.name, value: operands[taken.count], usage: usage)
    }
    let needed = taken.filter { operand in
      switch operand.presence {
      case .required, .with: true
      case .optional: false
      case .unless(let option): options[option.long] == nil
      }
    }
    if operands.count < needed.count {
      let name = needed[operands.count].name
      let fitting = command.usages.first { $0.split(separator: " ").contains(name[...]) }
      throw .missingOperand(command: command.name, operand: name, usage: fitting ?? usage)
    }
  }
}
