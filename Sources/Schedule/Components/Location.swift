public import ECSKit

/// Marks an entity as a location of the conference.
public struct Location: Component, Sendable, Hashable {
  /// Creates the component.
  public init() {}
}

/// The address of a location.
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
