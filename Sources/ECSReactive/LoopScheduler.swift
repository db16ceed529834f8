/// How a ``ReactiveLoop`` knows the time and does things later.
public struct LoopScheduler {
  /// The time since some moment of the past.
  public let now: () -> Duration
  /// Does something after a while, never at once, and returns what cancels it.
  public let schedule: (Duration, @escaping () -> Void) -> () -> Void

  /// Creates a scheduler, such as one that tests wind on by hand.
  ///
  /// - Parameters:
  ///   - now: Returns the time since some moment of the past.
  ///   - schedule: Does something after a while, in the isolation it was called in and never before
  ///     it returns; it returns what cancels that.
  public init(
    now: @escaping () -> Duration,
    schedule: @escaping (Duration, @escaping () -> Void) -> () -> Void
  ) {
    self.now = now
    self.schedule = schedule
  }

  /// Returns a scheduler of tasks that sleep and then go on on an actor.
  ///
  /// - Parameter isolation: The actor; the caller's.
  /// - Returns: The scheduler, which stays on that actor.
  public static func sleeping(isolation: isolated any Actor = #isolation) -> LoopScheduler {
    let start = ContinuousClock.now
    return LoopScheduler(
      now: { ContinuousClock.now - start },
      schedule: { delay, work in
        let task = Task {
          // Naming the actor is what makes the task run on it.
          _ = isolation
          try? await Task.sleep(for: delay)
          if !Task.isCancelled { work() }
        }
        return { task.cancel() }
      })
  }
}
