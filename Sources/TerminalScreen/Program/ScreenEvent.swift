/// What happens to a program that fills a screen.
///
/// Moments are in seconds since the beginning of 1970.
package enum ScreenEvent: Hashable, Sendable {
  /// A key, and the moment at which it came.
  case key(Key, at: Int64)
  /// Another size; the first event of all has the size at the start.
  case resized(ScreenSize, at: Int64)
  /// The moment that ``ScreenProgram/nextWakeUp(after:)`` asked for.
  case tick(at: Int64)
  /// The program goes on after it was stopped.
  case resumed(at: Int64)
  /// Another process changed what the program shows; comes before a tick or after `resumed`.
  case outsideChange(at: Int64)
}
