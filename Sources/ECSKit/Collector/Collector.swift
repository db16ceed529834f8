/// Remembers who changed, for somebody who will look later.
///
/// An observer is called at each change; a collector only notes it and is asked when the time has
/// come, say once in a frame. It collects what a group tells: who becomes a member, whose components
/// change, who leaves. What a transaction took back was never told and is not collected.
///
///     let collector = Collector(talks, .added, .updated)
///     let talk = context.createEntity(Title(text: "Swift Thinking"))
///     talk.set(Title(text: "Thinking in Swift"))
///     collector.drain().map(\.entity)  // [talk], once
///     collector.isEmpty                // true
///
/// A collector works as long as somebody keeps it, and ends with its context. It keeps no entity
/// alive: what it gives out may be dead by then, unless it was asked to leave such entities out.
public final class Collector {
  /// What is made of several changes of one entity.
  public enum Mode: Sendable {
    /// Each change is an item, in the order they were told.
    ///
    /// A change that several of the groups tell is an item for each of them.
    case every
    /// Each entity is one item, with the latest kind, in the order of first touch.
    case latest
    /// Each entity that is not as it was is one item, in the order of first touch.
    ///
    /// Who came and went is left out, and so is who left and came back, or was changed to and fro,
    /// if the components that the rule requires or offers equal those of before. Components that are
    /// not `Equatable` count as changed when they are set, and when the entity had left meanwhile.
    /// The values are kept until they are compared.
    case net
  }

  /// Who is given out of those that were collected; it is looked at when they are given out.
  public enum Scope: Sendable {
    /// Everybody, dead or alive.
    case all
    /// Who is alive.
    case living
    /// Who is a member of one of the groups.
    case matching
  }

  /// One entity that was collected.
  public struct Item: Hashable {
    /// The entity, which may be dead.
    public let entity: Entity
    /// What happened to it.
    ///
    /// If it is one item for several changes, the latest of them, or the net one.
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

  /// Creates a collector that begins with the changes that are made from now on.
  ///
  /// - Parameters:
  ///   - group: Whose events are collected.
  ///   - kinds: Which of them: `added`, `updated`, `removed`; all three if none is named.
  ///   - mode: What is made of several changes of one entity.
  ///   - scope: Who is given out.
  /// - Complexity: O(*c*), where *c* is the number of components in the rule of the group. Each
  ///   change costs O(1) more, in the mode `net` O(*c*) and a copy of the values.
  public init(
    _ group: Group, _ kinds: Event.Kind..., mode: Mode = .latest, scope: Scope = .all
  ) {
    items = CollectedItems(mode: mode, scope: scope, reference: group.reference)
    reference = group.reference
    epoch = group.epoch
    watch(group, kinds)
  }

  deinit {
    // This may be another thread, so the context finds out by itself at the next event.
    items.abandon()
  }

  /// Collects the events of one more group, of the same context.
  ///
  ///     let collector = Collector(talks, .added)
  ///     collector.watch(rated, .updated, .removed)
  ///
  /// - Parameters:
  ///   - group: Whose events are collected.
  ///   - kinds: Which of them; all if none is named.
  /// - Precondition: The group is one of the collector's context.
  /// - Complexity: As for ``init(_:_:mode:scope:)``.
  public func watch(_ group: Group, _ kinds: Event.Kind...) {
    watch(group, kinds)
  }

  private func watch(_ group: Group, _ kinds: [Event.Kind]) {
    precondition(
      group.reference == reference && group.epoch == epoch,
      "a collector was given a group of another context; it collects in one")
    guard let core else { return }
    let asked = items.mode == .net ? [] : kinds
    let token = core.observe(.group(group), kinds: asked, items)
    items.add(group, KindSet(kinds), number: token.observer.number, in: core)
    tokens.append(token)
  }

  /// The number of items that ``drain()`` would give; nothing is taken by asking.
  ///
  /// - Complexity: O(1); O(*n*) for *n* items in the mode `net` or in another scope than `all`.
  public var count: Int {
    // The context is looked at last, see ``Group/count``.
    let count = items.count
    return core == nil ? 0 : count
  }

  /// Whether ``drain()`` would give nothing; nothing is taken by asking.
  ///
  /// - Complexity: As for ``count``.
  public var isEmpty: Bool {
    let isEmpty = items.isEmpty
    return core == nil || isEmpty
  }

  /// Gives out all items and starts anew.
  ///
  /// - Returns: The items in order; none if the context is gone.
  /// - Complexity: O(*n*), where *n* is the number of items.
  public func drain() -> [Item] {
    pull(.max)
  }

  /// Gives out the first items and keeps the rest, for work that has a budget.
  ///
  ///     for item in collector.pull(10) { layOut(item.entity) }  // the next ten in the next turn
  ///
  /// An entity that changes after it was given out is collected anew, behind those who wait.
  ///
  /// - Parameter limit: How many items to give out at most.
  /// - Returns: The items in order; none if the limit is not positive or the context is gone.
  /// - Complexity: O(*k*), amortised, where *k* is the number of items given out or left out.
  public func pull(_ limit: Int) -> [Item] {
    let taken = items.take(limit)
    return core == nil ? [] : taken
  }

  /// Returns whether an entity is a member of one of the collector's groups now.
  ///
  ///     let present = collector.drain().map(\.entity).filter(collector.matches)
  ///
  /// - Parameter entity: The entity, which may be dead.
  /// - Returns: False for an entity that is dead or of another context.
  /// - Complexity: O(*g*), where *g* is the number of groups of the collector.
  public func matches(_ entity: Entity) -> Bool {
    items.isMember(entity)
  }

  /// A closure that is called after each change that is collected, to schedule work on it.
  ///
  ///     collector.onCollect = { view.needsLayout = true }
  ///
  /// It is called in the turn of an observer, so it may read and change the context. It is not called
  /// while the collector is paused.
  public var onCollect: (() -> Void)? {
    get { items.onCollect }
    set { items.onCollect = newValue }
  }

  /// Whether changes are ignored at present.
  public var isPaused: Bool { items.isPaused }

  /// Ignores what is told from now on; what was collected stays.
  public func pause() {
    items.isPaused = true
  }

  /// Collects again what is told from now on.
  public func resume() {
    items.isPaused = false
  }

  /// Stops collecting for good, and forgets what was collected.
  ///
  /// - Complexity: As for ``ObserverToken/cancel()`` for each group, and O(*n*) for *n* items.
  public func cancel() {
    for token in tokens { token.cancel() }
    tokens = []
    _ = items.take(.max)
  }

  private var core: Core? { reference.core(in: epoch) }
}
