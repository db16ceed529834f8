public import ECSKit

/// The identifier of a session.
///
/// Every entity with a `SessionID` is an entry of the timeline. A session that is also a talk has a
/// `Title` as well.
public struct SessionID: Component, Sendable, Hashable {
  /// The identifier, such as "session1Day1".
  public var text: String

  /// Creates a session identifier.
  ///
  /// - Parameter text: The identifier, such as "session1Day1".
  public init(text: String) {
    self.text = text
  }
}

/// The local start time of a session.
public struct StartClock: Component, Sendable, Hashable {
  /// The day of the month and the time of day.
  public var clock: WallClock

  /// Creates the start time of a session.
  ///
  /// - Parameter clock: The day of the month and the time of day.
  public init(clock: WallClock) {
    self.clock = clock
  }
}

/// The local end time of a session.
public struct EndClock: Component, Sendable, Hashable {
  /// The day of the month and the time of day.
  public var clock: WallClock

  /// Creates the end time of a session.
  ///
  /// - Parameter clock: The day of the month and the time of day.
  public init(clock: WallClock) {
    self.clock = clock
  }
}

/// The names of a session's locations.
public struct LocationNames: Component, Sendable, Hashable {
  /// The names, in file order.
  public var names: [String]

  /// Creates a list of location names.
  ///
  /// - Parameter names: The names, in file order.
  public init(names: [String]) {
    self.names = names
  }
}

/// The name of a session that has no title, or the directions to a location.
public struct Description: Component, Sendable, Hashable {
  /// The name of the session, or the directions to the location.
  public var text: String

  /// Creates a description.
  public init(text: String) {
    self.text = text
  }
}
