import SystemBasics

/// Shows an answer on a terminal one screen at a time.
enum Pager {
  /// The exit codes of a shell that could not start a program.
  private static let notStarted: Set<Int32> = [126, 127]

  /// Shows an answer and waits until the user quits the pager.
  ///
  /// Quitting early is not an error. While the pager runs, it alone handles Ctrl-C.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - command: The shell command of the pager.
  /// - Returns: True if the pager was started.
  static func show(_ answer: Answer, with command: String) -> Bool {
    // As in git: unless the user has set options, less shows colors and exits if the text is short.
    setenv("LESS", "FRX", 0)
    // The pager would inherit an ignored signal but does not inherit a handler. With empty handlers
    // here, the pager handles Ctrl-C and a closed pipe itself.
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
