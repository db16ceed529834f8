// Runs a Loop when its collectors have items. Applications create reactive loops, and collectors
// call `noteChange`. A reactive loop must be created and used in the isolation of the contexts of
// its systems.

import ECSKit

/// A loop that runs automatically when its reactive systems have work.
///
/// The loop waits until no change has been collected for the duration `delay`, but no longer than
/// `longestDelay`. Then it makes a pass over its systems: `execute`, followed by `cleanup`. If
/// systems have created work for each other, further passes follow immediately.
///
///     let reactive = ReactiveLoop(Loop([ShowTitle(collector: titles)]), delay: .milliseconds(50))
///     talk.set(Title(text: "Swift Thinking"))  // shown 50 milliseconds later
///
/// The loop runs in the isolation in which it was created, and works until it is deallocated. The
/// loop becomes idle when the contexts of its systems are deallocated. If the condition of a system
/// is false, the condition is checked again after the next change.
public final class ReactiveLoop {
  /// The loop with the systems.
  public let loop: Loop
  private let delay: Duration
  private let longestDelay: Duration
  private let passLimit: Int
  private let scheduler: LoopScheduler
  private let failed: (ReactiveLoopError) -> Void
  private var burst: Burst?
  private var isPassing = false
  private var wasFed = false
  private var isCancelled = false
  private var delayed: [Int: () -> Void] = [:]
  private var delayedCount = 0

  /// A burst of changes that has not ended yet.
  private struct Burst {
    let began: Duration
    var last: Duration
    var cancel: () -> Void = {}
  }

  /// Creates a reactive loop with a custom scheduler, and initializes the systems.
  ///
  /// The first burst consists of all items that are in the collectors after initialization.
  ///
  /// - Parameters:
  ///   - loop: The systems. Systems that are not reactive also run in each pass.
  ///   - delay: The time without a change before a pass. With zero, the pass follows as soon as
  ///     possible, but never immediately.
  ///   - longestDelay: The longest time that continuing changes may delay a pass.
  ///   - passLimit: The maximum number of consecutive passes that cause each other. If systems
  ///     still have work after these passes, no further pass follows and the remaining work is
  ///     reported.
  ///   - scheduler: The clock and timer for passes. It runs closures in the caller's isolation.
  ///   - failed: A closure that is called with the errors of systems, and when passes exceed the
  ///     limit. By default, the closure writes a line to standard error.
  public init(
    _ loop: Loop, delay: Duration = .zero, longestDelay: Duration = .seconds(1),
    passLimit: Int = 100, scheduler: LoopScheduler,
    failed: ((ReactiveLoopError) -> Void)? = nil
  ) {
    self.loop = loop
    self.delay = delay
    self.longestDelay = longestDelay
    self.passLimit = passLimit
    self.scheduler = scheduler
    self.failed = failed ?? { StandardError.report($0) }
    attempt { () throws(LoopError) in try loop.initialize() }
    loop.onCollect = { [weak self] in self?.noteChange() }
    if !loop.pending().isEmpty { noteChange() }
  }

  /// Creates a reactive loop on the current actor, and initializes the systems.
  ///
  /// - Parameters:
  ///   - loop: The systems.
  ///   - delay: The time without a change before a pass. With zero, the pass follows as soon as
  ///     possible, but never immediately.
  ///   - longestDelay: The longest time that continuing changes may delay a pass.
  ///   - passLimit: The maximum number of consecutive passes that cause each other.
  ///   - isolation: The actor on which the loop runs. By default, it is the actor of the caller.
  ///   - failed: A closure that is called with the errors of systems, and when passes exceed the
  ///     limit. By default, the closure writes a line to standard error.
  public convenience init(
    _ loop: Loop, delay: Duration = .zero, longestDelay: Duration = .seconds(1),
    passLimit: Int = 100, isolation: isolated any Actor = #isolation,
    failed: ((ReactiveLoopError) -> Void)? = nil
  ) {
    self.init(
      loop, delay: delay, longestDelay: longestDelay, passLimit: passLimit,
      scheduler: .sleeping(isolation: isolation), failed: failed)
  }

