import Basics

/// The state of parsing a command line, word by word.
///
/// A ``CommandTable`` creates the reader and passes the words. An error is thrown at the word that
/// causes the error. Missing operands and options of other commands are reported by `finished()`,
/// after the last word.
struct WordReader {
  let table: CommandTable
  var words: ArraySlice<String>
  private var command: (any Command.Type)?
  private var definition: CommandDefinition?
  private(set) var operands: [String] = []
  private var values: [(name: String, value: OptionValue)] = []
  /// The given options, in the same order as their values.
  private var options: [OptionDefinition] = []
  /// The last parsed option if its value is missing, otherwise nil.
  private var pending: OptionDefinition?
  private var areOptionsOver = false

  init(table: CommandTable, words: ArraySlice<String>) {
    self.table = table
    self.words = words
  }

  mutating func parse(_ word: String) throws(UsageError) {
    pending = nil
    if areOptionsOver || !CommandTable.isOption(word) {
      try parse(operand: word)
    } else if word == "--" {
      areOptionsOver = true
    } else if word.hasPrefix("--") {
      try parse(long: word.dropFirst(2))
    } else {
      try parse(letters: word.dropFirst())
    }
  }

  /// Parses one word of the default options.
  ///
  /// - Returns: The options in the word that the command accepts, with their values.
  mutating func defaults(
    _ word: String, of command: CommandDefinition
  ) throws(UsageError) -> [(option: OptionDefinition, value: OptionValue)] {
    definition = command
    try parse(word)
    if let name = options.first?.name, let value = words.first {
      throw .unexpectedValue(option: "--\(name)", value: value)
    }
    for option in options
    where CommonOption.notByDefault.contains(where: { $0.name == option.name }) {
      throw .notByDefault("--\(option.name)")
    }
    let known = table.options + command.options
    return zip(options, values).map { ($0, $1.value) }
      .filter { read in known.contains { $0.name == read.option.name } }
  }

  var beginning: CommandLineBeginning {
    let known = table.options + (definition?.options ?? [])
    return CommandLineBeginning(
      command: command,
      invocation: Invocation(
        command ?? table.defaults.none, operands: operands,
        values: values.filter { value in known.contains { $0.name == value.name } }),
      pending: pending, areOptionsOver: areOptionsOver)
  }

  mutating func parse(operand: String) throws(UsageError) {
    if command != nil {
      operands.append(operand)
    } else if let found = table.command(operand) {
      command = found
      definition = found.definition
      if let option = found.shortcuts[operand] { try parse(long: option[...]) }
    } else if let error = table.explain(operand) {
      throw error
    } else {
      throw .unknownCommand(
        operand,
        nearest: (line(withOption: operand) ?? line(undoing: operand)).map { [$0] }
          ?? NearestNames.of(operand, among: table.commandNames))
    }
  }

  /// Returns a command line with the option of this name, or nil if no command has the option.
  ///
  /// An example is `program --version` if the user has typed `program version`.
  private func line(withOption name: String) -> String? {
    if let option = table.options.first(where: { $0.name == name }) {
      return "\(table.program) --\(option.name)"
    }
    for command in table.definitions {
      guard let option = command.options.first(where: { $0.name == name }) else { continue }
      let line = "\(table.program) \(command.name) --\(option.name)"
      guard option.needsValue else { return line }
      let value = words.first.flatMap { CommandTable.isOption($0) ? nil : $0 }
      return "\(line) \(value ?? option.placeholder ?? "")"
    }
    return nil
  }

  /// The names of the options that remove something; a command has at most one of these options.
  private static let removing = ["clear", "remove", "forget"]

  /// Returns a suggested command line that undoes a command, or nil if no option undoes it.
  ///
  /// An example is `program hide --clear` if the user has typed `program unhide`.
  private func line(undoing word: String) -> String? {
    guard word.hasPrefix("un"),
      let command = table.command(String(word.dropFirst(2)))?.definition,
      let option = command.options.first(where: { Self.removing.contains($0.name) })
    else { return nil }
    return "\(table.program) \(command.name) --\(option.name)"
  }

