/// The clock and timer of a ``ReactiveLoop``.
public struct LoopScheduler {
  /// Returns the time since a fixed moment in the past.
  public let now: () -> Duration
  /// Runs a closure after a delay, never immediately, and returns a closure that cancels it.
  public let schedule: (Duration, @escaping () -> Void) -> () -> Void

  /// Creates a scheduler, such as one that tests advance manually.
  ///
  /// - Parameters:
  ///   - now: Returns the time since a fixed moment in the past.
  ///   - schedule: Runs a closure after a delay, in the isolation of its caller and never before it
  ///     returns. Returns a closure that cancels it.
  public init(
    now: @escaping () -> Duration,
    schedule: @escaping (Duration, @escaping () -> Void) -> () -> Void
  ) {
    self.now = now
    self.schedule = schedule
  }

  /// Returns a scheduler whose tasks sleep and then continue on an actor.
  ///
  /// - Parameter isolation: The actor, by default that of the caller.
  /// - Returns: A scheduler that runs closures on the actor.
  public static func sleeping(isolation: isolated any Actor = #isolation) -> LoopScheduler {
    let start = ContinuousClock.now
    return LoopScheduler(
      now: { ContinuousClock.now - start },
      schedule: { delay, work in
        let task = Task {
          // Capturing the actor makes the task run on it.
          _ = isolation
          try? await Task.sleep(for: delay)
          if !Task.isCancelled { work() }
        }
        return { task.cancel() }
      })
  }
}
