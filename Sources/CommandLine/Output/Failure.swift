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
}

extension OutputStreams {
  /// Ends the run with the messages and the status of a failure.
  package consuming func finished(_ failure: Failure) -> Output {
    for message in failure.messages { note(message, .error) }
    return finished(failure.status)
  }
}
