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

  /// Which changes must be recorded for an observer, a reader or a rollback.
  @safe @exclusivity(unchecked) @usableFromInline var recording = Recording.nothing
  /// Which must be while no call is under way.
  @safe @exclusivity(unchecked) var standingRecording = Recording.nothing
  /// Rises when it changes which changes must be recorded while no call is under way, or which columns
  /// are watched.
  @safe @exclusivity(unchecked) @usableFromInline var registrations = 0
  /// The slots whose entities have observers.
  @safe @exclusivity(unchecked) @usableFromInline var observedSlots = UncheckedBuffer<Bool>()
  @safe @exclusivity(unchecked) @usableFromInline var isFrozen = false
  @safe @exclusivity(unchecked) @usableFromInline var isDelivering = false
  /// The calls under way that use the core after foreign code has run: `compound` for each that
  /// holds events back, and 1 for each other one.
  @safe @exclusivity(unchecked) @usableFromInline var calls = 0
  /// Whether the last of those calls has work to do when it ends.
  @safe @exclusivity(unchecked) @usableFromInline var hasLeftovers = false
  /// The bits of the components that the rules of groups name, in words as entities have them.
  @safe @exclusivity(unchecked) var groupedBits = UncheckedBuffer<UInt32>()
  /// The groups that an entity without components belongs to.
  @safe @exclusivity(unchecked) @usableFromInline var groupsOfEmpty = ObjectList<MemberSet>()
  /// The groups of the kinds of entities that came last.
  @safe @exclusivity(unchecked) var kinds = EntityKinds()
  /// Whether the context or an entity has observers, which are not listed in columns.
  @safe @exclusivity(unchecked) @usableFromInline var hasGeneralObservers = false
  /// How many columns have observers or followers.
  @safe @exclusivity(unchecked) @usableFromInline var watchedColumns = 0
  /// The observers that were cancelled or whose entity was destroyed, until they are dropped.
  @safe @exclusivity(unchecked) var idleObservers: ContiguousArray<Observer> = []

  @safe @exclusivity(unchecked) var changeSets = ChangeSetDelivery()
  /// The object of a change set that has ended, for the next one; dropping its values does nothing.
  @safe @exclusivity(unchecked) @usableFromInline var spareContents: ChangeSet.Contents?
  /// Whether a change set is making its changes.
  @safe @exclusivity(unchecked) @usableFromInline var isApplying = false
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
    kinds.invalidate()
    groupedBits = UncheckedBuffer()
    entities = EntityTable()
    journal = Journal()
    recording = .nothing
    standingRecording = .nothing
    observedSlots = UncheckedBuffer()
    isFrozen = false
    isReporting = false
    isDelivering = false
    calls = 0
    hasLeftovers = false
    hasGeneralObservers = false
    watchedColumns = 0
    idleObservers = []
    changeSets = ChangeSetDelivery()
    spareContents = nil
    isApplying = false
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

/// Keeps the core intact for calls that use it after foreign code has run.
///
/// An observer, a comparison, a key function or the deinit of a value may release the last
/// reference to the context. From then on every handle is invalid and no observer is notified, but
/// the core stays intact until the last call that uses it returns. So code that runs after foreign
/// code never finds a core that is empty or serves another thread.
///
/// Invariant: a call that uses the core after foreign code is counted, or delivers. A call that is
/// neither does not use the core after foreign code.
extension Core {
  /// The number that a call which holds events back adds to `calls`.
  @inlinable static var compound: Int { 1 << 32 }

  /// Whether events are held back because changes belong together.
  @inlinable @inline(__always)
  var isCompound: Bool { calls >= Self.compound }

  /// Whether a call is under way that will use the core again.
  var isBusy: Bool { calls != 0 || isDelivering }

  /// Keeps the core intact until the matching `endUse`.
  @inlinable @inline(__always)
  func beginUse() {
    calls &+= 1
  }

  /// Ends a `beginUse`.
  ///
  /// The caller must not use the core afterwards unless it began another use.
  @inlinable @inline(__always)
  func endUse() {
    calls &-= 1
    if hasLeftovers { tidyUp() }
  }

  /// Does the work that had to wait for the last call to end, if no call is under way.
  @usableFromInline @inline(never)
  func tidyUp() {
    guard !isBusy else { return }
    if isIn(entities.epoch) { dropIdleObservers() } else { CorePool.giveBack(self) }
  }

  /// Makes every handle invalid, and empties the core as soon as no call is under way in it.
  func end() {
    retire()
    // Loops over members stop.
    for group in groups.values { group.members.clear() }
    if isBusy { hasLeftovers = true } else { CorePool.giveBack(self) }
  }

  // MARK: Foreign code that must not change the context

  /// Calls foreign code in the middle of a change.
  ///
  /// Changes that it tries to make are refused and reported.
  @inlinable @inline(__always)
  func withoutChanges<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let wasFrozen = freeze()
    defer { thaw(wasFrozen) }
    return try body()
  }

  /// Refuses changes until the matching `thaw`, and keeps the core intact.
  ///
  /// - Returns: Whether changes were refused already.
  @usableFromInline
  func freeze() -> Bool {
    let wasFrozen = isFrozen
    beginUse()
    isFrozen = true
    // The fast paths of a change check only this.
    recording = .everything
    return wasFrozen
  }

  @usableFromInline
  func thaw(_ wasFrozen: Bool) {
    isFrozen = wasFrozen
    updateRecording()
    endUse()
  }

  /// Reports a misuse to the handler, which must not change the context.
  ///
  /// If a change by the handler itself is refused, that goes to standard error, because it would
  /// recur for ever.
  func report(_ misuse: Misuse) {
    guard isIn(entities.epoch) else { return }
    if isReporting { return StandardError.report(misuse) }
    beginUse()
    isReporting = true
    withoutChanges { misuseHandler(misuse) }
    isReporting = false
    endUse()
  }
}

/// A pointer to a core.
///
/// It does not have to keep the core alive, because a core is never freed.
@usableFromInline
struct CoreReference: Equatable {
  @usableFromInline let core: Unretained<Core>

  @inlinable
  init(_ core: Core) {
    self.core = Unretained(core)
  }

  /// The address of the core, for values on other threads; it may be compared but not followed.
  var address: UInt { core.address }

  /// The core, whatever its epoch.
  @inlinable var unchecked: Core { unsafe core.object }

  /// Calls the body with the core, without counting a reference.
  @inlinable @inline(__always)
  func withCore<Result>(_ body: (Core) -> Result) -> Result {
    unsafe core.with(body)
  }

  /// Returns the core if an epoch is the present one.
  @inlinable
  func core(in epoch: UInt32) -> Core? {
    let core = unchecked
    return core.isIn(epoch) ? core : nil
  }

  /// Returns whether an epoch is the present one.
  @inlinable
  func isIn(_ epoch: UInt32) -> Bool { unchecked.isIn(epoch) }

  @inlinable
  static func == (first: CoreReference, second: CoreReference) -> Bool {
    first.core.address == second.core.address
  }
}
