public import ECSKit

/// The attendee's star on a talk or a whole session.
public struct Star: Component, Sendable, Hashable {
  /// True if the attendee may go to another session or talk instead.
  public var isMaybe: Bool

  /// Creates a star.
  ///
  /// - Parameter isMaybe: True if the attendee may go to another session or talk instead.
  public init(isMaybe: Bool) {
    self.isMaybe = isMaybe
  }
}

/// The attendee's note about a talk or session.
public struct Note: Component, Sendable, Hashable {
  /// The text of the note, never empty.
  public var text: String

  /// Creates a note.
  ///
  /// - Parameter text: The text of the note. It must not be empty.
  public init(text: String) {
    self.text = text
  }
}

/// A mark that hides a talk or session from lists.
public struct Hidden: Component, Sendable, Hashable {
  /// Creates a mark that hides a talk or session.
  public init() {}
}
