public import ECSKit

/// Marks a speaker, an organizer or a guest.
public struct Person: Component, Sendable, Hashable {
  /// Creates the flag.
  public init() {}
}

/// The name of a person or a location.
public struct Name: Component, Sendable, Hashable {
  /// The name, by which sessions and talks refer to it.
  public var text: String

  /// Creates the component.
  ///
  /// - Parameter text: The name, by which sessions and talks refer to it.
  public init(text: String) {
    self.text = text
  }
}

/// Who a person is, in a few words.
public struct Biography: Component, Sendable, Hashable {
  /// The text.
  public var text: String

  /// Creates the component.
  ///
  /// - Parameter text: The text.
  public init(text: String) {
    self.text = text
  }
}

/// A person's handle.
public struct TwitterHandle: Component, Sendable, Hashable {
  /// The handle, such as "@iwasleeg".
  public var text: String

  /// Creates the component.
  ///
  /// - Parameter text: The handle, such as "@iwasleeg".
  public init(text: String) {
    self.text = text
  }
}

/// Where a picture of a person is found.
public struct Photo: Component, Sendable, Hashable {
  /// A link as the file has it; it is never followed.
  public var link: String

  /// Creates the component.
  ///
  /// - Parameter link: A link as the file has it; it is never followed.
  public init(link: String) {
    self.link = link
  }
}

/// Marks a person who organizes the conference and can be asked for help.
public struct Organizer: Component, Sendable, Hashable {
  /// Creates the flag.
  public init() {}
}
