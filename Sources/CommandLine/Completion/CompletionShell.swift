/// The shells that words are completed in.
package enum CompletionShell: String, CaseIterable, Sendable {
  /// bash.
  case bash
  /// zsh.
  case zsh
  /// fish.
  case fish

  /// Returns the script that calls a program for the words to offer.
  ///
  /// The program has a hidden command `__complete`, see ``CompletionRequest``.
  ///
  /// - Parameter program: The name of the program.
  /// - Returns: The script.
  package func script(of program: String) -> String {
    switch self {
    case .bash: Self.bashScript(of: program)
    case .zsh: Self.zshScript(of: program)
    case .fish: Self.fishScript(of: program)
    }
  }

  /// The lines that the script reads: one for each candidate, and one for files or folders.
  ///
  /// - Parameters:
  ///   - offer: What there is to offer.
  ///   - word: The word as it was typed.
  ///   - width: The columns of the terminal.
  ///   - listsOnly: Whether the shell shows a list of several candidates and takes none of them.
  /// - Returns: The lines in the order of the candidates.
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

  /// Returns candidates, each followed by its help.
  ///
  /// bash has no help for candidates; but as long as there are several, it takes only what all of them
  /// begin with, which never reaches into the help.
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

  /// Returns a text in which `_describe` of zsh finds no end and no escape.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if character == ":" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
