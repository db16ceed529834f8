public import ECSKit

extension Collector {
  /// Calls a closure with the collected entities when no change has followed for some time.
  ///
  /// Use it for work that should follow a burst of changes once, such as a search while the user
  /// types:
  ///
  ///     let search = Collector(queries).debounced(by: .milliseconds(300)) { _ in showResults() }
  ///     field.set(Query(text: "Sw"))
  ///     field.set(Query(text: "Swift"))  // 300 milliseconds later, the results are shown once
  ///     search.cancel()
  ///
  /// - Parameters:
  ///   - delay: The time without a change before the call.
  ///   - longestDelay: The longest time that continuing changes may delay a call, or nil for no
  ///     limit.
  ///   - isolation: The actor on which the closure is called. By default, it is the actor of the
  ///     caller.
  ///   - body: A closure that receives the entities in the order of the collector. It may change
  ///     the context. If it makes changes that are collected, another call follows at once.
  /// - Returns: The loop that calls the closure. Store the loop, because the calls end when it is
  ///   cancelled or deallocated.
  /// - Complexity: O(1) for each change.
  public func debounced(
    by delay: Duration, longestDelay: Duration? = nil,
    isolation: isolated any Actor = #isolation, _ body: @escaping ([Entity]) -> Void
  ) -> ReactiveLoop {
    debounced(
      by: delay, longestDelay: longestDelay, scheduler: .sleeping(isolation: isolation), body)
  }

  /// Calls a closure with the collected entities when no change has followed for some time.
  ///
  /// This overload takes a custom scheduler. In all other respects, it works like
  /// `debounced(by:longestDelay:isolation:_:)`.
  ///
  /// - Parameters:
  ///   - delay: The time without a change before the call.
  ///   - longestDelay: The longest time that continuing changes may delay a call, or nil for no
  ///     limit.
  ///   - scheduler: The clock and timer for the calls.
  ///   - body: A closure that receives the entities in the order of the collector.
  /// - Returns: The loop that calls the closure.
  /// - Complexity: O(1) for each change.
  public func debounced(
    by delay: Duration, longestDelay: Duration? = nil, scheduler: LoopScheduler,
    _ body: @escaping ([Entity]) -> Void
  ) -> ReactiveLoop {
    ReactiveLoop(
      Loop([DebouncedSystem(collector: self, body: body)]), delay: delay,
      longestDelay: longestDelay ?? .seconds(Int64.max), scheduler: scheduler)
  }
}

private struct DebouncedSystem: ReactiveSystem {
  let collector: Collector
  let body: ([Entity]) -> Void

  func execute(_ entities: [Entity]) { body(entities) }
}
