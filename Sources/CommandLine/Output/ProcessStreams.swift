import Basics

/// The arguments, environment variables and standard streams of the process.
///
/// Commands never access the process. The main program passes these values to a command, and writes
/// the command's output.
package enum ProcessStreams {
  /// The exit code after a broken pipe, the same as for a process ended by SIGPIPE.
  private static let brokenPipe: Int32 = 128 + 13

  /// Ensures that the three standard streams are open.
  ///
  /// Otherwise the next opened file would get the number of a closed stream, and output would be
  /// written to that file. A closed stream is replaced with a stream for the opposite direction, so
  /// using it still fails. Call this function before opening any file.
  package static func open() {
    for (descriptor, mode) in [(0 as Int32, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] {
      guard fcntl(descriptor, F_GETFD) == -1, errno == EBADF else { continue }
      // The system assigns the lowest free number, and this is the number of the closed stream.
      if openat(AT_FDCWD, "/dev/null", mode) == -1 { _ = openat(AT_FDCWD, "/", O_RDONLY) }
    }
  }

  /// The arguments as given, without the program's name, or nil if they are unknown.
  ///
  /// On Linux, Swift reads the arguments from `/proc`. If `/proc` cannot be read, even the
  /// program's name is missing.
  package static var arguments: [[UInt8]]? {
    if Swift.CommandLine.argc == 0 { return nil }
    let all = UnsafeBufferPointer(
      start: Swift.CommandLine.unsafeArgv, count: Int(Swift.CommandLine.argc))
    return all.dropFirst().compactMap { $0 }.map { argument in
      Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
    }
  }

  package static func outcomeWithoutArguments(_ presentation: Presentation) -> Output {
    var streams = OutputStreams(presentation)
    streams.note("cannot read the arguments; /proc must be mounted", .error)
    return streams.finished(.inputOutput)
  }

  /// Returns the values of the environment variables that are set, by name.
  package static func environment(_ variables: [EnvironmentVariable]) -> [String: String] {
    var found: [String: String] = [:]
    for variable in variables {
      if let value = getenv(variable.name) { found[variable.name] = String(cString: value) }
    }
    return found
  }

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

  /// Writes trusted text with control sequences to standard error immediately.
  package static func draw(_ text: String) {
    _ = writeAll(Array(text.utf8), to: 2)
  }

  /// Writes trusted text to standard output immediately, for interactive commands.
  package static func append(_ text: String) {
    _ = writeAll(Array(text.utf8), to: 1)
  }

  /// Writes a part of the output immediately, and keeps standard output open.
  ///
  /// - Throws: `Failure` if the part could not be written completely.
  package static func append(_ output: Output) throws(Failure) {
    _ = writeAll(output.err, to: 2)
    let code = writeAll(output.answer.bytes, to: 1)
    if code != 0 { throw Failure(.inputOutput, "standard output: \(cause(of: code))") }
  }

  private static func cause(of code: Int32) -> String {
    code == EBADF ? "closed" : SystemError(code: code).description
  }

  /// Waits until a file is readable or the time has elapsed.
  ///
  /// If `file` is nil, the function waits for the whole time.
  ///
  /// - Returns: False if the reader of standard output closed the pipe.
  package static func wait(reading file: Int32?, upTo time: Duration) -> Bool {
    // The system ignores negative descriptors.
    var files = [
      pollfd(fd: isatty(1) == 1 ? -1 : 1, events: 0, revents: 0),
      pollfd(fd: file ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&files, nfds_t(files.count), Int32(clamping: max(0, time.components.seconds * 1000)))
    return files[0].revents & Int16(POLLERR) == 0
  }

  /// Writes the output of a run.
  ///
  /// Remarks are written first, so they are not lost if the reader of the standard output stops
  /// early. Stopping early is not an error. A full disk, a closed stream and any other failure are
  /// reported on standard error. If the pager cannot be started, the output is written directly.
  ///
  /// - Returns: The exit code of the process: 141 if the reader closed the pipe, or the status of
  ///   the run if all output was written. Otherwise, the code is 76 if the run saved a change, and
  ///   74 if it did not.
  package static func deliver(_ output: Output, _ presentation: Presentation) -> Int32 {
    _ = writeAll(output.err, to: 2)
    if let pager = output.pager, Pager.show(output.answer, with: pager) {
      return output.status.rawValue
    }
    let code = output.answer.isEmpty ? 0 : writeAll(output.answer)
    if code == 0 { return output.status.rawValue }
    if code == EPIPE { return brokenPipe }
    var streams = OutputStreams(presentation)
    let status = output.isChangeKept ? ExitStatus.answerLost : .inputOutput
    let kept: SafeText =
      output.isChangeKept ? "; the change was saved, so do not run the command again" : ""
    streams.note("standard output: \(cause(of: code)); the output is incomplete\(kept)", .error)
    _ = writeAll(streams.finished(status).err, to: 2)
    return status.rawValue
  }

  /// Writes all bytes, closes standard output, and returns 0 or the error number.
  ///
  /// Some file systems report errors only on closing.
  private static func writeAll(_ answer: Answer) -> Int32 {
    for piece in answer.pieces {
      let code = writeAll(piece, to: 1)
      if code != 0 { return code }
    }
    return close(1) == -1 ? errno : 0
  }

  /// Writes all bytes and returns 0 or the error number.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
        let count = write(descriptor, start, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          // Another program has made the stream non-blocking. Wait until the stream accepts more
          // bytes.
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
