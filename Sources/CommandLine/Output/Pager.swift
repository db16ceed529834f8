import SystemBasics

/// The program that shows an answer on a terminal screen by screen.
enum Pager {
  /// The exit codes of a shell that cannot start a program.
  private static let notStarted: Set<Int32> = [126, 127]

  /// Shows an answer and waits until the user has left the program.
  ///
  /// Leaving it before the end is no failure. Until it is left, Ctrl-C is for the program.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - command: The command, as a shell reads it.
  /// - Returns: Whether the program was started.
  static func show(_ answer: Answer, with command: String) -> Bool {
    // As git does: without settings of the user, less shows colours and ends with a short text.
    setenv("LESS", "FRX", 0)
    // A handler that does nothing is reset when the pager starts, unlike an ignored signal, so that
    // the pager handles Ctrl-C and a closed pipe itself.
    let handlers = [SIGINT, SIGQUIT, SIGPIPE].map { ($0, signal($0, { _ in })) }
    defer { for (number, handler) in handlers { signal(number, handler) } }
    guard let input = popen(command, "w") else { return false }
    for piece in answer.pieces {
      if ProcessStreams.writeAll(piece, to: fileno(input)) != 0 { break }
    }
    let status = pclose(input)
    // The low seven bits are the signal that ended it, if one did.
    return status != -1 && (status & 0x7F != 0 || !notStarted.contains(status >> 8 & 0xFF))
  }
}
