public import ECSKit

/// Marks a session that does not take up its attendees' time, such as an open registration desk.
///
/// In iCalendar files, such events have the property `TRANSP:TRANSPARENT`.
public struct Transparent: Component, Sendable, Hashable {
  /// Creates the component.
  public init() {}
}
