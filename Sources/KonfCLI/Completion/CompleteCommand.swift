import CommandLine

/// `konf __complete SHELL ...`: prints completions for the completion script of a shell.
///
/// The help does not list this command. The command always succeeds and prints only completions.
enum CompleteCommand: Command {
  static let name = "__complete"

  static var definition: CommandDefinition {
    CommandDefinition(name, summary: "the words that a shell offers as completions")
  }

  static func run(
    _ invocation: Invocation, _ environment: RunEnvironment, _ streams: OutputStreams
  ) -> Output {
    var streams = streams
    if let request = CompletionRequest(invocation.operands) {
      var known: KonfCompletion?
      let completion = Completion(.konf, behind: request.before) { kind, beginning in
        let values = known ?? KonfCompletion(beginning, environment)
        known = values
        return values.values(of: kind)
      }
      let lines = request.shell.lines(
        of: completion.offer(for: request.word.text), for: request.word,
        width: streams.presentation.width, listsOnly: request.listsOnly)
      streams.write(ownDocument: Array(lines.map { "\($0)\n" }.joined().utf8))
    }
    return streams.finished(.success)
  }
}
