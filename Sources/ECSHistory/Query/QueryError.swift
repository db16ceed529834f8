import TextBasics

/// What is wrong with a query, and where.
public struct QueryError: Error, Equatable, CustomStringConvertible {
  /// The position of the first character that is wrong, from 1.
  public let position: Int
  /// What is there; empty at the end of the query.
  public let found: String
  /// What would be accepted.
  public let expected: String
  /// The known names that are most like what was found.
  public let nearest: [String]
  /// Whether the query can be read, and has a name that nothing is called by.
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

  /// A sentence with the position, such as `7: found "rting"; expected a component: Rating, Title`.
  public var description: String {
    let found = self.found.isEmpty ? "the end" : "\"\(Self.visible(self.found))\""
    return "\(position): found \(found); expected \(Self.visible(expected))"
  }

  /// Returns the error for a query with a subject that cannot be answered here.
  package static func subject(of query: Query, expected: [Query.Subject]) -> QueryError {
    QueryError(
      query.start, found: query.subject?.rawValue ?? "",
      expected: expected.map(\.rawValue).joined(separator: ", "))
  }

  /// Escapes what a terminal could interpret as a command.
  private static func visible(_ text: String) -> String {
    text.unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
  }
}
