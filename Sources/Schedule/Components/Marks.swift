public import ECSKit

/// What somebody wants to see: a talk, or a session as a whole.
public struct Star: Component, Sendable, Hashable {
  /// Whether it may be passed by for something else.
  public var isMaybe: Bool

  /// Creates the component.
  ///
  /// - Parameter isMaybe: Whether it may be passed by for something else.
  public init(isMaybe: Bool) {
    self.isMaybe = isMaybe
  }
}

/// What somebody noted about a talk or a session for themselves.
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
