/// What a session does after an event.
package enum ScreenOutcome: Hashable, Sendable {
  /// It continues.
  case goOn
  /// It continues, after it has put a text on the user's clipboard, if the terminal allows that.
  case copy(String)
  /// It continues, and the mouse is in use from now on, or no longer.
  case useMouse(Bool)
  /// It ends with an exit status.
  case end(status: Int32)
}

/// A program that fills a screen: it is handed events one after another and describes what is to be
/// seen.
///
/// It knows no terminal, so equal events give equal frames.
package protocol ScreenProgram {
  /// Handles an event.
  ///
  /// - Parameter event: What happened.
  /// - Returns: Whether the program continues.
  mutating func handle(_ event: ScreenEvent) -> ScreenOutcome

  /// Returns what is to be seen now.
  ///
  /// It is not called after each event: while keys are held, frames are skipped.
  ///
  /// - Parameter size: The columns and rows to fill.
  /// - Returns: A frame of this size.
  mutating func frame(_ size: ScreenSize) -> Frame

  /// Returns the moment of the next tick, in seconds since the beginning of 1970.
  ///
  /// - Parameter now: The present moment.
  /// - Returns: A later moment, or nil if time changes nothing.
  func nextWakeUp(after now: Int64) -> Int64?
}
