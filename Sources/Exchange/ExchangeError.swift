package struct ExchangeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The location in the input, such as "see" or "line 3", or an empty string for the whole input.
  package let location: String
  /// A description of the found input and the expected input.
  package let message: String

  package init(_ message: String, in location: String = "") {
    self.location = location
    self.message = message
  }

  package var description: String { location.isEmpty ? message : "\(location): \(message)" }

  /// Returns an error whose location is an enclosing part of the input.
  ///
  /// The original location becomes the start of the message.
  func inside(_ whole: String) -> ExchangeError {
    ExchangeError(description, in: whole)
  }
}
