/// Why a link or a file could not be read or written, and where.
package struct ExchangeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The part of the input that is meant, such as "see" or "line 3"; empty for all of it.
  package let location: String
  /// What was found, and what would have been accepted.
  package let message: String

  /// Describes an error.
  ///
  /// - Parameters:
  ///   - message: What was found, and what would have been accepted.
  ///   - location: The part of the input that is meant; empty for all of it.
  package init(_ message: String, in location: String = "") {
    self.location = location
    self.message = message
  }

  /// One line: the part of the input, what was found, what would have been accepted.
  package var description: String { location.isEmpty ? message : "\(location): \(message)" }

  /// Returns the same error, about a part of the input that contains the former one.
  ///
  /// - Parameter whole: The part that contains it.
  /// - Returns: The error.
  func inside(_ whole: String) -> ExchangeError {
    ExchangeError(description, in: whole)
  }
}
