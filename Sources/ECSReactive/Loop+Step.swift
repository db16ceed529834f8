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

    /// Whether the loop executes the system and runs its cleanup.
    ///
    /// While this is false, a reactive system drops what it has collected and ignores changes. If
    /// the system is a loop, so do the systems inside it.
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
