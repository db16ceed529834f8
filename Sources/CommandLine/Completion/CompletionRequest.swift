/// The arguments that a shell's completion script passes to the hidden command.
package struct CompletionRequest {
  package let shell: CompletionShell
  /// The words before the word being completed, without the name of the program.
  package let before: [String]
  /// The word being completed, as typed.
  package let word: ShellWord
  /// True if the shell lists the candidates without inserting one.
  package let listsOnly: Bool

  /// Creates a request from arguments, or returns nil if no completion script passed them.
  package init?(_ words: [String]) {
    guard let shell = words.first.flatMap(CompletionShell.init(rawValue:)) else { return nil }
    self.shell = shell
    switch shell {
    case .bash:
      // The arguments are COMP_TYPE, COMP_WORDBREAKS and the line up to the cursor.
      guard words.count == 4 else { return nil }
      let typed = ShellWord.words(of: words[3], breakingAt: words[2])
      // Variable assignments may precede the name of the program.
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
