// The public interface of collectors. Clients, EntityList and ECSObservation use it. CollectedItems
// holds the items, which the context may still access after the deallocation of the collector.

/// A list of the entities that changed, for code that works on them later.
///
/// An observer is called at each change. A collector only notes the change, and you drain it when
/// you are ready, for example once per frame. It collects the events of a group: entities that
/// become members, members whose components change, and members that leave. Changes that a
/// transaction rolled back were never delivered and are not collected.
///
///     let collector = Collector(talks, .added, .updated)
///     let talk = context.createEntity(Title(text: "Swift Thinking"))
///     talk.set(Title(text: "Thinking in Swift"))
///     collector.drain().map(\.entity)  // [talk], once
///     collector.isEmpty                // true
///
/// A collector works until it is deallocated or its context ends. It keeps no entity alive:
/// entities that it returns may be destroyed, unless its scope leaves those out.
public final class Collector {
  /// How several changes of one entity become items.
  public enum Mode: Sendable {
    /// Each change is an item, in the order of delivery.
    ///
    /// A change that is an event of several groups is an item for each of them.
    case every
    /// Each entity is one item, with the latest kind, in the order of first touch.
    case latest
    /// Each entity that is not as it was is one item, in the order of first touch.
    ///
    /// An entity that joined and left is omitted. So is one that left and came back, or changed
    /// back and forth, if the components that the rule requires or offers equal those before.
    /// Components that are not `Equatable` count as changed when they are set, and when the entity
    /// had left meanwhile. The values are kept until they are compared.
    case net
  }

  /// Which of the collected entities are returned.
  ///
  /// This is decided when they are returned.
  public enum Scope: Sendable {
    /// All entities, alive or destroyed.
    case all
    /// Entities that are alive.
    case living
    /// Entities that are members of one of the groups.
    case matching
  }

  /// One entity that was collected.
  public struct Item: Hashable {
    /// The entity, which may be destroyed.
    public let entity: Entity
    /// What happened to it.
    ///
    /// If the item stands for several changes, this is the latest or the net one.
    public let kind: Event.Kind

    package init(entity: Entity, kind: Event.Kind) {
      self.entity = entity
      self.kind = kind
    }
  }

  let items: CollectedItems
  private let reference: CoreReference
  private let epoch: UInt32
  private var tokens: [ObserverToken] = []

  /// Creates a collector of the changes that are made from now on.
  ///
  /// - Parameters:
  ///   - group: The group whose events are collected.
  ///   - kinds: The kinds of events to collect: `added`, `updated`, `removed`; all three if none is
  ///     given.
  ///   - mode: How several changes of one entity become items.
  ///   - scope: Which entities are returned.
  /// - Complexity: O(*c*), where *c* is the number of components in the rule of the group. Each
  ///   change costs O(1) more; in the mode `net`, O(*c*) and a copy of the values.
  public init(
    _ group: Group, _ kinds: Event.Kind..., mode: Mode = .latest, scope: Scope = .all
  ) {
    items = CollectedItems(mode: mode, scope: scope, reference: group.reference)
    reference = group.reference
    epoch = group.epoch
    watch(group, kinds)
  }

  deinit {
    // This may run on another thread, so the context notices it only at the next event.
    items.abandon()
  }

  /// Also collects the events of another group of the same context.
  ///
  ///     let collector = Collector(talks, .added)
  ///     collector.watch(rated, .updated, .removed)
  ///
  /// - Parameters:
  ///   - group: The group whose events are collected.
  ///   - kinds: The kinds of events to collect; all if none is given.
  /// - Precondition: The group belongs to the collector's context.
  /// - Complexity: As for ``init(_:_:mode:scope:)``.
  public func watch(_ group: Group, _ kinds: Event.Kind...) {
    watch(group, kinds)
  }

  private func watch(_ group: Group, _ kinds: [Event.Kind]) {
    precondition(
      group.reference == reference && group.epoch == epoch,
      "all groups of a collector must belong to the same context"
    )
    guard let core else { return }
    let asked = items.mode == .net ? [] : kinds
    let token = core.observe(.group(group), kinds: asked, items)
    items.add(group, KindSet(kinds), number: token.observer.number, in: core)
    tokens.append(token)
  }

  /// The number of items that ``drain()`` would return.
  ///
  /// Reading it removes nothing.
  ///
  /// - Complexity: O(1); O(*n*) for *n* items in the mode `net` or in another scope than `all`.
  public var count: Int {
    // Check the context last, as in ``Group/count``.
    let count = items.count
    return core == nil ? 0 : count
  }

  /// Whether ``drain()`` would return nothing.
  ///
  /// Reading it removes nothing.
  ///
  /// - Complexity: As for ``count``.
  @_documentation(visibility: internal)
  public var isEmpty: Bool {
    let isEmpty = items.isEmpty
    return core == nil || isEmpty
  }

  /// Removes all items and returns them.
  ///
  /// - Returns: The items in order; none if the context is gone.
  /// - Complexity: O(*n*), where *n* is the number of items.
  public func drain() -> [Item] {
    pull(.max)
  }

  /// Removes the first items and returns them, for work that has a budget.
  ///
  ///     for item in collector.pull(10) { layOut(item.entity) }  // the next ten in the next turn
  ///
  /// An entity that changes after it was returned is collected again, after the waiting ones.
  ///
  /// - Parameter limit: The largest number of items to return.
  /// - Returns: The items in order; none if the limit is not positive or the context is gone.
  /// - Complexity: O(*k*), amortised, where *k* is the number of items returned or omitted.
  public func pull(_ limit: Int) -> [Item] {
    let taken = items.removeFirst(limit)
    return core == nil ? [] : taken
  }

  /// Returns whether an entity is a member of one of the collector's groups now.
  ///
  ///     let present = collector.drain().map(\.entity).filter(collector.matches)
  ///
  /// - Parameter entity: The entity; its handle may be invalid.
  /// - Returns: Whether it is a member; false if the handle is invalid or belongs to another
  ///   context.
  /// - Complexity: O(*g*), where *g* is the number of groups of the collector.
  public func matches(_ entity: Entity) -> Bool {
    items.isMember(entity)
  }

  /// A closure that is called after each collected change, to schedule work.
  ///
  ///     collector.onCollect = { view.needsLayout = true }
  ///
  /// It is called as an observer is, so it may read and change the context. It is not called while
  /// the collector is paused.
  public var onCollect: (() -> Void)? {
    get { items.onCollect }
    set { items.onCollect = newValue }
  }

  /// Whether the collector ignores events from now on.
  ///
  /// Items that were collected stay.
  public var isPaused: Bool {
    get { items.isPaused }
    set { items.isPaused = newValue }
  }

  /// Stops collecting for good and drops all items.
  ///
  /// - Complexity: As for ``ObserverToken/cancel()`` for each group, and O(*n*) for *n* items.
  public func cancel() {
    for token in tokens { token.cancel() }
    tokens = []
    _ = items.removeFirst(.max)
  }

  private var core: Core? { reference.core(in: epoch) }
}
