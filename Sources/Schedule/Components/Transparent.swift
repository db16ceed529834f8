public import ECSKit

/// A marker for a session that does not take up its attendees' time.
///
/// An open registration desk is an example.
///
/// In iCalendar files, such events have the property `TRANSP:TRANSPARENT`.
public struct Transparent: Component, Sendable, Hashable {
  /// Creates a marker for a session that does not take up its attendees' time.
  public init() {}
}
