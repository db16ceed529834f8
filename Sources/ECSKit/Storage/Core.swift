public import Synchronization

/// What a context is made of, and what its handles point at.
///
/// A core is never freed. When its context goes away its epoch ends, so that every handle is dead.
/// Once no call is under way in it, it is emptied and waits in the pool for the next context. A stale
/// handle still points at valid memory and sees another epoch. The epoch is the one field that another
/// thread may be writing while a stale handle reads it, hence the atomic. Everything else is touched
/// only through a handle of the present epoch or by a call that is under way, that is, inside the
/// isolation domain of the context.
///
/// Exclusivity is not checked at run time. Invariant: no access to a field spans a call of foreign
/// code (an observer, a follower, the end of a component's value), so a change that is made there
/// finds every field whole.
@usableFromInline
final class Core {
  /// The lifetime of the core that is under way, or `ended`.
  @usableFromInline let epoch = Atomic<UInt32>(ended)
  /// The epoch of a core whose context has gone; no handle has it.
  static let ended = UInt32.max
  /// The address of the core that waits behind this one; 0 if none does.
  var next: UInt = 0
  @exclusivity(unchecked) @usableFromInline var slots = SlotTable()
  @exclusivity(unchecked) @usableFromInline var types = TypeTable()
  @exclusivity(unchecked) @usableFromInline var log = ChangeLog()

  /// Whether every change is recorded, because somebody will read, tell or take back all of them.
  @exclusivity(unchecked) @usableFromInline var isRecording = false
  @exclusivity(unchecked) @usableFromInline var isFrozen = false
  @exclusivity(unchecked) @usableFromInline var isDelivering = false
  /// The calls under way that go on with the core after foreign code has run: `compound` for each
  /// that keeps events back, and 1 for each other one.
  @exclusivity(unchecked) @usableFromInline var calls = 0
  /// Whether the last of those calls has something to do when it ends.
  @exclusivity(unchecked) @usableFromInline var hasLeftovers = false
  /// The groups that an entity without components belongs to.
  @exclusivity(unchecked) @usableFromInline var groupsOfEmpty = MemberSetList()
  /// Whether observers are told of changes besides those of their columns.
  @exclusivity(unchecked) @usableFromInline var hasGeneralObservers = false
  /// How many columns have observers or followers.
  @exclusivity(unchecked) @usableFromInline var watchedColumns = 0
  /// The observers that were cancelled or whose entity was destroyed, until they are dropped.
  @exclusivity(unchecked) var idleObservers: ContiguousArray<Observer> = []

  @exclusivity(unchecked) var reading = Reading()
  var groups: [Matcher: Group] = [:]
  /// How many groups were ever made.
  var groupCount = 0
  @exclusivity(unchecked) @usableFromInline var observersOfEmpty = ObserverList()
  @exclusivity(unchecked) var observersOfAll = ObserverList()
  var observersOfEntities: [UInt32: ContiguousArray<Observer>] = [:]
  var observerCount: UInt64 = 0
  var cascadeLimit = 100
  /// The first change past the limit, as long as nobody took it back.
  var cascade: Int?
  /// The unique columns that the entity which a body fills has values in, in the order of filling.
  @exclusivity(unchecked) @usableFromInline var claims: ContiguousArray<AnyColumn> = []
  var indices: [IndexKey: any FollowerOfColumn] = [:]
  var misuseHandler: (Misuse) -> Void = StandardError.report
  var isReporting = false

  init() {}

  /// Returns whether the lifetime that a handle was made in is still under way.
  @inlinable
  @inline(__always)
  func isIn(_ lifetime: UInt32) -> Bool {
    epoch.load(ordering: .relaxed) == lifetime
  }

  /// Leaves the core without an epoch, so that nothing is alive in it again.
  func retire() {
    epoch.store(Self.ended, ordering: .relaxed)
  }

  /// Empties the core, in which no call is under way, and begins its next lifetime.
  func reset(epoch next: UInt32) {
    retire()
    for group in groups.values { group.detachFromContext() }
    for index in indices.values { index.clear() }
    // What observers hold ends though somebody may keep their tokens.
    for observer in registeredObservers { observer.release() }
    // The columns list the groups' member sets, so they go first.
    types = TypeTable()
    groupsOfEmpty = MemberSetList()
    slots = SlotTable()
    log = ChangeLog()
    isRecording = false
    isFrozen = false
    isReporting = false
    isDelivering = false
    calls = 0
    hasLeftovers = false
    hasGeneralObservers = false
    watchedColumns = 0
    idleObservers = []
    reading = Reading()
    (groups, groupCount) = ([:], 0)
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
