import Basics

/// An error in a query, with its position.
public struct QueryError: Error, Equatable, CustomStringConvertible {
  /// The position of the first wrong character, counted from 1.
  public let position: Int
  /// The unexpected text.
  ///
  /// The text is empty at the end of the query.
  public let found: String
  /// The accepted input at this position.
  public let expected: String
  /// The known names that resemble the unknown name.
  public let nearest: [String]
  /// True if the syntax is correct but a name is unknown or ambiguous.
  public let isAboutName: Bool

  init(
    _ position: Int, found: String, expected: String, nearest: [String] = [],
    isAboutName: Bool = false
  ) {
    self.position = position + 1
    self.found = found
    self.expected = expected
    self.nearest = nearest
    self.isAboutName = isAboutName
  }

  /// The error as a sentence, such as `7: found "rting"; expected a component: Rating, Title`.
  public var description: String {
    let found = self.found.isEmpty ? "the end" : "\"\(Self.visible(self.found))\""
    return "\(position): found \(found); expected \(Self.visible(expected))"
  }

  /// Returns the error for a query with an unsupported subject.
  package static func subject(of query: Query, expected: [Query.Subject]) -> QueryError {
    QueryError(
      query.start, found: query.subject?.rawValue ?? "",
      expected: expected.map(\.rawValue).joined(separator: ", "))
  }

  /// Returns a string with its control characters escaped.
  ///
  /// A terminal could otherwise interpret these characters.
  private static func visible(_ text: String) -> String {
    text.unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
  }
}
