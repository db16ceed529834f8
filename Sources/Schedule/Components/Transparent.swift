public import ECSKit

/// Marks a session that leaves its attendees free, such as an open registration desk.
///
/// In a calendar, `TRANSP:TRANSPARENT` marks such an event.
public struct Transparent: Component, Sendable, Hashable {
  /// Creates the component.
  public init() {}
}
