public import ECSKit

/// The title of a talk.
///
/// Every entity with a title is a talk.
public struct Title: Component, Sendable, Hashable {
  /// The title.
  public var text: String

  /// Creates a title.
  public init(text: String) {
    self.text = text
  }
}

/// A reference from a talk to its session, if the session is a separate entity.
public struct PartOf: Component, Sendable, Hashable {
  /// The identifier of the session, such as "session1Day1".
  public var session: String

  /// Creates a reference to a session.
  ///
  /// - Parameter session: The identifier of the session, such as "session1Day1".
  public init(session: String) {
    self.session = session
  }
}

/// The position of a talk in its session.
public struct TalkIndex: Component, Sendable, Hashable, Comparable {
  /// The position, starting at 1.
  public var number: Int

  /// Creates a position.
  ///
  /// - Parameter number: The position, starting at 1.
  public init(number: Int) {
    self.number = number
  }

  /// Returns a Boolean value indicating whether one position precedes another.
  ///
  /// - Parameters:
  ///   - first: A position.
  ///   - second: Another position.
  /// - Returns: True if the first position is smaller.
  public static func < (first: TalkIndex, second: TalkIndex) -> Bool {
    first.number < second.number
  }
}

/// The names of a talk's speakers.
public struct SpeakerNames: Component, Sendable, Hashable {
  /// The names, in file order.
  public var names: [String]

  /// Creates a list of speaker names.
  ///
  /// - Parameter names: The names, in file order.
  public init(names: [String]) {
    self.names = names
  }
}