  mutating func parse(long word: Substring) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = option(where: { $0.isCalled(name) }) else {
      throw .unknownOption(
        "--\(name)", command: command?.name, nearest: nearestOptions(to: name))
    }
    if parts.count > 1 {
      let value = String(parts[1])
      if option.placeholder == nil {
        throw .unexpectedValue(option: "--\(option.name)", value: value)
      }
      try set(option, value)
    } else if !option.needsValue {
      try set(option, "")
    } else {
      try setNext(option, named: "--\(option.name)")
    }
  }

  mutating func parse(letters: Substring) throws(UsageError) {
    var rest = letters
    while let letter = rest.popFirst() {
      guard let option = option(where: { $0.short == letter }) else {
        // If the whole word is an option name, the user probably forgot the second dash.
        throw .unknownOption(
          "-\(letter)", command: command?.name, nearest: nearestOptions(to: String(letters)))
      }
      if !option.needsValue {
        try set(option, option.placeholder == nil ? String(letter) : "")
      } else if rest.isEmpty {
        try setNext(option, named: "-\(letter)")
      } else {
        try set(option, String(rest))
        return
      }
    }
  }

  /// Returns the first matching option.
  ///
  /// The common options are searched first, then the command's options, then the options of all
  /// commands.
  ///
  /// The definitions of all commands are created only if the first two searches fail.
  private func option(where fits: (OptionDefinition) -> Bool) -> OptionDefinition? {
    table.options.first(where: fits) ?? definition?.options.first(where: fits)
      ?? table.allOptions.first(where: fits)
  }

  /// Returns the options with names similar to a word; only those of the command, if one was given.
  private func nearestOptions(to word: String) -> [String] {
    let own = command == nil ? nil : definition?.options
    let known = own.map { table.options + $0 } ?? table.allOptions
    let names = NearestNames.of(word, among: known.flatMap { [$0.name] + $0.synonyms })
    return known.filter { option in names.contains(where: option.isCalled) }
      .map { "--\($0.name)" }
  }

  private mutating func setNext(
    _ option: OptionDefinition, named name: String
  ) throws(UsageError) {
    guard let value = words.first, !CommandTable.isOption(value) else {
      pending = option
      let error = UsageError.missingValue(option: name, expected: option.placeholder ?? "")
      throw hint(for: option).map { .dashed(error, hint: $0) } ?? error
    }
    words.removeFirst()
    try set(option, value)
  }

  /// Returns a hint to write the next word as a value, or nil if the word is not a possible value.
  private func hint(for option: OptionDefinition) -> SafeText? {
    guard let word = words.first, word != "--", !isKnown(word), (try? option.value(word)) != nil
    else { return nil }
    return "if \"\(word)\" is the value, write --\(option.name)=\(word.shellWord)"
  }

  /// Returns true if a word that starts an option consists only of known options.
  private func isKnown(_ word: String) -> Bool {
    if word.hasPrefix("--") {
      let name = String(word.dropFirst(2).prefix { $0 != "=" })
      return self.option { $0.isCalled(name) } != nil
    }
    return word.dropFirst().allSatisfy { letter in self.option { $0.short == letter } != nil }
  }

  private mutating func set(_ option: OptionDefinition, _ text: String) throws(UsageError) {
    if values.set(try option.value(text), of: option) { options.append(option) }
  }

  consuming func finished() throws(UsageError) -> Invocation {
    let defaults = table.defaults
    if has(CommonOption.help) {
      if options.count > 1 { try checkConflicts(of: defaults.help.definition) }
      // `program help rate --help` shows the help of rate.
      let isHelp = command == defaults.help && !operands.isEmpty
      let subject = isHelp ? operands : command.map { [$0.name] } ?? []
      return Invocation(defaults.help, operands: subject, values: values)
    }
    if has(CommonOption.version) { return Invocation(defaults.version, values: values) }
    try checkOptions()
    if let definition { try checkOperands(of: definition) }
    if options.count > 1 { try checkConflicts(of: definition) }
    return Invocation(command ?? defaults.none, operands: operands, values: values)
  }

  private func has(_ flag: @autoclosure () -> Flag) -> Bool {
    if values.isEmpty { return false }
    let name = flag().definition.name
    return values.contains { $0.name == name }
  }

  private func checkOptions() throws(UsageError) {
    if options.isEmpty { return }
    let taken = table.options + (definition?.options ?? [])
    for option in options where !taken.contains(where: { $0.name == option.name }) {
      let others = table.definitions.filter { command in
        command.options.contains { $0.name == option.name }
      }
      let isRemoving = Self.removing.contains(option.name)
      let own = definition?.options.filter { isRemoving && Self.removing.contains($0.name) } ?? []
      throw .optionNotTaken(
        option: "--\(option.name)", command: definition?.name,
        takenBy: others.map { "\(table.program) \($0.name)" }, nearest: own.map { "--\($0.name)" })
    }
  }

  private func checkConflicts(of command: CommandDefinition?) throws(UsageError) {
    func find(_ conflicts: [OptionConflict]) -> OptionConflict? {
      conflicts.first { conflict in
        [conflict.first, conflict.second].allSatisfy { name in
          options.contains { $0.name == name }
        }
      }
    }
    if let command, let found = find(command.conflicts) {
      throw .conflict(command: command.name, found)
    }
    if let found = find(OptionConflict.common) { throw .conflict(command: nil, found) }
  }

  private func checkOperands(of command: CommandDefinition) throws(UsageError) {
    let taken = command.operands.filter { operand in
      if case .with(let flag) = operand.presence { return has(flag) }
      return true
    }
    if operands.count > taken.count, !taken.contains(where: \.takesWords) {
      throw .extraOperand(
        command: command.name, value: operands[taken.count],
        usage: command.usages(of: table.program)[0])
    }
    let needed = taken.filter { operand in
      switch operand.presence {
      case .required, .with: true
      case .optional: false
      case .unless(let flag): !has(flag)
      case .unlessFiltered:
        !options.contains { given in
          command.options.contains {
            ($0.isFilter || $0.replacesOperands) && $0.name == given.name
          }
        }
      }
    }
    if operands.count < needed.count {
      let name = needed[operands.count].name
      let usages = command.usages(of: table.program)
      let fitting = usages.first { $0.split(separator: " ").contains(name[...]) }
      throw .missingOperand(command: command.name, operand: name, usage: fitting ?? usages[0])
    }
  }
}
