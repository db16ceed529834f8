public import ECSKit

/// Marks a location where things happen.
public struct Location: Component, Sendable, Hashable {
  /// Creates the flag.
  public init() {}
}

/// Where a location is.
public struct Address: Component, Sendable, Hashable {
  /// A postal address or a link.
  public var text: String

  /// Creates the component.
  ///
  /// - Parameter text: A postal address or a link.
  public init(text: String) {
    self.text = text
  }
}
