import Basics

/// A pager that shows output on a terminal one screen at a time.
enum Pager {
  /// The exit codes of a shell that could not start a program.
  private static let notStarted: Set<Int32> = [126, 127]

  /// Shows the output and waits until the user quits the pager.
  ///
  /// Quitting early is not an error. While the pager runs, only the pager handles Ctrl-C.
  ///
  /// - Returns: True if the pager was started.
  static func show(_ answer: Answer, with command: String) -> Bool {
    // These options apply only if the user has set none. As in git, less shows colors, and exits if
    // the text fits on the screen.
    setenv("LESS", "FRX", 0)
    // A pager inherits ignored signals but not handlers. So empty handlers are set here, and the
    // pager handles Ctrl-C and a closed pipe itself.
    let handlers = [SIGINT, SIGQUIT, SIGPIPE].map { ($0, signal($0, { _ in })) }
    defer { for (number, handler) in handlers { signal(number, handler) } }
    guard let input = popen(command, "w") else { return false }
    for piece in answer.pieces {
      if ProcessStreams.writeAll(piece, to: fileno(input)) != 0 { break }
    }
    let status = pclose(input)
    // The low seven bits are the number of the signal that ended the pager, or 0.
    return status != -1 && (status & 0x7F != 0 || !notStarted.contains(status >> 8 & 0xFF))
  }
}
