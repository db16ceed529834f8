public import ECSKit

/// Where a place is.
public struct Address: DetachableComponent, Hashable {
  /// A postal address or a link.
  public var text: String

  /// Creates the component.
  ///
  /// - Parameter text: A postal address or a link.
  public init(text: String) {
    self.text = text
  }
}
