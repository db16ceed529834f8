// The store of a context: it observes changes to stored components and writes them to a log. Apps
// create stores; `konf` creates them with an `EntityNaming`. Each committed change is either
// written or recorded in `unsaved`.

import ECSHistory
public import ECSKit
import ECSModel

/// A store that saves the components of a context in a file.
///
///     let store = ComponentStore(
///       context, in: "/home/me/.local/share/game", StoredComponents(Stats.self)) { now }
///     try store.load()
///     try store.transaction { hero.set(Stats(strength: 7)) }
///
/// A store follows its context. It records every change to a stored component, whether by `set`, an
/// observer, a system, a cascading relation, an undo or a sync. The context therefore always equals
/// the content of the file plus the unsaved changes; see ``hasUnsavedChanges``. Changes that are
/// rolled back are not written. A transaction of the store that cannot be written is rolled back.
///
/// The file is an append-only log with the guarantees in <doc:Durability>. A context has at most
/// one store, until the store is deallocated.
public final class ComponentStore {
  /// The time at which a store writes changes.
  public enum Saving {
    /// Saves with the next ``ComponentStore/transaction(label:_:)-50y9`` or
    /// ``ComponentStore/save()``.
    case onRequest
    /// Saves at the end of each outermost call that changes the context.
    ///
    /// If saving fails, the changes are rolled back, and observers receive the inverse events. The
    /// error is then passed to the closure. The closure must not change the context.
    case always(onFailure: (StoreError) -> Void)
  }

  let context: Context
  let log: ChangeLog?
  let components: StoredComponents
  let saving: Saving
  let clock: () -> Int64
  /// The names of entities in the log, or nil if the log uses durable ids.
  unowned let naming: (any EntityNaming)?
  /// True if the log determines which entities exist.
  let ownsEntities: Bool
  /// True if this store follows the context.
  ///
  /// A context has at most one store.
  private let isFollowing: Bool
  private var tokens: [ObserverToken] = []
  var unsaved: UnsavedChanges
  /// The state of reading the file.
  ///
  /// The entries in the reading have not yet been merged into the context.
  var reading = LogReading()
  var isLoaded = false
  /// True if the positions of links were read for a first write that precedes ``load()``.
  var hasReadPlaces = false
  /// True while entries are merged into the context.
  var isReading = false
  var steps = StoreSteps()
  /// The registry of missing entities to which values refer.
  let references: References
  /// The entities whose ids changed in the current call.
  var changedIDs: [Entity] = []
  /// True while the targets of unsaved values are made durable.
  var isPreparing = false
  /// True while entities get ids before a save.
  var isGivingIDs = false
  /// True if the store has already decided whether to commit the current call.
  var hasDecided = false
  /// True if `save()` was called inside the current call.
  var isSaveDue = false
  var writing: Writing?

  struct Writing {
    var amend: ([LogChange]) -> [LogChange] = { $0 }
    var remark: ([LogChange]) -> [LogChange] = { _ in [] }
    /// True if the write must fail if other programs have written since the last read.
    var isExclusive = false
    var hasStoredChanges = false
    /// The result of the commit, or nil before the commit.
    var result: Result<Void, StoreError>?
  }

  /// Creates a store that follows a context, without reading or creating anything.
  ///
  /// - Parameters:
  ///   - context: The context to follow.
  ///   - folder: The path of the folder. The first write creates the folder.
  ///   - name: The name of the file in the folder.
  ///   - components: The components to store. Other components exist only in memory.
  ///   - saving: The time at which changes are written.
  ///   - clock: Returns the current time, in seconds since 1970 in UTC. It does not affect the
  ///     order of changes.
  /// - Complexity: O(*c*) for *c* components. The store then observes changes to stored components.
  ///   Changes to other components have no additional cost.
  public convenience init(
    _ context: Context, in folder: String, name: String = "store.log",
    _ components: StoredComponents, saving: Saving = .onRequest, clock: @escaping () -> Int64
  ) {
    self.init(
      context, ChangeLog(folder: folder, name: name), components, saving: saving, clock: clock,
      naming: nil)
  }

  /// Creates a store whose log may identify entities by other names than durable ids.
  ///
  /// - Parameters:
  ///   - context: The context to follow.
  ///   - log: The log, or nil to store nothing.
  ///   - components: The components to store.
  ///   - saving: The time at which changes are written.
  ///   - clock: Returns the current time.
  ///   - naming: The names of entities in the log, or nil for durable ids. The object must outlive
  ///     the store. With a naming, the store neither creates nor destroys entities.
  package init(
    _ context: Context, _ log: ChangeLog?, _ components: StoredComponents,
    saving: Saving = .onRequest, clock: @escaping () -> Int64, naming: (any EntityNaming)?
  ) {
    self.context = context
    self.log = log
    self.components = naming == nil ? components.with(Existence.self) : components
    ownsEntities = naming == nil
    unsaved = UnsavedChanges(of: self.components)
    references = References(context)
    self.saving = saving
    self.clock = clock
    self.naming = naming
    let decision = Decision()
    isFollowing = context.decideCommits(
      preparing: { decision.store?.prepare() }, by: { decision.store?.commit() ?? true })
    if !isFollowing { return }
    decision.store = self
    for type in self.components.types { follow(type) }
    context.entityNaming = { [unowned self] in name($0) }
    tokens.append(context.group(.all(DurableID.self)).observe { [unowned self] in noteID($0) })
  }

