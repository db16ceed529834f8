public import ECSKit

/// The identifier of a person or a location in a file, besides the name.
public struct SourceID: Component, Sendable, Hashable {
  /// The identifier, such as a code or a number.
  public var text: String

  /// Creates the component.
  ///
  /// - Parameter text: The identifier, such as a code or a number.
  public init(text: String) {
    self.text = text
  }
}

/// The codes and numbers of a session or a talk in a file, besides its identifier.
public struct OtherIDs: Component, Sendable, Hashable {
  /// Codes and numbers, the most reliable ones first.
  public var texts: [String]

  /// Creates the component.
  ///
  /// - Parameter texts: Codes and numbers, the most reliable ones first.
  public init(texts: [String]) {
    self.texts = texts
  }
}
