/// An error that ends a run without output.
package struct Failure: Error, Equatable {
  package let status: ExitStatus
  /// The one-line messages for the user: the problem, then hints.
  package let messages: [SafeText]

  package init(_ status: ExitStatus, _ messages: SafeText...) {
    self.status = status
    self.messages = messages
  }

  package init(_ status: ExitStatus, _ messages: [SafeText]) {
    self.status = status
    self.messages = messages
  }

  /// Returns the failure with the source of the value that causes it, such as a variable.
  ///
  /// If `source` is nil, the failure is returned unchanged.
  package func naming(_ source: String?) -> Failure {
    guard let source, let first = messages.first else { return self }
    return Failure(status, ["\(source): \(first)"] + messages.dropFirst())
  }

  /// Returns the result of a closure, or adds the source of a value to the failure that it throws.
  ///
  /// A failure with the status `excluded` is not about the value, and is thrown unchanged.
  package static func naming<Answer>(
    _ source: @autoclosure () -> String?, except excluded: ExitStatus? = nil,
    _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    do { return try body() } catch {
      throw error.status == excluded ? error : error.naming(source())
    }
  }
}

extension OutputStreams {
  /// Ends the run with the messages and the status of a failure, and returns the run's output.
  package consuming func finished(_ failure: Failure) -> Output {
    for message in failure.messages { note(message, .error) }
    return finished(failure.status)
  }
}
