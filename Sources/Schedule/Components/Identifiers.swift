public import ECSKit

/// What a file calls a person or a location by, besides the name.
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

/// What a file calls a session or a talk by, besides its identifier.
public struct OtherIDs: Component, Sendable, Hashable {
  /// Codes and numbers, in the order of how far they can be relied on.
  public var texts: [String]

  /// Creates the component.
  ///
  /// - Parameter texts: Codes and numbers, in the order of how far they can be relied on.
  public init(texts: [String]) {
    self.texts = texts
  }
}
