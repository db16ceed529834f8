public import ECSKit

/// The title of a talk; each entity with one is a talk.
public struct Title: Component, Sendable, Hashable {
  /// The title.
  public var text: String

  /// Creates the component.
  ///
  /// - Parameter text: The title.
  public init(text: String) {
    self.text = text
  }
}

/// Names the session that a talk belongs to, if the two are different entities.
public struct PartOf: Component, Sendable, Hashable {
  /// The identifier of the session, such as "session1Day1".
  public var session: String

  /// Creates the component.
  ///
  /// - Parameter session: The identifier of the session, such as "session1Day1".
  public init(session: String) {
    self.session = session
  }
}

/// The position of a talk among those of its session.
public struct TalkIndex: Component, Sendable, Hashable, Comparable {
  /// The position, from 1.
  public var number: Int

  /// Creates the component.
  ///
  /// - Parameter number: The position, from 1.
  public init(number: Int) {
    self.number = number
  }

  /// Returns whether one comes before another.
  ///
  /// - Parameters:
  ///   - first: A value.
  ///   - second: Another value.
  /// - Returns: Whether the first one comes first.
  public static func < (first: TalkIndex, second: TalkIndex) -> Bool {
    first.number < second.number
  }
}

/// The names of those who give a talk.
public struct SpeakerNames: Component, Sendable, Hashable {
  /// Names, in the order they are listed.
  public var names: [String]

  /// Creates the component.
  ///
  /// - Parameter names: Names, in the order they are listed.
  public init(names: [String]) {
    self.names = names
  }
}
