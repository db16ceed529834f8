import SystemBasics

/// The connection between a process that uses a terminal and its guardian.
///
/// The process sends the bytes that undo what it did to the terminal, as a length and the bytes; the
/// guardian answers with one byte when it has written them. When one of them ends, the other notices.
final class GuardianLink {
  /// The variable with the number of the connection.
  private static let variable = "TERMINAL_GUARDIAN"
  private let file: Descriptor

  private init(_ number: Int32) {
    file = Descriptor(number)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
  }

  /// The number by which the system knows it.
  var number: Int32 { file.number }

  // MARK: The guardian's side

  /// The number of a constant, which has a type of its own in some C libraries.
  private static func number(_ constant: some RawRepresentable<UInt32>) -> Int32 {
    Int32(constant.rawValue)
  }
  private static func number(_ constant: Int32) -> Int32 { constant }

  /// Creates a connection for a process that is about to be started.
  ///
  /// - Returns: The guardian's end, and the number of the other one, which is to be closed afterwards.
  static func pair() -> (own: GuardianLink, other: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Self.number(SOCK_STREAM), 0, &ends) == 0 else { return nil }
    setenv(variable, "\(ends[1])", 1)
    return (GuardianLink(ends[0]), ends[1])
  }

  /// Returns the bytes that the process sent last; nil if it sent none since the last call.
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

  /// Informs the process that its terminal was restored.
  func tellUndone() { send([1]) }

  // MARK: The process's side

  /// Returns the connection to the guardian that started this process; nil if none did.
  ///
  /// The guardian may have ended by now, so its process is no evidence.
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

  /// Sends the guardian what to write if this process ends.
  func tell(undo: [UInt8]) { send([UInt8(undo.count)] + undo) }

  /// What the guardian sent.
  enum Word {
    case nothing
    case undone
    case ended
  }

  /// Returns what the guardian sent since the last call.
  func receive() -> Word {
    do throws(SystemError) {
      return try file.readNext(upTo: 16).isEmpty ? .ended : .undone
    } catch {
      return error.code == EAGAIN ? .nothing : .ended
    }
  }

  private func send(_ bytes: [UInt8]) {
    // A few bytes always fit. Without a reader, the end of the connection says all.
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    _ = bytes.withUnsafeBytes { SystemBasics.send(number, $0.baseAddress, $0.count, flags) }
  }
}
