/// A set of entities with their components, groups, indices and observers.
///
/// A context lives in one isolation domain, such as the main actor. Neither the context nor its
/// entities, groups and indices are `Sendable`. Each change takes effect immediately in all groups,
/// indices and unique components. Afterwards, and before the outermost call returns, observers are
/// notified in the order of their registration.
///
///     let context = Context()
///     let people = context.group(.all(Name.self))
///     people.observe(.added) { print("welcome", $0.new(Name.self)?.text ?? "") }
///     context.createEntity(Name(text: "Graham Lee"), Organizer())  // welcome Graham Lee
///
/// Handles, groups and indices do not keep their context alive, so keep a reference to the context
/// as long as you use them. When the last reference is released, all handles become invalid, groups
/// become empty and subscriptions end. A later read of a group is reported as a misuse. Observers
/// are not notified, because the release may happen on any thread. If observers must be notified,
/// call ``destroyAll()`` first.
public final class Context {
  @usableFromInline let core: Core
  /// Objects of other modules that are released with the context; see `companion(_:)`.
  var companions: [AnyObject] = []

  /// Creates an empty context.
  public init() {
    core = CorePool.acquire()
  }

  deinit {
    core.end()
  }

  /// The number of entities.
  ///
  /// - Complexity: O(1).
  public var count: Int { core.entities.liveCount }

  /// True if the context has no entities.
  ///
  ///     if context.isEmpty { load(into: context) }
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { count == 0 }

  /// All entities in creation order.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of entities. If you need entities often,
  ///   use a ``Group``.
  public var entities: [Entity] {
    core.entities.living
      .sorted { core.entities.creation(of: $0) < core.entities.creation(of: $1) }
      .map(core.handle)
  }

  /// Destroys all entities in creation order, in one transaction.
  ///
  /// Groups and observers remain. The groups become empty, and the observers are notified of each
  /// entity.
  ///
  /// - Complexity: O(*n* (log *n* + *c* + *g*)), where *n* is the number of entities, *c* the
  ///   number of components of an entity and *g* the number of its groups.
  public func destroyAll() {
    transaction { for entity in entities { entity.destroy() } }
  }

  /// Returns the group of the entities that match a rule.
  ///
  /// The first call for a rule fills the group. Later calls return the same object.
  ///
  /// - Parameter matcher: The rule that selects the members.
  /// - Returns: A group. It is up to date as long as the context exists.
  /// - Complexity: O(*n*) for the first call, where *n* is the largest number of entities that ever
  ///   existed at once. Later calls are O(1) expected.
  public func group(_ matcher: Matcher) -> Group {
    core.group(matcher)
  }

  /// A closure that is called with each misuse.
  ///
  /// By default, the closure writes a line to standard error. Set a closure to collect misuses in
  /// tests, or to stop in a debugger. The closure may read the context. If it tries to change the
  /// context, the changes are refused and reported to standard error.
  public var misuseHandler: (Misuse) -> Void {
    get { core.misuseHandler }
    set { core.misuseHandler = newValue }
  }

  /// The maximum length of a chain of changes in which observers react to each other.
  ///
  /// In such a chain, each change is made by an observer of the previous change.
  ///
  /// The default is 100. Above the limit, the first change and all changes that it caused are
  /// rolled back. Observers that were notified of changes are notified of the inverse changes. The
  /// cycle is reported to the ``misuseHandler``. A cascade that is shallow but has more than a
  /// million changes ends in the same way.
  public var cascadeLimit: Int {
    get { core.cascadeLimit }
    set { core.cascadeLimit = newValue }
  }
}
