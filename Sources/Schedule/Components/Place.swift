public import ECSKit

/// Marks a place where things happen.
public struct Place: Component, Sendable, Hashable {
  /// Creates the flag.
  public init() {}
}

/// Where a place is.
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
