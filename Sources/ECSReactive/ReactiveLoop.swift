import ECSKit

/// A loop that runs by itself whenever its reactive systems have work.
///
/// Changes come in bursts. The loop waits until no change was collected for a while, or until a
/// longest delay is over. Then it makes a pass over its systems: `execute`, then `cleanup`. If
/// systems have made work for each other, further passes follow at once.
///
///     let reactive = ReactiveLoop(Loop([ShowTitle(collector: titles)]), delay: .milliseconds(50))
///     talk.set(Title(text: "Swift Thinking"))  // shown 50 milliseconds later
///
/// It runs in the isolation in which it was created, works until it is deallocated, and has nothing
/// to do once the contexts of its systems have ended. A system whose condition is false is checked
/// again at the next change.
public final class ReactiveLoop {
  /// The loop that it runs.
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

  /// A burst of changes that waits for its end.
  private struct Burst {
    let began: Duration
    var last: Duration
    var cancel: () -> Void = {}
  }

  /// Creates a reactive loop with a custom scheduler, and initializes the systems.
  ///
  /// Items that the collectors have already, or collect during initialization, are the first burst.
  ///
  /// - Parameters:
  ///   - loop: The systems; those that are not reactive run in each pass too.
  ///   - delay: How long to wait without a change before a pass; zero waits for the next turn.
  ///   - longestDelay: How long a pass may be delayed while changes keep coming.
  ///   - passLimit: How many passes in a row may each cause the next one. If systems still have
  ///     work after that, the passes end and this is reported.
  ///   - scheduler: The scheduler, which runs closures in the caller's isolation.
  ///   - failed: A closure that is called with the errors of systems, and if passes do not settle;
  ///     by default it writes a line to standard error.
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
  ///   - delay: How long to wait without a change before a pass; zero waits for the next turn.
  ///   - longestDelay: How long a pass may be delayed while changes keep coming.
  ///   - passLimit: How many passes in a row may each cause the next one.
  ///   - isolation: The actor to run on; the caller's.
  ///   - failed: A closure that is called with the errors of systems, and if passes do not settle;
  ///     by default it writes a line to standard error.
  public convenience init(
    _ loop: Loop, delay: Duration = .zero, longestDelay: Duration = .seconds(1),
    passLimit: Int = 100, isolation: isolated any Actor = #isolation,
    failed: ((ReactiveLoopError) -> Void)? = nil
  ) {
    self.init(
      loop, delay: delay, longestDelay: longestDelay, passLimit: passLimit,
      scheduler: .sleeping(isolation: isolation), failed: failed)
  }

  /// Runs a closure later, unless the loop is cancelled or deallocated first.
  ///
  ///     let cancel = reactive.perform(after: .seconds(3)) { notice.destroy() }
  ///     cancel()  // the notice stays
  ///
  /// - Parameters:
  ///   - delay: How long to wait.
  ///   - work: The closure, which runs in the isolation of the loop.
  /// - Returns: A closure that cancels the work; it does nothing if the work is done already.
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

  /// Stops the loop for good: cancels scheduled work and tears the systems down.
  ///
  /// Cancelling twice does nothing. A pass that is under way finishes.
  public func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    loop.onCollect = nil
    burst?.cancel()
    burst = nil
    let waiting = delayed.sorted { $0.key < $1.key }
    delayed = [:]
    for (_, cancel) in waiting { cancel() }
    attempt { () throws(LoopError) in try loop.teardown() }
  }

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

  // MARK: Passing

  private func pass() {
    isPassing = true
    defer { isPassing = false }
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

  /// Continues in a later turn with the work that systems left, if they did some of it.
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
  /// Systems threw; the loop continues.
  case systems(LoopError)
  /// The systems kept making work for one another, and these have work left.
  ///
  /// The work stays collected, and is done after the next change from outside.
  case unsettled(passes: Int, systems: [String])

  /// A sentence that says what happened.
  public var description: String {
    switch self {
    case .systems(let error): error.description
    case .unsettled(let passes, let systems):
      "the systems did not settle in \(passes) passes; there is still work for: "
        + systems.joined(separator: ", ")
    }
  }
}
