/// What the script of a shell passes on to the hidden command.
package struct CompletionRequest {
  /// The shell.
  package let shell: CompletionShell
  /// The words before the one that is completed, without the name of the program.
  package let before: [String]
  /// The word as it was typed.
  package let word: ShellWord
  /// Whether the shell shows a list of several candidates and takes none of them.
  package let listsOnly: Bool

  /// Reads the words of the hidden command; nil if no script passes them like that.
  ///
  /// - Parameter words: The words after the name of the hidden command.
  package init?(_ words: [String]) {
    guard let shell = words.first.flatMap(CompletionShell.init(rawValue:)) else { return nil }
    self.shell = shell
    switch shell {
    case .bash:
      // The type of completion, where bash breaks words, and the line.
      guard words.count == 4 else { return nil }
      let typed = ShellWord.words(of: words[3], breakingAt: words[2])
      // Variables may be set before the name of the program.
      let own = typed.drop { $0.text.contains("=") }.dropFirst()
      guard let last = own.last else { return nil }
      (word, before) = (last, own.dropLast().map(\.text))
      listsOnly = ["9", "33", "63", "64"].contains(words[1])
    case .zsh, .fish:
      guard words.count > 1, let last = ShellWord.words(of: words[words.count - 1]).last else {
        return nil
      }
      (word, before) = (last, Array(words.dropFirst().dropLast()))
      listsOnly = false
    }
  }
}
