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
  @safe @exclusivity(unchecked) @usableFromInline var entities = EntityTable()
  @safe @exclusivity(unchecked) @usableFromInline var columns = ColumnTable()
  @safe @exclusivity(unchecked) @usableFromInline var journal = Journal()

  /// Whether every change is recorded, because somebody will read, tell or take back all of them.
  @safe @exclusivity(unchecked) @usableFromInline var isRecording = false
  @safe @exclusivity(unchecked) @usableFromInline var isFrozen = false
  @safe @exclusivity(unchecked) @usableFromInline var isDelivering = false
  /// The calls under way that go on with the core after foreign code has run: `compound` for each
  /// that keeps events back, and 1 for each other one.
  @safe @exclusivity(unchecked) @usableFromInline var calls = 0
  /// Whether the last of those calls has something to do when it ends.
  @safe @exclusivity(unchecked) @usableFromInline var hasLeftovers = false
  /// The groups that an entity without components belongs to.
  @safe @exclusivity(unchecked) @usableFromInline var groupsOfEmpty = ObjectList<MemberSet>()
  /// Whether observers are told of changes besides those of their columns.
  @safe @exclusivity(unchecked) @usableFromInline var hasGeneralObservers = false
  /// How many columns have observers or followers.
  @safe @exclusivity(unchecked) @usableFromInline var watchedColumns = 0
  /// The observers that were cancelled or whose entity was destroyed, until they are dropped.
  @safe @exclusivity(unchecked) var idleObservers: ContiguousArray<Observer> = []

  @safe @exclusivity(unchecked) var reading = Reading()
  var groups: [Matcher: Group] = [:]
  /// How many groups were ever made.
  var groupCount = 0
  @safe @exclusivity(unchecked) @usableFromInline var observersOfEmpty = ObserverList()
  @safe @exclusivity(unchecked) var observersOfAll = ObserverList()
  var observersOfEntities: [UInt32: ContiguousArray<Observer>] = [:]
  var observerCount: UInt64 = 0
  var cascadeLimit = 100
  /// The first change past the limit, as long as nobody took it back.
  var cascade: Int?
  /// How many changes were refused while a cascade was rolled back; nil if none is.
  var refusedInCascade: Int?
  /// The generation of the entity that is about to arrive, while its slot looks empty; else 0.
  @safe @exclusivity(unchecked) @usableFromInline var hiddenGeneration: UInt32 = 0
  /// The unique columns that this entity has values in, in the order in which they were put.
  @safe @exclusivity(unchecked) @usableFromInline var claims: ContiguousArray<AnyColumn> = []
  var followers: [FollowerKey: AnyFollower] = [:]
  var misuseHandler: (Misuse) -> Void = StandardError.report
  var isReporting = false

  init() {}

  /// Returns whether the lifetime that a handle was made in is still under way.
  @inlinable @inline(__always)
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
    for follower in followers.values { follower.contents.clear() }
    // What observers hold ends though somebody may keep their tokens.
    for observer in registeredObservers { observer.release() }
    // The columns list the groups' member sets, so they go first.
    columns = ColumnTable()
    groupsOfEmpty = ObjectList<MemberSet>()
    entities = EntityTable()
    journal = Journal()
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
    refusedInCascade = nil
    hiddenGeneration = 0
    claims = []
    followers = [:]
    misuseHandler = StandardError.report
    entities.epoch = next
    epoch.store(next, ordering: .relaxed)
  }
}
