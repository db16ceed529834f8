import Synchronization

/// A thread-safe queue of detached entities that wait to be synced with a context.
///
///     context.inbox.onArrival = { [weak model] in
///       Task { @MainActor in model?.context.receive() }
///     }
///     // on any thread:
///     inbox.post(photo, policy: .theirs) { print($0.outcome) }
///
/// An inbox may outlive its context. When the context is deallocated, each waiting entity is
/// reported as gone. Each entity that is posted later is also reported as gone.
public final class Inbox: Sendable {
  struct Letter: Sendable {
    let detached: DetachedEntity
    let policy: SyncPolicy
    let completion: (@Sendable (SyncReport) -> Void)?

    func reportGone() { completion?(.unchanged(detached, .gone)) }
  }

  private struct State {
    var arrived: [Letter] = []
    /// The posted entities that are no longer in `arrived`.
    ///
    /// The next entity to sync is last.
    var taken: [Letter] = []
    var onArrival: (@Sendable () -> Void)?
    /// True if an arrival was announced after the last call to `beginReceiving`.
    var isAnnounced = false
    var isClosed = false
    var count: Int { arrived.count + taken.count }

    /// Returns the closure to call for an arrival, or nil if nothing must be announced.
    mutating func announcement() -> (@Sendable () -> Void)? {
      guard let onArrival, !isAnnounced, count > 0 else { return nil }
      isAnnounced = true
      return onArrival
    }
  }

  private let state = Mutex(State())
  private let turn = Atomic<UInt>(0)

  init() {}

  /// Calls the body under the lock.
  ///
  /// The body must not run user code, and must not drop values whose deinit runs user code.
  ///
  /// The mutex alone makes the access safe. But on Linux, the thread sanitizer does not see how the
  /// mutex waits. So `turn` shows the sanitizer that each critical section begins after the end of
  /// the previous one.
  private func locked<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      _ = turn.load(ordering: .acquiring)
      defer { turn.add(1, ordering: .releasing) }
      return body(&state)
    }
  }

  /// Posts a detached entity for the next call to ``ECSKit/Context/receive()``.
  ///
  /// - Parameters:
  ///   - detached: The detached entity to sync.
  ///   - policy: The policy for conflicts.
  ///   - completion: A closure that is called exactly once with the report. The closure runs where
  ///     the context calls ``ECSKit/Context/receive()``. If the context has already been
  ///     deallocated, the closure runs in this call. If the context is deallocated later, the
  ///     closure runs where the deallocation happens.
  /// - Complexity: O(1) amortized.
  public func post(
    _ detached: DetachedEntity, policy: SyncPolicy,
    completion: (@Sendable (SyncReport) -> Void)? = nil
  ) {
    let letter = Letter(detached: detached, policy: policy, completion: completion)
    let (isClosed, announce) = locked { state in
      if !state.isClosed { state.arrived.append(letter) }
      return (state.isClosed, state.announcement())
    }
    if isClosed { letter.reportGone() }
    announce?()
  }

  /// A closure that is called on the posting thread when an entity has arrived.
  ///
  /// The closure is called for the first arrival after each ``ECSKit/Context/receive()``. If the
  /// inbox is not empty when the closure is set, the closure is called immediately. The closure
  /// should schedule ``ECSKit/Context/receive()`` on the context's actor, and refer to the owner of
  /// the context weakly.
  public var onArrival: (@Sendable () -> Void)? {
    get { locked { $0.onArrival } }
    set {
      let (former, announce) = locked { state in
        let former = state.onArrival
        state.onArrival = state.isClosed ? nil : newValue
        state.isAnnounced = false
        return (former, state.announcement())
      }
      withExtendedLifetime(former) {}
      announce?()
    }
  }

  /// Returns the number of waiting entities, and allows the next arrival to be announced.
  func beginReceiving() -> Int {
    locked { state in
      state.isAnnounced = false
      return state.count
    }
  }

  func next() -> Letter? {
    locked { state in
      if state.taken.isEmpty {
        state.taken = state.arrived.reversed()
        state.arrived = []
      }
      return state.taken.popLast()
    }
  }

  /// Closes the inbox.
  ///
  /// The remaining entities are reported as gone.
  func close() {
    let closed = locked { state in
      let closed = state
      state = State()
      state.isClosed = true
      return closed
    }
    for letter in closed.taken.reversed() + closed.arrived { letter.reportGone() }
  }
}
