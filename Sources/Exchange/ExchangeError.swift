package struct ExchangeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The location in the input, such as "see" or "line 3", or an empty string for the whole input.
  package let location: String
  /// The found input and the expected input.
  package let message: String

  package init(_ message: String, in location: String = "") {
    self.location = location
    self.message = message
  }

  package var description: String { location.isEmpty ? message : "\(location): \(message)" }

  /// Returns a copy of the error whose location begins with the name of an enclosing location.
  func inside(_ whole: String) -> ExchangeError {
    ExchangeError(description, in: whole)
  }
}
