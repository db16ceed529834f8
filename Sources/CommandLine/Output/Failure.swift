/// Why a run ends without its answer.
package struct Failure: Error, Equatable {
  /// How the run ends.
  package let status: ExitStatus
  /// Where, what was found, and what would have been accepted; a line each.
  package let messages: [SafeText]

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - status: How the run ends.
  ///   - messages: Where, what was found, and what would have been accepted; a line each.
  package init(_ status: ExitStatus, _ messages: SafeText...) {
    self.status = status
    self.messages = messages
  }

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - status: How the run ends.
  ///   - messages: Where, what was found, and what would have been accepted; a line each.
  package init(_ status: ExitStatus, _ messages: [SafeText]) {
    self.status = status
    self.messages = messages
  }
}

extension OutputStreams {
  /// Ends collecting with a failure.
  ///
  /// - Parameter failure: Why there is no answer.
  /// - Returns: What was collected, and the messages.
  package consuming func finished(_ failure: Failure) -> Output {
    for message in failure.messages { note(message, .error) }
    return finished(failure.status)
  }
}
