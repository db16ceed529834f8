import Basics
import Synchronization

/// The signals that a session handles: resize, stop and continue.
///
/// A handler only sets an atomic flag. Signals are delivered only while the session waits, so no
/// signal is missed. Signals that end the process have no handler.
enum SessionSignals {
  private static let resized = Atomic<Bool>(false)
  private static let stopped = Atomic<Bool>(false)
  private static let continued = Atomic<Bool>(false)
  private static let handled = SignalSet([SIGWINCH, SIGTSTP, SIGCONT])

  static func begin() {
    // Initialize the atomics now, because a handler must not be the first to use them.
    for flag in [consumeResized, consumeStopped, consumeContinued] { _ = flag() }
    handled.block()
    signal(SIGWINCH) { _ in SessionSignals.resized.store(true, ordering: .relaxed) }
    signal(SIGTSTP) { _ in SessionSignals.stopped.store(true, ordering: .relaxed) }
    signal(SIGCONT) { _ in SessionSignals.continued.store(true, ordering: .relaxed) }
  }

  static func end() {
    for number in [SIGWINCH, SIGTSTP, SIGCONT] { signal(number, SIG_DFL) }
    handled.unblock()
  }

  /// The signals that remain blocked while a session waits.
  static var maskWhileWaiting: SignalSet {
    handled.blocked { () -> SignalSet in
      handled.unblock()
      return .blocked
    }
  }

  /// Returns true if the size changed since the last call.
  static func consumeResized() -> Bool { resized.exchange(false, ordering: .relaxed) }

  /// Returns true if a stop was requested since the last call.
  static func consumeStopped() -> Bool { stopped.exchange(false, ordering: .relaxed) }

  /// Returns true if the process was continued since the last call.
  static func consumeContinued() -> Bool { continued.exchange(false, ordering: .relaxed) }
}
