// The public interface of collectors. Clients, EntityList and ECSObservation use it. The items are
// in CollectedItems, because the context may still access them after the deallocation of the
// collector.

/// A list of changed entities for later processing.
///
/// An observer is called on each change. A collector only records changes, and you drain the
/// collector when it suits you, for example once per frame. A collector records the events of a
/// group: entities that join, members whose components change, and members that leave. Changes that
/// were rolled back are not delivered and not collected.
///
///     let collector = Collector(talks, .added, .updated)
///     let talk = context.createEntity(Title(text: "Swift Thinking"))
///     talk.set(Title(text: "Thinking in Swift"))
///     collector.drain().map(\.entity)  // [talk], once
///     collector.isEmpty                // true
///
/// A collector works until the collector or its context is deallocated. A collector keeps no entity
/// alive. It may return destroyed entities, unless its scope excludes them.
public final class Collector {
  /// The way in which changes to one entity are combined into items.
  public enum Mode: Sendable {
    /// Each change becomes an item, in the order of delivery.
    ///
    /// If a change is an event in several groups, each group adds an item.
    case every
    /// Each entity becomes one item, with its latest kind of change.
    ///
    /// The items are in the order of each entity's first change.
    case latest
    /// Each entity with a net change becomes one item.
    ///
    /// The items are in the order of each entity's first change. An entity is omitted if it joined
    /// and left. It is also omitted if the components that the rule requires or offers have the
    /// same values as before, even if it left and joined again. A component that is not `Equatable`
    /// counts as changed if it was set, or if the entity left the group in between. The collector
    /// stores the values until it compares them.
    case net
  }

  /// A filter that determines which collected entities a collector returns.
  ///
  /// The filter is applied when items are returned, not when they are collected.
  public enum Scope: Sendable {
    /// Returns all entities, alive or destroyed.
    case all
    /// Returns only entities that are alive.
    case living
    /// Returns only entities that are members of one of the collector's groups.
    case matching
  }

  /// A collected entity, with the kind of its change.
  public struct Item: Hashable {
    /// The entity that changed.
    ///
    /// It may have been destroyed.
    public let entity: Entity
    /// The kind of change.
    ///
    /// An item can combine several changes. Its kind is then the kind of the latest change (mode
    /// `latest`) or of the net change (mode `net`).
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

  /// Creates a collector that records all later changes.
  ///
  /// - Parameters:
  ///   - group: The group whose events are collected.
  ///   - kinds: The kinds of events to collect: `added`, `updated` or `removed`. If no kind is
  ///     given, all three kinds are collected.
  ///   - mode: The way to combine changes to one entity into items.
  ///   - scope: The filter that determines which collected entities are returned.
  /// - Complexity: O(*c*), where *c* is the number of components in the rule of the group. Each
  ///   change costs O(1) more. In the mode `net`, it costs O(*c*) and a copy of the values.
  public init(
    _ group: Group, _ kinds: Event.Kind..., mode: Mode = .latest, scope: Scope = .all
  ) {
    items = CollectedItems(mode: mode, scope: scope, reference: group.reference)
    reference = group.reference
    epoch = group.epoch
    watch(group, kinds)
  }

  deinit {
    // The deinit may run on another thread. So the context ends the subscriptions only at the next
    // event.
    items.abandon()
  }

  /// Also collects the events of another group of the same context.
  ///
  ///     let collector = Collector(talks, .added)
  ///     collector.watch(rated, .updated, .removed)
  ///
  /// - Parameters:
  ///   - group: The group whose events are collected.
  ///   - kinds: The kinds of events to collect. If no kind is given, all kinds are collected.
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
    guard let core = group.core else { return }
    let asked = items.mode == .net ? [] : kinds
    let token = core.observe(.group(group), kinds: asked, items)
    items.add(group, KindSet(kinds), number: core.observerCount, in: core)
    tokens.append(token)
  }

  /// The number of items that ``drain()`` would return.
  ///
  /// Reading the number removes no items.
  ///
  /// - Complexity: O(1). In the mode `net` or in a scope other than `all`, O(*n*) for *n* items.
  public var count: Int {
    // The context is checked last, as in ``Group/count``.
    let count = items.count
    return core == nil ? 0 : count
  }

  /// True if ``drain()`` would return no items.
  ///
  /// Reading the value removes no items.
  ///
  /// - Complexity: As for ``count``.
  public var isEmpty: Bool {
    let isEmpty = items.isEmpty
    return core == nil || isEmpty
  }

  /// Removes all items and returns them.
  ///
  /// - Returns: The items in order. The array is empty if the context was deallocated.
  /// - Complexity: O(*n*), where *n* is the number of items.
  public func drain() -> [Item] {
    pull(.max)
  }

  /// Removes the first items and returns them.
  ///
  /// Use this method to limit the work per turn.
  ///
  ///     for item in collector.pull(10) { layOut(item.entity) }  // at most ten in this turn
  ///
  /// If an entity changes after it was returned, it is collected again, after the waiting entities.
  ///
  /// - Parameter limit: The largest number of items to return.
  /// - Returns: The items in order. The array is empty if the limit is not positive or the context
  ///   was deallocated.
  /// - Complexity: Amortized O(*k*), where *k* is the number of items returned or omitted.
  public func pull(_ limit: Int) -> [Item] {
    let taken = items.removeFirst(limit)
    return core == nil ? [] : taken
  }

  /// Returns true if an entity is now a member of one of the collector's groups.
  ///
  ///     let present = collector.drain().map(\.entity).filter(collector.matches)
  ///
  /// - Parameter entity: The entity to test. Its handle may be invalid.
  /// - Returns: True if the entity is a member. False if the handle is invalid or belongs to
  ///   another context.
  /// - Complexity: O(*g*), where *g* is the number of groups of the collector.
  public func matches(_ entity: Entity) -> Bool {
    items.isMember(entity)
  }

  /// A closure that is called after each collected change, to schedule work.
  ///
  ///     collector.onCollect = { view.needsLayout = true }
  ///
  /// The closure is called like an observer, so it may read and change the context. It is not
  /// called while the collector is paused.
  public var onCollect: (() -> Void)? {
    get { items.onCollect }
    set { items.onCollect = newValue }
  }

  /// True while the collector ignores events.
  ///
  /// Items that were already collected remain.
  public var isPaused: Bool {
    get { items.isPaused }
    set { items.isPaused = newValue }
  }

  /// Stops collecting permanently and drops all items.
  ///
  /// - Complexity: As for ``ObserverToken/cancel()`` for each group, and O(*n*) for *n* items.
  public func cancel() {
    for token in tokens { token.cancel() }
    tokens = []
    _ = items.removeFirst(.max)
  }

  private var core: Core? { reference.core(in: epoch) }
}
