import ECSKit

/// Runs a ``Loop`` by itself whenever there is something for its reactive systems.
///
/// Changes come in bursts. The loop waits until none was collected for a while, at most for a set
/// time, and then passes over its systems: `execute`, then `cleanup`. What the systems change for one
/// another is worked off by further passes at once.
///
///     let reactive = ReactiveLoop(Loop([ShowTitle(collector: titles)]), delay: .milliseconds(50))
///     talk.set(Title(text: "Swift Thinking"))  // shown 50 milliseconds later
///
/// It runs in the isolation it was made in, works as long as somebody keeps it, and has nothing to do
/// once the contexts of its systems are gone. A system whose condition does not hold is looked at
/// again when the next change comes.
public final class ReactiveLoop {
  /// The loop that is run.
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

  /// Changes that are waited with.
  private struct Burst {
    let began: Duration
    var last: Duration
    var cancel: () -> Void = {}
  }

  /// Creates a reactive loop with a scheduler of one's own, and initializes the systems.
  ///
  /// What the collectors hold already, or what initializing gives them, is a first burst.
  ///
  /// - Parameters:
  ///   - loop: The systems; those that are not reactive run in each pass, too.
  ///   - delay: How long no change may come before a pass; zero waits for the next turn.
  ///   - longestDelay: How long a pass is put off at most while changes keep coming.
  ///   - passLimit: How many passes in a row may each cause the next one; a pass that leaves systems
  ///     with work beyond it ends the row and is reported.
  ///   - scheduler: What runs things later; it runs them in the caller's isolation.
  ///   - failed: Is told of what systems threw and of rows of passes without an end; by default a
  ///     line goes to standard error.
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

  /// Creates a reactive loop on the present actor, and initializes the systems.
  ///
  /// - Parameters:
  ///   - loop: The systems.
  ///   - delay: How long no change may come before a pass; zero waits for the next turn.
  ///   - longestDelay: How long a pass is put off at most while changes keep coming.
  ///   - passLimit: How many passes in a row may each cause the next one.
  ///   - isolation: The actor to run on; the caller's.
  ///   - failed: Is told of what systems threw and of rows of passes without an end; by default a
  ///     line goes to standard error.
  public convenience init(
    _ loop: Loop, delay: Duration = .zero, longestDelay: Duration = .seconds(1),
    passLimit: Int = 100, isolation: isolated any Actor = #isolation,
    failed: ((ReactiveLoopError) -> Void)? = nil
  ) {
    self.init(
      loop, delay: delay, longestDelay: longestDelay, passLimit: passLimit,
      scheduler: .sleeping(isolation: isolation), failed: failed)
  }

  /// Does something later, unless the loop is cancelled or let go of before.
  ///
  ///     let cancel = reactive.perform(after: .seconds(3)) { notice.destroy() }
  ///     cancel()  // the notice stays
  ///
  /// - Parameters:
  ///   - delay: How long to wait.
  ///   - work: What to do, in the isolation of the loop.
  /// - Returns: What cancels the work; nothing happens if it is done already.
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

  /// Stops for good: cancels what was to be done later and tears the systems down.
  ///
  /// Cancelling twice does nothing more. A pass under way is finished.
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

  /// Goes on in a later turn with what systems left for it, if they took something.
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

/// What a reactive loop could not do.
public enum ReactiveLoopError: Error, CustomStringConvertible {
  /// Systems threw; the loop goes on.
  case systems(LoopError)
  /// The systems made work for one another without an end, and these had some left.
  ///
  /// What they have left stays with them, and is worked on after the next change from outside.
  case unsettled(passes: Int, systems: [String])

  /// What happened, in a sentence.
  public var description: String {
    switch self {
    case .systems(let error): error.description
    case .unsettled(let passes, let systems):
      "the systems did not settle in \(passes) passes; there is still work for: "
        + systems.joined(separator: ", ")
    }
  }
}