  deinit {
    if !isFollowing { return }
    for token in tokens { token.cancel() }
    context.endDecidingCommits()
    context.entityNaming = nil
  }

  /// A weak reference from the context to its store.
  ///
  /// Capturing the store weakly in closures would make each change 7 % slower.
  private final class Decision {
    weak var store: ComponentStore?
  }

  // MARK: Following

  private func follow<C: StoredComponent>(_ type: C.Type) {
    let lists = type as? any StoredLinkList.Type
    let hasLinks = lists != nil
    lists?.applyDeleteRule(in: context)
    tokens.append(
      context.group(.all(type)).observe { [unowned self] event in
        if hasLinks, event.isApplied { removeLinksToDestroyed(event, type) }
        noteChange(event, type)
      })
  }

  private func noteChange(_ event: Event, _ type: any StoredComponent.Type) {
    if writing != nil { writing?.hasStoredChanges = true }
    steps.hasStoredChanges = true
    if unsaved.has(event.entity, type) {
      // The component may have been removed and set again since the last save.
      if event.kind == .added, event.entity.has(type) { makeDurable(event.entity) }
      return
    }
    if isReading, event.isApplied {
      // The context then equals the content of the file.
      if event.entity.has(type) { makeDurable(event.entity) }
      return
    }
    // The concrete type's metadata is created at run time, so it is used only for the first change.
    func noteFirst<C: StoredComponent>(_ type: C.Type) {
      note(event.entity, type, event.old(type))
    }
    noteFirst(type)
  }

  /// Removes links to destroyed entities.
  ///
  /// An undo or another device may have saved such a link before the entity was destroyed.
  private func removeLinksToDestroyed<C: StoredComponent>(_ event: Event, _ type: C.Type) {
    guard let new = event.new(type) as? any StoredLinkList else { return }
    let targets = { new.targets(changedSince: event.old(type)) }
    for target in references.destroyedTargets(among: targets, fromFile: isLoaded) {
      context.removeLinks(to: target)
    }
  }

  func note(
    _ entity: Entity, _ type: any StoredComponent.Type, _ base: (any StoredComponent)?
  ) {
    unsaved.note(entity, type, base)
    if entity.isAlive, entity.has(type) { makeDurable(entity) }
  }

  /// True if the context has changes that are not yet in the file.
  ///
  /// - Complexity: O(*n*) in the number of values changed since the last write.
  public var hasUnsavedChanges: Bool { unsaved.hasChanges }

  /// Makes the targets of unsaved values durable before the values are written.
  private func prepare() {
    if !changedIDs.isEmpty { noteChangedIDs() }
    if case .onRequest = saving, writing == nil, !isSaveDue { return }
    makeTargetsDurable()
  }

  /// Writes the changes of a finished call if required.
  ///
  /// - Returns: False if the call must be rolled back.
  private func commit() -> Bool {
    hasDecided = true
    if case .onRequest = saving, writing == nil {
      noteEnd()
      if isSaveDue {
        isSaveDue = false
        // If this fails, everything remains unsaved.
        do throws(StoreError) { try write(isInsideCall: true) } catch {}
      }
      return true
    }
    let before = steps
    noteEnd()
    let result = Result { () throws(StoreError) in try write(isInsideCall: !isGivingIDs) }
    writing?.result = result
    guard case .failure(let error) = result else { return true }
    if case .always(let onFailure) = saving, writing == nil { onFailure(error) }
    // A merge is never rolled back here, because the file already has its changes.
    if isReading { return true }
    steps = before
    return false
  }

  private func noteEnd() {
    // Entries from the file are already part of steps in the file.
    if isReading || isGivingIDs {
      steps.hasStoredChanges = false
    } else {
      steps.noteEnd(context.label)
    }
  }

  /// Writes unsaved changes immediately if the store's `saving` is `always`.
  func saveIfAlways() {
    guard case .always(let onFailure) = saving else { return }
    do throws(StoreError) { try write() } catch { onFailure(error) }
  }

  func requireFollowing() throws(StoreError) {
    if !isFollowing { throw StoreError(path: log?.path ?? "", reason: .followed) }
  }
}
