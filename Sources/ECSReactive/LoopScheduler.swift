/// The clock and timer of a ``ReactiveLoop``.
public struct LoopScheduler {
  /// A function that returns the time since a fixed moment in the past.
  public let now: () -> Duration
  /// A function that runs a closure after a delay, but never immediately.
  ///
  /// The function returns a closure that cancels the run.
  public let schedule: (Duration, @escaping () -> Void) -> () -> Void

  /// Creates a scheduler, for example a scheduler that a test advances manually.
  ///
  /// - Parameters:
  ///   - now: Returns the time since a fixed moment in the past.
  ///   - schedule: Runs a closure after a delay, in the isolation of the caller. The function must
  ///     not run the closure before it returns. Its result is a closure that cancels the run.
  public init(
    now: @escaping () -> Duration,
    schedule: @escaping (Duration, @escaping () -> Void) -> () -> Void
  ) {
    self.now = now
    self.schedule = schedule
  }

  /// Returns a scheduler whose tasks sleep and then continue on an actor.
  ///
  /// - Parameter isolation: The actor on which the closures run. The default is the actor of the
  ///   caller.
  /// - Returns: A scheduler that runs closures on the actor.
  public static func sleeping(isolation: isolated any Actor = #isolation) -> LoopScheduler {
    let start = ContinuousClock.now
    return LoopScheduler(
      now: { ContinuousClock.now - start },
      schedule: { delay, work in
        let task = Task {
          // Capturing the actor lets the task run on the actor.
          _ = isolation
          try? await Task.sleep(for: delay)
          if !Task.isCancelled { work() }
        }
        return { task.cancel() }
      })
  }
}
