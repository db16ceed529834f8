public import ECSKit

/// The attendee's star on a talk or a whole session.
public struct Star: Component, Sendable, Hashable {
  /// True if the attendee may go to another session or talk instead.
  public var isMaybe: Bool

  /// Creates the component.
  ///
  /// - Parameter isMaybe: True if the attendee may go to another session or talk instead.
  public init(isMaybe: Bool) {
    self.isMaybe = isMaybe
  }
}

/// The attendee's note about a talk or session.
public struct Note: Component, Sendable, Hashable {
  /// The text, which is never empty.
  public var text: String

  /// Creates the component.
  ///
  /// - Parameter text: The text. It must not be empty.
  public init(text: String) {
    self.text = text
  }
}

/// A mark that hides a talk or session from lists.
public struct Hidden: Component, Sendable, Hashable {
  /// Creates the component.
  public init() {}
}
