// The state of a context, its lifetime, and the protection of calls that run user code. Contexts,
// handles and all files named Core+*.swift use the core, but only inside the isolation domain of
// the context.

public import Synchronization

/// The contents of a context.
///
/// All handles of a context point to its core. A core is never freed. When the context is
/// deallocated, the epoch of the core ends, so every handle becomes invalid. When no call uses the
/// core any more, the core is emptied and waits in the pool for the next context. A stale handle
/// still points to valid memory, but the core there has a different epoch.
///
/// The epoch is atomic, because it is the only field that one thread may write while a stale handle
/// on another thread reads it. All other fields are accessed only through a handle of the current
/// epoch, or by a call in progress. Both kinds of access happen inside the isolation domain of the
/// context.
///
/// Exclusivity is not checked at run time. Invariant: no access to a field lasts while user code
/// runs. User code is, for example, an observer, a follower or the deinit of a component. So every
/// field is consistent when user code makes changes.
@usableFromInline
final class Core {
  /// The current epoch, or `ended`.
  @usableFromInline let epoch = Atomic<UInt32>(ended)
  /// The epoch of a core without a context.
  ///
  /// No handle has this epoch.
  static let ended = UInt32.max
  /// The address of the next core in the pool, or 0 for the last core.
  var next: UInt = 0
  @safe @exclusivity(unchecked) @usableFromInline var entities = EntityTable()
  @safe @exclusivity(unchecked) @usableFromInline var columns = ColumnTable()
  @safe @exclusivity(unchecked) @usableFromInline var journal = Journal()

  /// The changes that must currently be recorded.
  @safe @exclusivity(unchecked) @usableFromInline var recording = Recording.nothing
  /// The value of `recording` while no call is in progress.
  @safe @exclusivity(unchecked) var standingRecording = Recording.nothing
  /// A counter that shows whether cached facts about observers are still valid.
  ///
  /// The counter is incremented whenever `standingRecording` or the set of watched columns may have
  /// changed.
  @safe @exclusivity(unchecked) @usableFromInline var registrations = 0
  /// True for each slot whose entity has observers.
  @safe @exclusivity(unchecked) @usableFromInline var observedSlots = UncheckedBuffer<Bool>()
  @safe @exclusivity(unchecked) @usableFromInline var isFrozen = false
  @safe @exclusivity(unchecked) @usableFromInline var isDelivering = false
  /// The number of calls in progress that use the core after user code has run.
  ///
  /// A call that delays events counts as `compound`. Every other call counts as 1.
  @safe @exclusivity(unchecked) @usableFromInline var calls = 0
  /// True if the call that ends last has to clean up.
  @safe @exclusivity(unchecked) @usableFromInline var hasLeftovers = false
  /// The bits of all components that occur in the rule of a group.
  ///
  /// The layout is the same as for the bits of an entity.
  @safe @exclusivity(unchecked) var groupedBits = UncheckedBuffer<UInt32>()
  /// The groups that contain entities without components.
  @safe @exclusivity(unchecked) @usableFromInline var groupsOfEmpty = ObjectList<MemberSet>()
  /// A cache, by kind of entity, of the groups that recently created entities joined.
  @safe @exclusivity(unchecked) var kinds = EntityKinds()
  /// True if the context or an entity has observers.
  ///
  /// These observers are not in the lists of columns.
  @safe @exclusivity(unchecked) @usableFromInline var hasGeneralObservers = false
  @safe @exclusivity(unchecked) @usableFromInline var watchedColumns = 0
  /// Observers that wait to be dropped, because they were cancelled or their entity was destroyed.
  @safe @exclusivity(unchecked) var idleObservers: ContiguousArray<Observer> = []

  @safe @exclusivity(unchecked) var changeSets = ChangeSetDelivery()
  /// The contents object of a finished change set, for reuse.
  ///
  /// The object contains no values that must be dropped.
  @safe @exclusivity(unchecked) @usableFromInline var spareContents: ChangeSet.Contents?
  @safe @exclusivity(unchecked) @usableFromInline var isApplying = false
  /// The label of the outermost transaction in progress.
  var label: String?
  var groups: [Matcher: Group] = [:]
  var groupCount = 0
  @safe @exclusivity(unchecked) @usableFromInline var observersOfEmpty = ObserverList()
  @safe @exclusivity(unchecked) var observersOfAll = ObserverList()
  var observersOfEntities: [UInt32: ContiguousArray<Observer>] = [:]
  var observerCount: UInt64 = 0
  var cascadeLimit = 100
  /// The number of the first record above the cascade limit, or nil if no record exceeds the limit.
  var cascade: Int?
  /// The number of changes refused while a cascade is rolled back, or nil at other times.
  var refusedInCascade: Int?
  /// The generation of the hidden entity that is being created, or 0 if no entity is hidden.
  @safe @exclusivity(unchecked) @usableFromInline var hiddenGeneration: UInt32 = 0
  /// The unique columns in which the hidden entity has values, in the order of insertion.
  @safe @exclusivity(unchecked) @usableFromInline var claims: ContiguousArray<AnyColumn> = []
  var followers: [FollowerKey: AnyFollower] = [:]
  /// The counts of writes to all columns, or nil if the context's version was never read.
  var allCounts: ContiguousArray<WriteCounts>?
  @safe @exclusivity(unchecked) @usableFromInline var deferred = DeferredColumns()
  /// True while the column of a deferred component is filled.
  @safe @exclusivity(unchecked) @usableFromInline var isFilling = false
  var misuseHandler: (Misuse) -> Void = StandardError.report
  var isReporting = false