  /// Runs a closure after a delay, unless the loop is cancelled or deallocated first.
  ///
  ///     let cancel = reactive.perform(after: .seconds(3)) { notice.destroy() }
  ///     cancel()  // the notice is not destroyed
  ///
  /// - Parameters:
  ///   - delay: The time to wait.
  ///   - work: The closure to run. It runs in the isolation of the loop.
  /// - Returns: A closure that cancels the work. The closure does nothing if the work has already
  ///   run.
  @discardableResult
  public func perform(after delay: Duration, _ work: @escaping () -> Void) -> () -> Void {
    guard !isCancelled else { return {} }
    delayedCount += 1
    let number = delayedCount
    delayed[number] = {}
    let cancel = scheduler.schedule(delay) { [weak self] in
      guard let self, delayed.removeValue(forKey: number) != nil else { return }
      work()
    }
    if delayed[number] != nil { delayed[number] = cancel }
    return { [weak self] in self?.delayed.removeValue(forKey: number)?() }
  }

  /// Stops the loop permanently.
  ///
  /// Scheduled work is cancelled, and the systems are torn down. If a system calls this method, the
  /// pass in progress finishes before the teardown. A second call has no effect.
  public func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    loop.onCollect = nil
    burst?.cancel()
    burst = nil
    let waiting = delayed.sorted { $0.key < $1.key }
    delayed = [:]
    for (_, cancel) in waiting { cancel() }
    if !isPassing { tearDown() }
  }

  private func tearDown() { attempt { () throws(LoopError) in try loop.teardown() } }

  // MARK: Waiting

  private func noteChange() {
    if isPassing {
      wasFed = true
    } else if burst == nil {
      let now = scheduler.now()
      burst = Burst(began: now, last: now)
      wait(delay)
    } else if delay > .zero {
      burst?.last = scheduler.now()
    }
  }

  private func wait(_ duration: Duration) {
    let cancel = scheduler.schedule(duration) { [weak self] in self?.wakeUp() }
    burst?.cancel = cancel
  }

  private func wakeUp() {
    guard let burst, !isPassing else { return }
    let due = min(burst.last + delay, burst.began + max(delay, longestDelay))
    let now = scheduler.now()
    if now < due { return wait(due - now) }
    self.burst = nil
    pass()
  }

  // MARK: Passes

  private func pass() {
    isPassing = true
    defer {
      isPassing = false
      if isCancelled { tearDown() }
    }
    var row = 0
    while !isCancelled {
      let pending = loop.pending()
      guard !pending.isEmpty else { return }
      if row == passLimit {
        return failed(.unsettled(passes: row, systems: pending.map(\.system)))
      }
      wasFed = false
      attempt { () throws(LoopError) in try loop.execute() }
      attempt { () throws(LoopError) in try loop.cleanup() }
      row += 1
      if !wasFed { return continueLater(than: pending) }
    }
  }

  /// Schedules another pass if work remains, but less than before the last pass.
  private func continueLater(than before: [(system: String, count: Int)]) {
    let left = loop.pending().reduce(0) { $0 + $1.count }
    guard !isCancelled, left > 0, left < before.reduce(0, { $0 + $1.count }) else { return }
    isPassing = false
    noteChange()
  }

  private func attempt(_ body: () throws(LoopError) -> Void) {
    do {
      try body()
    } catch {
      failed(.systems(error))
    }
  }
}

/// A failure of a reactive loop.
public enum ReactiveLoopError: Error, CustomStringConvertible {
  /// The errors thrown by systems.
  ///
  /// The loop continues.
  case systems(LoopError)
  /// The systems that still have work after the maximum number of consecutive passes.
  ///
  /// The items remain in the collectors until a change outside of the systems triggers the next
  /// pass.
  case unsettled(passes: Int, systems: [String])

  /// A sentence that describes the failure.
  public var description: String {
    switch self {
    case .systems(let error): error.description
    case .unsettled(let passes, let systems):
      "systems that still have work after \(passes) passes: "
        + systems.joined(separator: ", ")
    }
  }
}
