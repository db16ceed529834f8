public import ECSKit

/// The line below the title of a talk.
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

/// What a talk is about, as readable text.
public struct Abstract: Component, Sendable, Hashable {
  /// The text; paragraphs are parted by line feeds.
  public var text: String

  /// Creates the component.
  ///
  /// - Parameter text: The text; paragraphs are parted by line feeds.
  public init(text: String) {
    self.text = text
  }
}

/// The part of the schedule that a talk or a session belongs to.
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

/// What kind of session or talk it is.
public struct SessionType: Component, Sendable, Hashable {
  /// The word of the file, such as "Workshop".
  public var name: String

  /// Creates the component.
  ///
  /// - Parameter name: The word of the file, such as "Workshop".
  public init(name: String) {
    self.name = name
  }
}

/// The language a talk is given in.
public struct Language: Component, Sendable, Hashable {
  /// The code as the file has it, such as "en".
  public var code: String

  /// Creates the component.
  ///
  /// - Parameter code: The code as the file has it, such as "en".
  public init(code: String) {
    self.code = code
  }
}
