#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The error number of a system call.
struct SystemError: Error {
  let code: Int32

  /// Makes a system call again until no signal interrupts it.
  ///
  /// - Parameter call: A call that answers with a negative number on failure.
  /// - Returns: Its answer.
  /// - Throws: The error number if it failed.
  @discardableResult
  static func check<Answer: SignedInteger>(
    _ call: () -> Answer
  ) throws(SystemError) -> Answer {
    while true {
      let answer = call()
      if answer >= 0 { return answer }
      let code = errno
      if code != EINTR { throw SystemError(code: code) }
    }
  }
}
