/// Decides when a frame is made: at once after a rest, and else with the least distance from the last.
///
/// Changes between two frames are shown together; none waits in a queue.
package struct FramePacer: Sendable {
  /// The least time between two frames.
  package static let distance: Duration = .milliseconds(50)

  private var last: Duration?
  private var isDue = false
  private var isOnTheWay = false

  /// Creates a pacer for a screen that shows nothing yet.
  package init() {}

  /// Takes note that something may look different.
  package mutating func change() { isDue = true }

  /// The earliest moment for the next frame; nil if nothing changed.
  package var moment: Duration? {
    guard isDue else { return nil }
    return last.map { $0 + Self.distance } ?? .zero
  }

  /// Returns whether a frame must be made now.
  package func isReady(at now: Duration) -> Bool { moment.map { now >= $0 } ?? false }

  /// Takes note of a frame.
  ///
  /// - Parameter isVisible: Whether anything differed.
  package mutating func madeFrame(isVisible: Bool) {
    isDue = false
    isOnTheWay = isVisible
  }

  /// Takes note that the terminal has taken all bytes; the distance is counted from the end of a frame.
  ///
  /// - Parameter now: The moment.
  package mutating func deliveredAll(at now: Duration) {
    if isOnTheWay { last = now }
    isOnTheWay = false
  }
}
