public import Synchronization

/// What a context is made of, and what its handles point at.
///
/// A core is never freed. When its context goes away it is emptied, its epoch moves on and it
/// waits in the pool for the next context; a handle of the former context still points at valid
/// memory, sees another epoch and is dead. The epoch is the one field that another thread may be
/// writing while a stale handle reads it, hence the atomic; everything else is touched only by who
/// holds a handle of the present epoch, that is, inside the isolation domain of the context.
///
/// Exclusivity is not checked at run time. Invariant: no access to a field spans a call of foreign
/// code (an observer, a follower, the end of a component's value), so a change that is made there
/// finds every field whole.
@usableFromInline
final class Core {
  /// The lifetime of the core that is under way; 0 while the core waits in the pool.
  @usableFromInline let epoch = Atomic<UInt32>(0)
  /// The address of the core that waits behind this one; 0 if none does.
  var next: UInt = 0
  @exclusivity(unchecked) @usableFromInline var slots = SlotTable()
  @exclusivity(unchecked) @usableFromInline var types = TypeTable()
  @exclusivity(unchecked) @usableFromInline var log = ChangeLog()

  /// Whether every change is recorded, because somebody will read, tell or take back all of them.
  @exclusivity(unchecked) @usableFromInline var isRecording = false
  @exclusivity(unchecked) @usableFromInline var isFrozen = false
  @exclusivity(unchecked) @usableFromInline var isDelivering = false
  @exclusivity(unchecked) @usableFromInline var transactionDepth = 0
  /// The groups that an entity without components belongs to.
  @exclusivity(unchecked) @usableFromInline var groupsOfEmpty = MemberSetList()
  /// Whether observers are told of changes besides those of their columns.
  @exclusivity(unchecked) @usableFromInline var hasGeneralObservers = false
  /// Whether some column has observers or followers.
  @exclusivity(unchecked) @usableFromInline var hasWatchedColumns = false
  /// Whether observers wait to be dropped that were cancelled or whose entity is gone.
  @exclusivity(unchecked) @usableFromInline var hasIdleObservers = false

  @exclusivity(unchecked) var reading = Reading()
  var groups: [Matcher: Group] = [:]
  @exclusivity(unchecked) @usableFromInline var observersOfEmpty = ObserverList()
  @exclusivity(unchecked) var observersOfAll = ObserverList()
  var observersOfEntities: [UInt32: ContiguousArray<Observer>] = [:]
  /// The observers of lifetimes that ended while one of them was called, until that call returns.
  var endedObservers: [UInt32: [Observer]] = [:]
  var observerCount: UInt64 = 0
  var cascadeLimit = 100
  /// The first change past the limit, as long as nobody took it back.
  var cascade: Int?
  /// The unique columns that the entity which a body fills has values in, in the order of filling.
  @exclusivity(unchecked) @usableFromInline var claims: ContiguousArray<AnyColumn> = []
  var indices: [IndexKey: any FollowerOfColumn] = [:]
  var misuseHandler: (Misuse) -> Void = StandardError.report

  init() {}

  /// Returns whether the lifetime that a handle was made in is still under way.
  @inlinable
  @inline(__always)
  func isIn(_ lifetime: UInt32) -> Bool {
    epoch.load(ordering: .relaxed) == lifetime
  }

  /// Leaves the core without an epoch, so that nothing is alive in it again.
  func retire() {
    epoch.store(0, ordering: .relaxed)
  }

  /// Empties the core and makes every handle to it dead.
  func reset(epoch next: UInt32) {
    epoch.store(0, ordering: .relaxed)
    for group in groups.values { group.detachFromContext() }
    for index in indices.values { index.clear() }
    // What observers hold ends though somebody may keep their tokens, but not under one that is called.
    if isDelivering {
      endedObservers[slots.epoch] = registeredObservers
    } else {
      for observer in registeredObservers { observer.release() }
    }
    // The columns list the groups' member sets, so they go first.
    types = TypeTable()
    groupsOfEmpty = MemberSetList()
    slots = SlotTable()
    log = ChangeLog()
    isRecording = false
    isFrozen = false
    isDelivering = false
    transactionDepth = 0
    hasGeneralObservers = false
    hasIdleObservers = false
    hasWatchedColumns = false
    reading = Reading()
    groups = [:]
    observersOfEmpty = ObserverList()
    observersOfAll = ObserverList()
    observersOfEntities = [:]
    observerCount = 0
    cascadeLimit = 100
    cascade = nil
    claims = []
    indices = [:]
    misuseHandler = StandardError.report
    slots.epoch = next
    epoch.store(next, ordering: .relaxed)
  }
}
