import SystemBasics

/// The process as it was started: its arguments, variables and streams.
///
/// This is all of the world that the command line sees; `main` hands it over and delivers the
/// outcome.
package enum ProcessStreams {
  /// The exit code for a reader that went away: that of a process ended by SIGPIPE.
  private static let brokenPipe: Int32 = 128 + 13

  /// Makes sure that the three standard streams are open.
  ///
  /// A closed one would give its number to the next file that is opened, and output would land in
  /// that file. It is replaced by one that cannot be used: reading the input and writing the
  /// outputs still fail. Call this before anything opens a file.
  package static func open() {
    for (descriptor, mode) in [(0 as Int32, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] {
      guard fcntl(descriptor, F_GETFD) == -1, errno == EBADF else { continue }
      // The lowest free number is taken, and all below this one are in use.
      if openat(AT_FDCWD, "/dev/null", mode) == -1 { _ = openat(AT_FDCWD, "/", O_RDONLY) }
    }
  }

  /// The arguments as they were given, without the program's name; nil if they are not known.
  ///
  /// On Linux they are found by way of `/proc`. If that cannot be read there seem to be none, and a
  /// given command would count as no command.
  package static var arguments: [[UInt8]]? {
    if Swift.CommandLine.argc == 0 { return nil }
    let all = UnsafeBufferPointer(
      start: Swift.CommandLine.unsafeArgv, count: Int(Swift.CommandLine.argc))
    return all.dropFirst().compactMap { $0 }.map { argument in
      Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
    }
  }

  /// Returns the outcome of a run whose arguments are not known.
  ///
  /// - Parameter presentation: How it is laid out.
  /// - Returns: The outcome, a failure.
  package static func outcomeWithoutArguments(_ presentation: Presentation) -> Output {
    var streams = OutputStreams(presentation)
    streams.note("the arguments cannot be read; expected /proc to be there", .error)
    return streams.finished(.inputOutput)
  }

  /// Returns the variables that a program reads.
  ///
  /// - Parameter variables: The variables.
  /// - Returns: Their values by name; those that are not set are missing.
  package static func environment(_ variables: [EnvironmentVariable]) -> [String: String] {
    var found: [String: String] = [:]
    for variable in variables {
      if let value = getenv(variable.name) { found[variable.name] = String(cString: value) }
    }
    return found
  }

  /// What the system knows of the streams.
  package static var terminal: TerminalFacts {
    let screen = size(of: 1)
    return TerminalFacts(
      outIsTerminal: isatty(1) == 1, errorIsTerminal: isatty(2) == 1, columns: screen.columns,
      errorColumns: size(of: 2).columns, rows: screen.rows)
  }

  private static func size(of descriptor: Int32) -> (columns: Int?, rows: Int?) {
    var size = winsize()
    guard ioctl(descriptor, numericCast(TIOCGWINSZ), &size) == 0 else { return (nil, nil) }
    return (size.ws_col > 0 ? Int(size.ws_col) : nil, size.ws_row > 0 ? Int(size.ws_row) : nil)
  }

  /// Writes a text to the standard error at once.
  ///
  /// - Parameter text: Text of our own, with control sequences.
  package static func draw(_ text: String) {
    _ = writeAll(Array(text.utf8), to: 2)
  }

  /// Writes a text to the standard output at once, as a conversation needs it.
  ///
  /// - Parameter text: Text of our own.
  package static func append(_ text: String) {
    _ = writeAll(Array(text.utf8), to: 1)
  }

  /// Writes the outcome of a run.
  ///
  /// Remarks are written first, so that they are not lost if a reader of the result stops early. A
  /// reader that stops is no failure; a full disk, a closed output or any other trouble is reported
  /// on the standard error. If a pager cannot be started, the answer is written without it.
  ///
  /// - Parameters:
  ///   - output: All that the run said.
  ///   - presentation: How a failure to write it is laid out.
  /// - Returns: The code for the process to exit with: the run's own, 74 if the result could not be
  ///   written whole, 76 if that is so and the run changed what is kept, 141 if its reader went away.
  package static func deliver(_ output: Output, _ presentation: Presentation) -> Int32 {
    _ = writeAll(output.err, to: 2)
    if let pager = output.pager, Pager.show(output.answer, with: pager) {
      return output.status.rawValue
    }
    let code = output.answer.isEmpty ? 0 : writeAll(output.answer)
    if code == 0 { return output.status.rawValue }
    if code == EPIPE { return brokenPipe }
    let cause = code == EBADF ? "it is closed" : SystemError(code: code).description
    var streams = OutputStreams(presentation)
    let status = output.isChangeKept ? ExitStatus.answerLost : .inputOutput
    let kept: SafeText = output.isChangeKept ? "; the change is kept, so do not try again" : ""
    streams.note("standard output: \(cause); the answer is not whole\(kept)", .error)
    _ = writeAll(streams.finished(status).err, to: 2)
    return status.rawValue
  }

  /// Writes an answer to the last byte and closes the standard output, since some file systems
  /// report failures only then.
  private static func writeAll(_ answer: Answer) -> Int32 {
    for piece in answer.pieces {
      let code = writeAll(piece, to: 1)
      if code != 0 { return code }
    }
    return close(1) == -1 ? errno : 0
  }

  /// Writes bytes to the last one.
  ///
  /// - Parameters:
  ///   - bytes: What to write.
  ///   - descriptor: Where to.
  /// - Returns: 0, or the number of the system's error.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
        let count = write(descriptor, start, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          // Another program made the stream non-blocking; wait until it takes more.
          var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&wait, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }
}
