import ECSKit

extension Loop {
  /// A system in a loop, with its condition and timing.
  public final class Step {
    /// The system.
    public let system: any LoopSystem
    private let condition: () -> Bool
    private var isCollecting = true
    private var isLoopActive = true
    private(set) var runs = 0
    private(set) var total = Duration.zero

    /// A Boolean value that indicates whether the loop executes the system and its cleanup.
    ///
    /// While the value is false, a reactive system ignores changes and drops the changes that it
    /// has collected. Disabling an inner loop disables its systems in the same way.
    public var isEnabled = true {
      didSet { update(isLoopActive: isLoopActive) }
    }

    init(_ system: any LoopSystem, _ condition: @escaping () -> Bool) {
      self.system = system
      self.condition = condition
    }

    var isDue: Bool { isEnabled && condition() }

    func note(_ duration: Duration) {
      runs += 1
      total += duration
    }

    func wake(_ onCollect: (() -> Void)?) {
      (system as? Loop)?.onCollect = onCollect
      (system as? any ReactiveSystem)?.collector.onCollect = onCollect
    }

    func update(isLoopActive: Bool) {
      self.isLoopActive = isLoopActive
      let isCollecting = isEnabled && isLoopActive
      guard isCollecting != self.isCollecting else { return }
      self.isCollecting = isCollecting
      (system as? Loop)?.update(isActive: isCollecting)
      guard let collector = (system as? any ReactiveSystem)?.collector else { return }
      collector.isPaused = !isCollecting
      if !isCollecting { _ = collector.drain() }
    }
  }
}
