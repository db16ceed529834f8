public import Synchronization

/// The contents of a context, which its handles point at.
///
/// A core is never freed. When its context goes away its epoch ends, so every handle becomes
/// invalid. Once no call is under way in it, it is emptied and waits in the pool for the next
/// context. A stale handle still points at valid memory and sees another epoch. The epoch is the
/// only field that another thread may write while a stale handle reads it, so it is atomic.
/// Everything else is accessed only through a handle of the present epoch or by a call that is
/// under way, that is, inside the isolation domain of the context.
///
/// Exclusivity is not checked at run time. Invariant: no access to a field spans a call of foreign
/// code (an observer, a follower, the deinit of a component), so a change that is made there finds
/// every field consistent.
@usableFromInline
final class Core {
  /// The present epoch of the core, or `ended`.
  @usableFromInline let epoch = Atomic<UInt32>(ended)
  /// The epoch of a core whose context has ended; no handle has it.
  static let ended = UInt32.max
  /// The address of the next core in the pool; 0 if there is none.
  var next: UInt = 0
  @safe @exclusivity(unchecked) @usableFromInline var entities = EntityTable()
  @safe @exclusivity(unchecked) @usableFromInline var columns = ColumnTable()
  @safe @exclusivity(unchecked) @usableFromInline var journal = Journal()

  /// Whether changes must be recorded for an observer, a reader or a rollback.
  @safe @exclusivity(unchecked) @usableFromInline var isRecording = false
  @safe @exclusivity(unchecked) @usableFromInline var isFrozen = false
  @safe @exclusivity(unchecked) @usableFromInline var isDelivering = false
  /// The calls under way that use the core after foreign code has run: `compound` for each that
  /// holds events back, and 1 for each other one.
  @safe @exclusivity(unchecked) @usableFromInline var calls = 0
  /// Whether the last of those calls has work to do when it ends.
  @safe @exclusivity(unchecked) @usableFromInline var hasLeftovers = false
  /// The groups that an entity without components belongs to.
  @safe @exclusivity(unchecked) @usableFromInline var groupsOfEmpty = ObjectList<MemberSet>()
  /// Whether the context or an entity has observers, which are not listed in columns.
  @safe @exclusivity(unchecked) @usableFromInline var hasGeneralObservers = false
  /// How many columns have observers or followers.
  @safe @exclusivity(unchecked) @usableFromInline var watchedColumns = 0
  /// The observers that were cancelled or whose entity was destroyed, until they are dropped.
  @safe @exclusivity(unchecked) var idleObservers: ContiguousArray<Observer> = []

  @safe @exclusivity(unchecked) var reading = Reading()
  /// What the outermost transaction under way is called.
  var label: String?
  var groups: [Matcher: Group] = [:]
  /// How many groups were ever made.
  var groupCount = 0
  @safe @exclusivity(unchecked) @usableFromInline var observersOfEmpty = ObserverList()
  @safe @exclusivity(unchecked) var observersOfAll = ObserverList()
  var observersOfEntities: [UInt32: ContiguousArray<Observer>] = [:]
  var observerCount: UInt64 = 0
  var cascadeLimit = 100
  /// The first change past the limit, until it is rolled back.
  var cascade: Int?
  /// How many changes were refused while a cascade was rolled back; nil if none is.
  var refusedInCascade: Int?
  /// The generation of the entity that is about to arrive, while its slot looks empty; otherwise 0.
  @safe @exclusivity(unchecked) @usableFromInline var hiddenGeneration: UInt32 = 0
  /// The unique columns in which this entity has values, in the order in which they were put.
  @safe @exclusivity(unchecked) @usableFromInline var claims: ContiguousArray<AnyColumn> = []
  var followers: [FollowerKey: AnyFollower] = [:]
  var misuseHandler: (Misuse) -> Void = StandardError.report
  var isReporting = false

  init() {}

  /// Returns whether an epoch is the present one.
  @inlinable @inline(__always)
  func isIn(_ lifetime: UInt32) -> Bool {
    epoch.load(ordering: .relaxed) == lifetime
  }

  /// Ends the present epoch, so that every handle is invalid.
  func retire() {
    epoch.store(Self.ended, ordering: .relaxed)
  }

  /// Empties the core and begins its next epoch; no call is under way in it.
  func reset(epoch next: UInt32) {
    retire()
    for group in groups.values { group.detachFromContext() }
    for follower in followers.values { follower.contents.clear() }
    // Releases what observers hold, even if their tokens are still held.
    for observer in registeredObservers { observer.release() }
    // The columns list the groups' member sets, so they are dropped first.
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
    label = nil
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
