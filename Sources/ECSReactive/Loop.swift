import ECSKit

/// Systems that run one after the other, in the order they were given.
///
///     let loop = Loop([LoadSchedule(context), ShowTitle(collector: titles), RemoveEvents(context)])
///     try loop.initialize()
///     try loop.execute()  // again and again
///     try loop.cleanup()
///     try loop.teardown()  // in reverse
///
/// Each phase is O(*s*), where *s* is the number of systems, and what they do.
///
/// A loop is a system, so loops can be parts of loops. A system that throws does not keep the others
/// from running: all run, and then what failed is thrown as one ``LoopError``.
public final class Loop: InitSystem, ExecuteSystem, CleanupSystem, TeardownSystem {
  /// What the loop is called in reports.
  public let name: String
  /// The systems in order.
  public private(set) var steps: [Step] = []
  private let measure: (() -> Void) -> Duration
  /// Whether the loop runs, or the loop it is part of does not run it.
  private var isActive = true
  /// Called after each change that the collector of a reactive system collects.
  var onCollect: (() -> Void)? {
    didSet { for step in steps { step.wake(onCollect) } }
  }

  /// Creates a loop.
  ///
  /// - Parameters:
  ///   - systems: The systems in the order they run.
  ///   - name: What the loop is called in reports.
  ///   - clock: What the time of the systems is taken with.
  /// - Complexity: O(*s*), where *s* is the number of systems.
  public init(
    _ systems: [any LoopSystem] = [], name: String = "Loop",
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.name = name
    measure = { clock.measure($0) }
    for system in systems { add(system) }
  }

  /// Adds a system behind the others.
  ///
  ///     let step = loop.add(ShowRatings(), when: { settings.showsRatings })
  ///     step.isEnabled = false
  ///
  /// - Parameters:
  ///   - system: The system; from the next phase on it is run.
  ///   - condition: Is asked before each execution whether to execute the system; its collector goes
  ///     on collecting meanwhile.
  /// - Returns: The step, to switch the system off and on.
  /// - Complexity: O(1) amortized, for a loop O(*s*), where *s* is the number of its systems.
  @discardableResult
  public func add(
    _ system: any LoopSystem, when condition: @escaping () -> Bool = { true }
  ) -> Step {
    let step = Step(system, condition)
    steps.append(step)
    step.update(isLoopActive: isActive)
    if onCollect != nil { step.wake(onCollect) }
    return step
  }

  /// Runs the `initialize` of all systems, enabled or not.
  ///
  /// - Throws: ``LoopError``, when all have run, with what the systems threw.
  public func initialize() throws(LoopError) {
    try run(.initialize, steps) { try ($0 as? any InitSystem)?.initialize() }
  }

  /// Runs the `execute` of the systems that are enabled and whose condition holds.
  ///
  /// - Throws: ``LoopError``, when all have run, with what the systems threw.
  public func execute() throws(LoopError) {
    try run(.execute, steps.lazy.filter { $0.isDue }) { try ($0 as? any ExecuteSystem)?.execute() }
  }

  /// Runs the `cleanup` of the systems that are enabled.
  ///
  /// - Throws: ``LoopError``, when all have run, with what the systems threw.
  public func cleanup() throws(LoopError) {
    try run(.cleanup, steps.lazy.filter { $0.isEnabled }) {
      try ($0 as? any CleanupSystem)?.cleanup()
    }
  }

  /// Runs the `teardown` of all systems in reverse order, enabled or not.
  ///
  /// - Throws: ``LoopError``, when all have run, with what the systems threw.
  public func teardown() throws(LoopError) {
    try run(.teardown, steps.reversed()) { try ($0 as? any TeardownSystem)?.teardown() }
  }

  private func run(
    _ phase: LoopError.Phase, _ steps: some Sequence<Step>,
    _ body: (any LoopSystem) throws -> Void
  ) throws(LoopError) {
    var failures: [LoopError.Failure] = []
    for step in steps {
      let duration = measure {
        do {
          try body(step.system)
        } catch let error as LoopError where step.system is Loop {
          failures += error.failures.map { $0.inside(name) }
        } catch {
          failures.append(
            LoopError.Failure(system: "\(name)/\(step.system.name)", phase: phase, error: error))
        }
      }
      if phase == .execute { step.note(duration) }
    }
    if !failures.isEmpty { throw LoopError(failures: failures) }
  }

  /// How often each system was executed and how long that took in all.
  ///
  /// The systems of loops inside come after their loop, with its name before theirs.
  ///
  ///     for timing in loop.timings { print(timing.system, timing.runs, timing.total) }
  ///     // Loop/ShowTitle 60 0.004 seconds
  ///
  /// - Complexity: O(*s*), where *s* is the number of systems.
  public var timings: [Timing] {
    steps.flatMap { step in
      let own = Timing(
        system: "\(name)/\(step.system.name)", runs: step.runs, total: step.total)
      let inner = (step.system as? Loop)?.timings ?? []
      return [own]
        + inner.map {
          Timing(system: "\(name)/\($0.system)", runs: $0.runs, total: $0.total)
        }
    }
  }

  /// How long a system took.
  public struct Timing: Equatable, Sendable {
    /// The system, behind the loops it is in, such as `Loop/ShowTitle`.
    public let system: String
    /// How often it was executed.
    public let runs: Int
    /// The time of all executions.
    public let total: Duration
  }

  /// The reactive systems that would work if the loop executed now, with how much waits for them.
  func pending(in path: String = "") -> [(system: String, count: Int)] {
    steps.filter(\.isDue).flatMap { step in
      if let loop = step.system as? Loop { return loop.pending(in: "\(path)\(name)/") }
      let count = (step.system as? any ReactiveSystem)?.collector.count ?? 0
      return count > 0 ? [("\(path)\(name)/\(step.system.name)", count)] : []
    }
  }

  func update(isActive: Bool) {
    self.isActive = isActive
    for step in steps { step.update(isLoopActive: isActive) }
  }
}
