/// A pacer that decides when to create the next frame, and thereby limits the frame rate.
///
/// The first frame after a pause is created immediately. Later frames are separated by a minimum
/// time. Changes between two frames are shown together, so no frame waits in a queue.
package struct FramePacer: Sendable {
  /// The minimum time between two frames.
  package static let distance: Duration = .milliseconds(50)

  private var last: Duration?
  private var isDue = false
  private var isOnTheWay = false

  package init() {}

  /// Records that the next frame may differ.
  package mutating func change() { isDue = true }

  /// The earliest time for the next frame, or nil if nothing changed.
  package var moment: Duration? {
    guard isDue else { return nil }
    return last.map { $0 + Self.distance } ?? .zero
  }

  package func isReady(at now: Duration) -> Bool { moment.map { now >= $0 } ?? false }

  /// Records that a frame was created, and whether it changed the screen.
  package mutating func madeFrame(isVisible: Bool) {
    isDue = false
    isOnTheWay = isVisible
  }

  /// Records that all pending output has been written to the terminal.
  ///
  /// The minimum time until the next frame is counted from this moment.
  package mutating func deliveredAll(at now: Duration) {
    if isOnTheWay { last = now }
    isOnTheWay = false
  }
}
