/// How an answer is shown that is longer than the screen.
package struct Paging: Equatable, Sendable {
  /// The command that shows it, as a shell reads it.
  package let command: String
  /// The rows of the terminal.
  package let rows: Int

  /// The pager if no variable names one: it ends at once if the answer fits, shows colours and
  /// links, and leaves the text on the screen.
  package static let standardCommand = "less -FRX"

  /// Decides from what is known, or nil if answers are written at once.
  ///
  /// The program is that of `KONF_PAGER`, else that of `PAGER`, else `less`. There is no pager if
  /// the variable is empty or `cat`, or if the output is not a terminal or is a dumb one.
  ///
  /// - Parameters:
  ///   - program: The name of the program.
  ///   - environment: The variables by name.
  ///   - terminal: What is known of the streams.
  package init?(of program: String, environment: [String: String], terminal: TerminalFacts) {
    guard terminal.outIsTerminal, let rows = terminal.rows, rows > 0 else { return nil }
    let term = environment[EnvironmentVariable.terminal.name] ?? ""
    guard !term.isEmpty, term != "dumb" else { return nil }
    let named =
      environment[EnvironmentVariable.pager(of: program)]
      ?? environment[EnvironmentVariable.commonPager]
    let command = named ?? Self.standardCommand
    guard command.contains(where: { $0 != " " }), command != "cat" else { return nil }
    self.command = command
    self.rows = rows
  }
}
