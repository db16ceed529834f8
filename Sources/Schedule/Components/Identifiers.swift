public import ECSKit

/// The identifier of a person or location in the file.
public struct SourceID: Component, Sendable, Hashable {
  /// The identifier, such as a code or a number.
  public var text: String

  /// Creates an identifier.
  ///
  /// - Parameter text: The identifier, such as a code or a number.
  public init(text: String) {
    self.text = text
  }
}

/// Additional codes and numbers of a session or talk in the file.
public struct OtherIDs: Component, Sendable, Hashable {
  /// The codes and numbers, most reliable first.
  public var texts: [String]

  /// Creates a list of additional codes and numbers.
  ///
  /// - Parameter texts: The codes and numbers, most reliable first.
  public init(texts: [String]) {
    self.texts = texts
  }
}
