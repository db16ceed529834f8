public import ECSKit

/// A marker for an entity that represents a person: a speaker, an organizer or a guest.
public struct Person: Component, Sendable, Hashable {
  /// Creates a person marker.
  public init() {}
}

/// The name of a person or a location.
public struct Name: Component, Sendable, Hashable {
  /// The name that sessions and talks use to refer to the person or location.
  public var text: String

  /// Creates a name.
  ///
  /// - Parameter text: The name that sessions and talks use to refer to the person or location.
  public init(text: String) {
    self.text = text
  }
}

/// A short biography of a person.
public struct Biography: Component, Sendable, Hashable {
  /// The biography.
  public var text: String

  /// Creates a biography.
  public init(text: String) {
    self.text = text
  }
}

/// The Twitter handle of a person.
public struct TwitterHandle: Component, Sendable, Hashable {
  /// The handle, such as "@iwasleeg".
  public var text: String

  /// Creates a Twitter handle.
  ///
  /// - Parameter text: The handle, such as "@iwasleeg".
  public init(text: String) {
    self.text = text
  }
}

/// The photo of a person.
public struct Photo: Component, Sendable, Hashable {
  /// The link as written in the file.
  ///
  /// konf never follows it.
  public var link: String

  /// Creates a photo.
  ///
  /// - Parameter link: The link as written in the file. konf never follows it.
  public init(link: String) {
    self.link = link
  }
}

/// A marker for an organizer of the conference.
///
/// Attendees can ask organizers for help.
public struct Organizer: Component, Sendable, Hashable {
  /// Creates an organizer marker.
  public init() {}
}
