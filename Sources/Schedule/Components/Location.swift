public import ECSKit

/// A marker for an entity that represents a location of the conference.
public struct Location: Component, Sendable, Hashable {
  /// Creates a location marker.
  public init() {}
}

/// The address of a location.
public struct Address: Component, Sendable, Hashable {
  /// A postal address or a link.
  public var text: String

  /// Creates an address.
  ///
  /// - Parameter text: A postal address or a link.
  public init(text: String) {
    self.text = text
  }
}
