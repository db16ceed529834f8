public import ECSKit

/// The subtitle of a talk.
public struct Subtitle: Component, Sendable, Hashable {
  /// The subtitle.
  public var text: String

  /// Creates a subtitle.
  public init(text: String) {
    self.text = text
  }
}

/// The abstract of a talk, as plain text.
public struct Abstract: Component, Sendable, Hashable {
  /// The abstract, with line feeds between paragraphs.
  public var text: String

  /// Creates an abstract.
  ///
  /// - Parameter text: Plain text, with line feeds between paragraphs.
  public init(text: String) {
    self.text = text
  }
}

/// The track or tracks of a talk or session.
public struct Track: Component, Sendable, Hashable, CustomReflectable {
  /// The name, such as "Security", or the names of several tracks, such as "Security, Web".
  public let name: String
  /// The track names, or an empty array for a single track, to save memory.
  private let several: [String]

  /// Creates a single track.
  ///
  /// - Parameter name: The name, such as "Security".
  public init(name: String) {
    self.name = name
    several = []
  }

  /// Creates a track from one or more names, or returns nil if there are no names.
  ///
  /// - Parameter names: The names of the tracks, in file order.
  public init?(names: [String]) {
    guard let first = names.first else { return nil }
    name = names.count == 1 ? first : names.joined(separator: ", ")
    several = names.count == 1 ? [] : names
  }

  /// The names of the tracks, in file order.
  public var names: [String] { several.isEmpty ? [name] : several }

  /// A mirror that shows the name, or all names if there are several.
  public var customMirror: Mirror {
    several.isEmpty
      ? Mirror(self, children: ["name": name]) : Mirror(self, children: ["names": several])
  }
}

/// The type of a session or talk.
public struct SessionType: Component, Sendable, Hashable {
  /// The type as written in the file, such as "Workshop".
  public var name: String

  /// Creates a session type.
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

  /// Creates a language.
  ///
  /// - Parameter code: The code as written in the file, such as "en".
  public init(code: String) {
    self.code = code
  }
}