  init() {}

  @inlinable @inline(__always)
  func isIn(_ lifetime: UInt32) -> Bool {
    epoch.load(ordering: .relaxed) == lifetime
  }

  /// Ends the current epoch.
  ///
  /// Every handle then becomes invalid.
  func retire() {
    epoch.store(Self.ended, ordering: .relaxed)
  }

  /// Empties the core and begins its next epoch.
  ///
  /// No call may be in progress.
  func reset(epoch next: UInt32) {
    retire()
    for group in groups.values { group.detachFromContext(reportingTo: misuseHandler) }
    for follower in followers.values { follower.contents.clear() }
    // The captures of observers are released, even if their tokens still exist.
    for observer in registeredObservers { observer.release() }
    // The columns are dropped first, because they list the member sets of groups.
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
    allCounts = nil
    deferred = DeferredColumns()
    misuseHandler = StandardError.report
    entities.epoch = next
    epoch.store(next, ordering: .relaxed)
  }
}

// Keeps the core intact for calls that use it after user code has run.
//
// An observer, a comparison, a key function or the deinit of a value may release the last reference
// to the context. Every handle then becomes invalid, and no further observer is notified. The core,
// however, remains intact until the last call that uses it returns. So no call ever uses a core
// that is empty or in use by another thread.
//
// Invariant: a call that uses the core after user code has run is counted in `calls` or is
// delivering. All other calls do not use the core after user code has run.
extension Core {
  /// The amount by which a call that delays events increases `calls`.
  @inlinable static var compound: Int { 1 << 32 }

  /// True while a call delays events, so that related changes are settled together.
  @inlinable @inline(__always)
  var isCompound: Bool { calls >= Self.compound }

  /// True while a call in progress will use the core again.
  var isBusy: Bool { calls != 0 || isDelivering }

  @inlinable @inline(__always)
  func beginUse() {
    calls &+= 1
  }

  /// Ends a use of the core.
  ///
  /// The caller must begin another use before it accesses the core again.
  @inlinable @inline(__always)
  func endUse() {
    calls &-= 1
    if hasLeftovers { tidyUp() }
  }

  @usableFromInline @inline(never)
  func tidyUp() {
    guard !isBusy else { return }
    if isIn(entities.epoch) { dropIdleObservers() } else { CorePool.giveBack(self) }
  }

  /// Invalidates every handle, and empties the core as soon as no call uses it.
  func end() {
    retire()
    // This ends loops over members.
    for group in groups.values { group.members.clear() }
    if isBusy { hasLeftovers = true } else { CorePool.giveBack(self) }
  }

  // MARK: User code that must not change the context

  /// Calls user code that must not change the context.
  ///
  /// Changes that the code tries to make are refused and reported.
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
  /// - Returns: True if changes were already refused.
  @usableFromInline
  func freeze() -> Bool {
    let wasFrozen = isFrozen
    beginUse()
    isFrozen = true
    // The fast paths of a change check only `recording`.
    recording = .everything
    return wasFrozen
  }

  @usableFromInline
  func thaw(_ wasFrozen: Bool) {
    isFrozen = wasFrozen
    updateRecording()
    endUse()
  }

  /// Reports a misuse to the handler.
  ///
  /// The handler must not change the context.
  ///
  /// If the handler itself misuses the context, the report is written to standard error. This
  /// prevents endless recursion.
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
/// The pointer does not retain the core, because a core is never freed.
@usableFromInline
struct CoreReference: Equatable {
  @usableFromInline let core: Unretained<Core>

  @inlinable
  init(_ core: Core) {
    self.core = Unretained(core)
  }

  /// The address of the core, for values that are sent to other threads.
  ///
  /// The address may be compared but not dereferenced.
  var address: UInt { core.address }

  @inlinable var unchecked: Core { unsafe core.object }

  @inlinable @inline(__always)
  func withCore<Result>(_ body: (Core) -> Result) -> Result {
    unsafe core.with(body)
  }

  @inlinable
  func core(in epoch: UInt32) -> Core? {
    let core = unchecked
    return core.isIn(epoch) ? core : nil
  }

  @inlinable
  func isIn(_ epoch: UInt32) -> Bool { unchecked.isIn(epoch) }

  @inlinable
  static func == (first: CoreReference, second: CoreReference) -> Bool {
    first.core.address == second.core.address
  }
}
