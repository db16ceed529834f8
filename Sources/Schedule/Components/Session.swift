public import ECSKit

/// The identifier of a session; each entity with one is listed in the timeline.
///
/// An event that is session and talk in one has a `Title` as well.
public struct SessionID: Component, Sendable, Hashable {
  /// The identifier, such as "session1Day1".
  public var text: String

  /// Creates the component.
  ///
  /// - Parameter text: The identifier, such as "session1Day1".
  public init(text: String) {
    self.text = text
  }
}

/// What the clocks at the venue show when a session begins.
public struct StartClock: Component, Sendable, Hashable {
  /// Day of the month and time.
  public var clock: WallClock

  /// Creates the component.
  ///
  /// - Parameter clock: Day of the month and time.
  public init(clock: WallClock) {
    self.clock = clock
  }
}

/// What the clocks at the venue show when a session ends.
public struct EndClock: Component, Sendable, Hashable {
  /// Day of the month and time.
  public var clock: WallClock

  /// Creates the component.
  ///
  /// - Parameter clock: Day of the month and time.
  public init(clock: WallClock) {
    self.clock = clock
  }
}

/// The names of the locations where a session happens.
public struct LocationNames: Component, Sendable, Hashable {
  /// Names, in the order they are listed.
  public var names: [String]

  /// Creates the component.
  ///
  /// - Parameter names: Names, in the order they are listed.
  public init(names: [String]) {
    self.names = names
  }
}

/// What a session is called, or how to find a location.
public struct Description: Component, Sendable, Hashable {
  /// The text.
  public var text: String

  /// Creates the component.
  ///
  /// - Parameter text: The text.
  public init(text: String) {
    self.text = text
  }
}
