// Computes completion candidates for the word under the cursor. For each completion, a shell script
// runs the program's hidden completion command. The command calls `Completion`, and
// `CompletionShell` formats the result. For kinds of values that the program defines, the program
// supplies the candidates.

/// The completion values of a kind that the program defines.
package enum CompletionValues {
  /// Words or phrases, and optionally paths.
  case words([CompletionCandidate], paths: CompletionOffer.Paths = .none)
  /// Elements of a comma-separated list.
  case list([CompletionCandidate])
  /// Identifiers, each with a title as its help.
  ///
  /// If no identifier matches, titles are offered.
  case titled([CompletionCandidate])
}

/// A completion of a word, from the table of commands and from values that the program supplies.
package struct Completion {
  private let table: CommandTable
  private let beginning: CommandLineBeginning
  private let ownValues: (ValueKind, CommandLineBeginning) -> CompletionValues

  /// Creates a completion.
  ///
  /// `words` contains the words before the word being completed, without the name of the program.
  /// `ownValues` returns the values of a kind that the program defines.
  package init(
    _ table: CommandTable, behind words: [String],
    ownValues: @escaping (ValueKind, CommandLineBeginning) -> CompletionValues = { _, _ in
      .words([])
    }
  ) {
    self.table = table
    self.ownValues = ownValues
    beginning = table.beginning(words)
  }

  package func offer(for typed: String) -> CompletionOffer {
    if let option = beginning.pending { return offer(option.values, typed) }
    if !beginning.areOptionsOver, typed.hasPrefix("-") { return offer(option: typed) }
    guard let command = beginning.command else {
      return CompletionOffer(candidates: CompletionOffer.fitting(typed, commands))
    }
    return offer(operandOf: command.definition, typed)
  }

  // MARK: Commands and options

  private var commands: [CompletionCandidate] {
    table.definitions.compactMap { CompletionCandidate($0.name, $0.summary) }
  }

  private var subjects: [CompletionCandidate] {
    commands + table.topics.compactMap { CompletionCandidate($0.name, $0.summary) }
  }

  private func offer(option typed: String) -> CompletionOffer {
    let options = (beginning.command?.definition.options ?? []) + table.options
    let parts = typed.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      // Options are omitted if they conflict with an option that was already typed.
      let conflicts = (beginning.command?.definition.conflicts ?? []) + OptionConflict.common
      let given = beginning.invocation.optionNames
      let fitting = options.filter { option in
        !given.contains { name in conflicts.contains { $0.isAbout(name, option.name) } }
      }
      let names = fitting.compactMap { CompletionCandidate("--\($0.name)", $0.help) }
      return CompletionOffer(candidates: CompletionOffer.fitting(typed, names))
    }
    guard let option = options.first(where: { $0.isCalled(String(parts[0].dropFirst(2))) }),
      option.placeholder != nil
    else { return CompletionOffer() }
    return offer(option.values, String(parts[1])).behind("\(parts[0])=")
  }

  // MARK: Operands

  private func offer(operandOf command: CommandDefinition, _ typed: String) -> CompletionOffer {
    let operands = command.operands.filter { operand in
      switch operand.presence {
      case .required, .optional, .unlessFiltered: true
      case .unless(let flag): !beginning.invocation[flag]
      case .with(let flag): beginning.invocation[flag]
      }
    }
    let words = beginning.invocation.operands
    let several = operands.firstIndex(where: \.takesWords)
    guard let several, several <= words.count else {
      guard words.count < operands.count else { return CompletionOffer() }
      return offer(operands[words.count].values, typed)
    }
    let before = Array(words[several...])
    var offer = offer(operands[several].values, typed, behind: before)
    if before.isEmpty { return offer }
    // The word may also be a new operand of the same kind, or the next operand.
    if operands[several].name.hasSuffix("...") {
      let own = self.offer(operands[several].values, typed)
      offer.candidates += own.candidates
      offer.paths = own.paths
    }
    for operand in operands[(several + 1)...] {
      offer.candidates += self.offer(operand.values, typed).candidates
    }
    return offer
  }

  // MARK: Values

  /// Returns the candidates for a value of the given kind.
  ///
  /// `words` are the words of the value before the word being completed. They are not part of the
  /// returned candidates.
  private func offer(
    _ kind: ValueKind, _ typed: String, behind words: [String] = []
  ) -> CompletionOffer {
    switch values(of: kind) {
    case .list(let parts): return list(of: parts, typed)
    case .titled(let candidates): return titled(candidates, typed, words)
    case .words(let candidates, let paths):
      return CompletionOffer(
        candidates: Self.fitting(typed, behind: words, candidates), paths: paths)
    }
  }

  private func values(of kind: ValueKind) -> CompletionValues {
    switch kind {
    case .text: .words([])
    case .file: .words([], paths: .files)
    case .folder: .words([], paths: .folders)
    case .words(let words): .words(words.compactMap { CompletionCandidate($0) })
    case .subject: .words(subjects)
    case .fields:
      .list(
        (beginning.command?.fieldNames(of: beginning.invocation) ?? [])
          .compactMap { CompletionCandidate($0) })
    case .own: ownValues(kind, beginning)
    }
  }

  /// Returns the matching identifiers, or the matching titles if no identifier matches.
  private func titled(
    _ all: [CompletionCandidate], _ typed: String, _ words: [String]
  ) -> CompletionOffer {
    var fitting = Self.fitting(typed, behind: words, all)
    if fitting.isEmpty, !typed.isEmpty || !words.isEmpty {
      // Titles with escaped characters are skipped, because they differ from the characters that a
      // user would type.
      let titles = all.filter { !$0.help.string.contains("\\u{") }
        .compactMap { CompletionCandidate($0.help.string, "\($0.text)") }
      fitting = Self.fitting(typed, behind: words, titles)
    }
    return CompletionOffer(candidates: fitting)
  }

  /// Returns the candidates that begin with the given words and the typed text.
  ///
  /// The given words are removed from the returned candidates.
  private static func fitting(
    _ typed: String, behind words: [String], _ candidates: [CompletionCandidate]
  ) -> [CompletionCandidate] {
    let whole = (words + [typed]).joined(separator: " ")
    let fitting = CompletionOffer.fitting(whole, candidates)
    if words.isEmpty { return fitting }
    let count = words.joined(separator: " ").split(separator: " ").count
    return fitting.compactMap { candidate in
      let rest = candidate.text.split(separator: " ").dropFirst(count)
      return CompletionCandidate(rest.joined(separator: " "), candidate.help)
    }
  }

  /// Returns candidates for the last element of a comma-separated list.
  private func list(of parts: [CompletionCandidate], _ typed: String) -> CompletionOffer {
    let end = typed.lastIndex(of: ",").map(typed.index(after:)) ?? typed.startIndex
    let fitting = CompletionOffer.fitting(String(typed[end...]), parts)
    return CompletionOffer(candidates: fitting).behind(String(typed[..<end]))
  }
}
