package struct SystemError: Error, Hashable {
  /// The value of `errno`.
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// Makes a system call, repeats it while signals interrupt it, and returns its result.
  ///
  /// The call must return a negative number on failure.
  ///
  /// - Throws: The error number if the call fails.
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
  /// The system's message in lowercase.
  package var description: String {
    // The C library has a message for every number, even an unknown one.
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text).lowercased()
  }
}
