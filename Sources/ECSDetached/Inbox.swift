import Synchronization

/// Where detached entities are posted to from any thread, for the context to receive.
///
///     context.inbox.onArrival = { [weak model] in
///       Task { @MainActor in model?.context.receive() }
///     }
///     // on any thread:
///     inbox.post(photo, policy: .theirs) { print($0.outcome) }
///
/// An inbox may outlive its context. What waits then, or is posted later, is reported as gone.
public final class Inbox: Sendable {
  struct Letter: Sendable {
    let detached: DetachedEntity
    let policy: SyncPolicy
    let completion: (@Sendable (SyncReport) -> Void)?

    func reportGone() { completion?(.unchanged(detached, .gone)) }
  }

  private struct State {
    var arrived: [Letter] = []
    /// What is received next, the first one last.
    var taken: [Letter] = []
    var onArrival: (@Sendable () -> Void)?
    /// Whether an arrival was told and nobody has come to receive since.
    var isAnnounced = false
    var isClosed = false
    var count: Int { arrived.count + taken.count }

    /// Returns whom to tell that something waits, if somebody has to be told.
    mutating func announcement() -> (@Sendable () -> Void)? {
      guard let onArrival, !isAnnounced, count > 0 else { return nil }
      isAnnounced = true
      return onArrival
    }
  }

  private let state = Mutex(State())
  private let turn = Atomic<UInt>(0)

  init() {}

  /// Calls the body while nobody else can; no foreign code may run or end in it.
  ///
  /// The mutex suffices, but waits in code that the thread sanitizer does not see on Linux. It sees
  /// that each turn begins after the one before has ended.
  private func locked<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      _ = turn.load(ordering: .acquiring)
      defer { turn.add(1, ordering: .releasing) }
      return body(&state)
    }
  }

  /// Posts a detached entity, to be synced when the context receives.
  ///
  /// - Parameters:
  ///   - detached: The detached entity.
  ///   - policy: What to do about conflicts.
  ///   - completion: Who gets the report, once and in any case: where the context receives or, if it
  ///     is gone, here or where it went.
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

  /// Who is told that something has arrived, on the thread that posted it.
  ///
  /// It is called for the first arrival after each ``ECSKit/Context/receive()``, which it schedules on the
  /// context's actor, and at once if something waits when it is set. It should refer to the owner of
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

  /// Returns how many letters wait, and has the next arrival announced.
  func beginReceiving() -> Int {
    locked { state in
      state.isAnnounced = false
      return state.count
    }
  }

  /// Takes out the letter that has waited longest.
  func next() -> Letter? {
    locked { state in
      if state.taken.isEmpty {
        state.taken = state.arrived.reversed()
        state.arrived = []
      }
      return state.taken.popLast()
    }
  }

  /// Ends with the context: whoever waits is told that it is gone.
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
