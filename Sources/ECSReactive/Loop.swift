// Runs systems phase by phase, collects their errors and measures their time. ReactiveLoop and the
// checks of Schedule run loops, and ECSHistory observes the runs. A system that throws never
// prevents the other systems from running.

import ECSKit

/// A list of systems that run one after another.
///
///     let loop = Loop([LoadSchedule(context), ShowTitle(collector: titles),
///       RemoveEvents(context)])
///     try loop.initialize()
///     try loop.execute()  // again and again
///     try loop.cleanup()
///     try loop.teardown()  // in reverse
///
/// A loop is a system, so loops can be nested. If a system throws, the other systems of the phase
/// still run. At the end of the phase, the loop throws all errors as one ``LoopError``.
///
/// Each phase costs O(*s*), where *s* is the number of systems, plus the work of the systems.
public final class Loop: InitSystem, ExecuteSystem, CleanupSystem, TeardownSystem {
  /// The name of the loop in reports.
  public let name: String
  /// The systems in order.
  public private(set) var steps: [Step] = []
  private let measure: (() -> Void) -> Duration
  /// False while the step that contains the loop is disabled.
  private var isActive = true
  /// A closure that is called after each change collected by a reactive system.
  var onCollect: (() -> Void)? {
    didSet { for step in steps { step.wake(onCollect) } }
  }

  /// A closure that is called before and after each run of a system.
  ///
  /// The closure is also called for the systems of inner loops. Setting the closure also sets the
  /// closure of each inner loop. A loop that is added later gets this closure, unless it is nil.
  public var onRun: ((Run) -> Void)? {
    didSet { for step in steps { (step.system as? Loop)?.onRun = onRun } }
  }

  /// The beginning or the end of one run of a system.
  public struct Run: Sendable {
    /// The name of the system that runs.
    public let system: String
    /// The phase of the run.
    public let phase: LoopError.Phase
    /// True at the end of the run, false at its beginning.
    public let isOver: Bool
    /// True if the system is the first that the loop runs in this pass of the phase.
    public let isFirst: Bool
  }

  /// Creates a loop.
  ///
  /// - Parameters:
  ///   - systems: The systems, in the order in which they run.
  ///   - name: The name of the loop in reports.
  ///   - clock: The clock that measures the systems.
  /// - Complexity: O(*s*), where *s* is the number of systems.
  public init(
    _ systems: [any LoopSystem] = [], name: String = "Loop",
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.name = name
    measure = { clock.measure($0) }
    for system in systems { add(system) }
  }

  /// Adds a system after all other systems.
  ///
  ///     let step = loop.add(ShowRatings(), when: { settings.showsRatings })
  ///     step.isEnabled = false
  ///
  /// - Parameters:
  ///   - system: The system to add. It first runs in the next phase.
  ///   - condition: Returns true to execute the system. The closure is called before each
  ///     execution. While the closure returns false, the system's collector still collects changes.
  /// - Returns: The step. Use it to disable and enable the system.
  /// - Complexity: Amortized O(1). If the system is a loop, O(*s*), where *s* is the number of its
  ///   systems.
  @discardableResult
  public func add(
    _ system: any LoopSystem, when condition: @escaping () -> Bool = { true }
  ) -> Step {
    let step = Step(system, condition)
    steps.append(step)
    step.update(isLoopActive: isActive)
    if onCollect != nil { step.wake(onCollect) }
    if onRun != nil { (system as? Loop)?.onRun = onRun }
    return step
  }

  /// Initializes all systems, whether they are enabled or not.
  ///
  /// - Throws: ``LoopError`` with the errors of all systems that threw, after the last system has
  ///   run.
  public func initialize() throws(LoopError) {
    try run(.initialize, steps) { try ($0 as? any InitSystem)?.initialize() }
  }

  /// Executes the systems that are enabled and whose condition is true.
  ///
  /// - Throws: ``LoopError`` with the errors of all systems that threw, after the last system has
  ///   run.
  public func execute() throws(LoopError) {
    try run(.execute, steps.lazy.filter { $0.isDue }) { try ($0 as? any ExecuteSystem)?.execute() }
  }

  /// Runs the cleanup of all enabled systems.
  ///
  /// - Throws: ``LoopError`` with the errors of all systems that threw, after the last system has
  ///   run.
  public func cleanup() throws(LoopError) {
    try run(.cleanup, steps.lazy.filter { $0.isEnabled }) {
      try ($0 as? any CleanupSystem)?.cleanup()
    }
  }

  /// Tears down all systems in reverse order, whether they are enabled or not.
  ///
  /// - Throws: ``LoopError`` with the errors of all systems that threw, after the last system has
  ///   run.
  public func teardown() throws(LoopError) {
    try run(.teardown, steps.reversed()) { try ($0 as? any TeardownSystem)?.teardown() }
  }

  private func run(
    _ phase: LoopError.Phase, _ steps: some Sequence<Step>,
    _ body: (any LoopSystem) throws -> Void
  ) throws(LoopError) {
    var failures: [LoopError.Failure] = []
    var isFirstStep = true
    for step in steps {
      let name = step.system.name
      let isFirst = isFirstStep
      isFirstStep = false
      onRun?(Run(system: name, phase: phase, isOver: false, isFirst: isFirst))
      defer { onRun?(Run(system: name, phase: phase, isOver: true, isFirst: isFirst)) }
      let duration = measure {
        do {
          try body(step.system)
        } catch let error as LoopError where step.system is Loop {
          failures += error.failures.map { $0.inside(self.name) }
        } catch {
          failures.append(
            LoopError.Failure(system: "\(self.name)/\(name)", phase: phase, error: error))
        }
      }
      if phase == .execute { step.note(duration) }
    }
    if !failures.isEmpty { throw LoopError(failures: failures) }
  }

  /// The number of executions and the total time of each system.
  ///
  /// An inner loop precedes its systems. Each name is the path of the system, including the names
  /// of its loops.
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

  /// The number of executions of a system and their total time.
  public struct Timing: Equatable, Sendable {
    /// The path of the system with the names of its loops, such as `Loop/ShowTitle`.
    public let system: String
    /// The number of executions.
    public let runs: Int
    /// The total time of all executions.
    public let total: Duration
  }

  /// Returns the reactive systems with work, and the number of items that each has collected.
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
