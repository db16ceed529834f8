/// An event that a session sends to a screen program.
///
/// Times are in seconds since 1970.
package enum ScreenEvent: Hashable, Sendable {
  case key(Key, at: Int64)
  /// A new size. The first event of a session has the initial size.
  case resized(ScreenSize, at: Int64)
  /// A tick at the time that ``ScreenProgram/nextWakeUp(after:)`` requested.
  case tick(at: Int64)
  /// The program resumed after it was suspended.
  case resumed(at: Int64)
  /// Another process changed the program's data. The event is sent before a `tick` or `resumed`.
  case outsideChange(at: Int64)
}
