import Synchronization
import SystemBasics

/// The signals that a session handles: the size changed, it must stop, it continues.
///
/// Their handlers only store to atomics. They are let through only while the session waits, so none is
/// missed. No handler exists for a signal that ends the process.
enum SessionSignals {
  private static let resized = Atomic<Bool>(false)
  private static let stopped = Atomic<Bool>(false)
  private static let continued = Atomic<Bool>(false)
  private static let handled = SignalSet([SIGWINCH, SIGTSTP, SIGCONT])

  /// Begins to handle them, and blocks them.
  static func begin() {
    // A handler must not be the first to use an atomic.
    for flag in [consumeResized, consumeStopped, consumeContinued] { _ = flag() }
    handled.block()
    signal(SIGWINCH) { _ in SessionSignals.resized.store(true, ordering: .relaxed) }
    signal(SIGTSTP) { _ in SessionSignals.stopped.store(true, ordering: .relaxed) }
    signal(SIGCONT) { _ in SessionSignals.continued.store(true, ordering: .relaxed) }
  }

  /// Returns to what the system does with them.
  static func end() {
    for number in [SIGWINCH, SIGTSTP, SIGCONT] { signal(number, SIG_DFL) }
    handled.unblock()
  }

  /// The signals that are blocked while a session waits.
  static var maskWhileWaiting: SignalSet {
    handled.blocked { () -> SignalSet in
      handled.unblock()
      return .blocked
    }
  }

  /// Whether the size changed since the last call.
  static func consumeResized() -> Bool { resized.exchange(false, ordering: .relaxed) }

  /// Whether the process must stop.
  static func consumeStopped() -> Bool { stopped.exchange(false, ordering: .relaxed) }

  /// Whether the process was continued since the last call.
  static func consumeContinued() -> Bool { continued.exchange(false, ordering: .relaxed) }
}
