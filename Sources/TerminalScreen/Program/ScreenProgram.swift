/// The action that a session performs after an event.
package enum ScreenOutcome: Hashable, Sendable {
  case goOn
  /// Copies a string to the user's clipboard, if the terminal allows it.
  case copy(String)
  case useMouse(Bool)
  case end(status: Int32)
}

/// A program that fills a screen.
///
/// The program receives events and describes the frame to show. It does not depend on the terminal,
/// so equal events result in equal frames.
package protocol ScreenProgram {
  mutating func handle(_ event: ScreenEvent) -> ScreenOutcome

  /// Returns the current frame.
  ///
  /// The frame must have the given size. The session skips frames while a key is held, so it does
  /// not call this method after every event.
  mutating func frame(_ size: ScreenSize) -> Frame

  /// Returns the time of the next tick, in seconds since 1970.
  ///
  /// The result must be later than `now`, or nil if the frame does not depend on time.
  func nextWakeUp(after now: Int64) -> Int64?
}

extension Int64 {
  /// The start of the next minute, for a time in seconds since 1970.
  package var startOfNextMinute: Int64 { self - self % 60 + 60 }
}
