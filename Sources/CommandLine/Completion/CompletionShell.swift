package enum CompletionShell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// Returns the completion script for a program.
  ///
  /// The script calls the hidden command `__complete`; see ``CompletionRequest``.
  package func script(of program: String) -> String {
    switch self {
    case .bash: Self.bashScript(of: program)
    case .zsh: Self.zshScript(of: program)
    case .fish: Self.fishScript(of: program)
    }
  }

  /// Returns the lines that the hidden command prints for the completion script.
  ///
  /// The result has a line for each candidate, in order, and another line if paths are offered.
  /// `width` is the width of the terminal in columns.
  package func lines(
    of offer: CompletionOffer, for word: ShellWord, width: Int, listsOnly: Bool
  ) -> [String] {
    let paths: [String] =
      switch offer.paths {
      case .none: []
      case .files: [":files"]
      case .folders: [":folders"]
      }
    let candidates = offer.candidates
    switch self {
    case .bash:
      let isList = listsOnly && candidates.count > 1 && offer.paths == .none && word.quote == nil
      let texts = candidates.map { word.completed(by: $0.text) }
      return (isList ? Self.table(texts, candidates, width) : texts) + paths
    case .zsh:
      return candidates.map { "\(Self.escaped($0.text)):\($0.help)" } + paths
    case .fish:
      return candidates.map { "\($0.text)\t\($0.help)" } + paths
    }
  }

  /// Returns the candidates, each followed by its help.
  ///
  /// bash cannot show help for candidates, so the help is part of each candidate. If there are
  /// several candidates, bash inserts only their common prefix. The help is never part of this
  /// prefix.
  private static func table(
    _ texts: [String], _ candidates: [CompletionCandidate], _ width: Int
  ) -> [String] {
    let widest = min(texts.map { SafeText($0).width }.max() ?? 0, width / 2)
    return zip(texts, candidates).map { text, candidate in
      if candidate.help.isEmpty { return text }
      let start = Line("\(text)").padded(to: widest)
      let line: Line = "\(start)  (\(candidate.help))"
      return line.truncated(to: max(start.width + 3, width - 2), ellipsis: "...")
        .rendered(color: false)
    }
  }

  /// Escapes colons and backslashes, because they have a special meaning for `_describe` of zsh.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if character == ":" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
