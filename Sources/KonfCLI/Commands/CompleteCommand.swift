/// `konf __complete SHELL ...`: the words that the completion script of a shell offers.
///
/// No help lists it. It always succeeds, and writes nothing but words.
enum CompleteCommand: Command {
  static let name = "__complete"

  static var definition: CommandDefinition {
    CommandDefinition(name, summary: "the words that a shell offers")
  }

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    var streams = streams
    if let request = Request(invocation.operands) {
      let completion = Completion(.konf, behind: request.before, environment)
      let lines = request.shell.lines(
        of: completion.offer(for: request.word.text), for: request.word,
        width: streams.presentation.width, listsOnly: request.listsOnly)
      streams.write(ownDocument: Array(lines.map { "\($0)\n" }.joined().utf8))
    }
    return streams.finished(.success)
  }

  /// What a script passes on.
  private struct Request {
    let shell: CompletionShell
    /// The words before the one that is completed, without the name of the program.
    let before: [String]
    let word: ShellWord
    let listsOnly: Bool

    /// Reads the words of the hidden command; nil if no script passes them like that.
    init?(_ words: [String]) {
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
}
