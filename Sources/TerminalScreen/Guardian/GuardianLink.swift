import Basics

/// The connection between a process that uses a terminal and its guardian.
///
/// The process sends the bytes that restore the terminal, preceded by their length. The guardian
/// replies with one byte after writing them. Each side notices when the other side ends.
final class GuardianLink {
  /// The environment variable with the file descriptor of the child's end.
  private static let variable = "TERMINAL_GUARDIAN"
  private let file: Descriptor

  private init(_ number: Int32) {
    file = Descriptor(number)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
  }

  var number: Int32 { file.number }

  // MARK: Guardian side

  /// Converts a constant to an integer.
  ///
  /// The type of the constant depends on the C library.
  private static func number(_ constant: some RawRepresentable<UInt32>) -> Int32 {
    Int32(constant.rawValue)
  }
  private static func number(_ constant: Int32) -> Int32 { constant }

  /// Creates a connection for a child that is about to start.
  ///
  /// - Returns: The guardian's end, and the file descriptor of the other end. Close the descriptor
  ///   after the child has started.
  static func pair() -> (own: GuardianLink, other: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Self.number(SOCK_STREAM), 0, &ends) == 0 else { return nil }
    setenv(variable, "\(ends[1])", 1)
    return (GuardianLink(ends[0]), ends[1])
  }

  /// Returns the bytes of the last message, or nil if no message arrived since the last call.
  func receiveUndo() -> [UInt8]? {
    var bytes: [UInt8] = []
    while let more = try? file.readNext(upTo: 4096), !more.isEmpty { bytes += more }
    var undo: [UInt8]?
    var rest = bytes[...]
    while let length = rest.popFirst(), rest.count >= Int(length) {
      undo = Array(rest.prefix(Int(length)))
      rest = rest.dropFirst(Int(length))
    }
    return undo
  }

  func tellUndone() { send([1]) }

  // MARK: Process side

  /// Returns the connection to the guardian that started this process, if any.
  ///
  /// The parent process is not checked, because the guardian may already have ended.
  static func inherited() -> GuardianLink? {
    guard let value = getenv(variable) else { return nil }
    let number = Int32(String(cString: value))
    unsetenv(variable)
    var status = stat()
    guard let number, number > 2, fstat(number, &status) == 0,
      status.st_mode & S_IFMT == S_IFSOCK
    else { return nil }
    return GuardianLink(number)
  }

  /// Sends the bytes that the guardian writes to the terminal if this process ends.
  func tell(undo: [UInt8]) { send([UInt8(undo.count)] + undo) }

  /// A message from the guardian, or the fact that the guardian has ended.
  enum Word {
    case nothing
    case undone
    case ended
  }

  /// Returns the message that arrived since the last call, or `.nothing`.
  func receive() -> Word {
    do throws(SystemError) {
      return try file.readNext(upTo: 16).isEmpty ? .ended : .undone
    } catch {
      return error.code == EAGAIN ? .nothing : .ended
    }
  }

  private func send(_ bytes: [UInt8]) {
    // A few bytes always fit in the socket's buffer. If the guardian has ended, the next
    // `receive()` reports it.
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    _ = bytes.withUnsafeBytes { Basics.send(number, $0.baseAddress, $0.count, flags) }
  }
}
