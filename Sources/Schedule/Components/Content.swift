public import ECSKit

/// The subtitle of a talk.
public struct Subtitle: Component, Sendable, Hashable {
  /// The text.
  public var text: String

  /// Creates the component.
  ///
  /// - Parameter text: The text.
  public init(text: String) {
    self.text = text
  }
}

/// The abstract of a talk, as plain text.
public struct Abstract: Component, Sendable, Hashable {
  /// The text; line feeds separate paragraphs.
  public var text: String

  /// Creates the component.
  ///
  /// - Parameter text: The text; line feeds separate paragraphs.
  public init(text: String) {
    self.text = text
  }
}

/// The track of a talk or session.
public struct Track: Component, Sendable, Hashable {
  /// The name, such as "Security".
  public var name: String

  /// Creates the component.
  ///
  /// - Parameter name: The name, such as "Security".
  public init(name: String) {
    self.name = name
  }
}

/// The type of a session or talk.
public struct SessionType: Component, Sendable, Hashable {
  /// The type as written in the file, such as "Workshop".
  public var name: String

  /// Creates the component.
  ///
  /// - Parameter name: The type as written in the file, such as "Workshop".
  public init(name: String) {
    self.name = name
  }
}

/// The language of a talk.
public struct Language: Component, Sendable, Hashable {
  /// The code as written in the file, such as "en".
  public var code: String

  /// Creates the component.
  ///
  /// - Parameter code: The code as written in the file, such as "en".
  public init(code: String) {
    self.code = code
  }
}
