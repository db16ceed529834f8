/// The error number of a system call.
package struct SystemError: Error, Hashable {
  /// The number.
  package let code: Int32

  /// Creates an error.
  ///
  /// - Parameter code: The number.
  package init(code: Int32) {
    self.code = code
  }

  /// Makes a system call again until no signal interrupts it.
  ///
  /// - Parameter call: A call that answers with a negative number on failure.
  /// - Returns: Its answer.
  /// - Throws: The error number if it failed.
  @discardableResult
  package static func check<Answer: SignedInteger>(
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

extension SystemError: CustomStringConvertible {
  /// The system's name of the error, in lower case.
  package var description: String {
    // The C library has a text for every number, also an unknown one.
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text).lowercased()
  }
}
