public import ECSKit

/// Marks a talk, or a session as a whole, that the attendee wants to see.
public struct Star: Component, Sendable, Hashable {
  /// Whether the attendee may skip it for something else.
  public var isMaybe: Bool

  /// Creates the component.
  ///
  /// - Parameter isMaybe: Whether the attendee may skip it for something else.
  public init(isMaybe: Bool) {
    self.isMaybe = isMaybe
  }
}

/// The attendee's own note about a talk or a session.
public struct Note: Component, Sendable, Hashable {
  /// The text, never empty.
  public var text: String

  /// Creates the component.
  ///
  /// - Parameter text: The text, not empty.
  public init(text: String) {
    self.text = text
  }
}

/// Marks a talk or a session that lists leave out.
public struct Hidden: Component, Sendable, Hashable {
  /// Creates the component.
  public init() {}
}
