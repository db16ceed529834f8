/// The pager for output that is longer than the screen.
package struct Paging: Equatable, Sendable {
  /// The shell command of the pager.
  package let command: String
  /// The height of the terminal, in rows.
  package let rows: Int

  /// The default pager.
  ///
  /// With these options, the pager exits if the output fits on the screen, shows colors and links,
  /// and leaves the text on the screen.
  package static let standardCommand = "less -FRX"

  /// Creates the pager settings, or returns nil if output is written directly.
  ///
  /// The command is the value of the program's variable, such as `KONF_PAGER`, or of `PAGER`. If
  /// neither is set, the command is ``standardCommand``. No pager is used if the command is blank
  /// or `cat`, if the output is not a terminal, or if the terminal is dumb.
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
