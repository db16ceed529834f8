/// A set of entities with their components, groups, indices and observers.
///
/// A context lives in one isolation domain, such as the main actor. It is not `Sendable`, and
/// neither are its entities, groups and indices. Each change is settled at once in all groups,
/// indices and unique components. Observers are notified afterwards, in the order of their
/// registration, before the outermost call returns.
///
///     let context = Context()
///     let people = context.group(.all(Name.self))
///     people.observe(.added) { print("welcome", $0.new(Name.self)?.text ?? "") }
///     context.createEntity(Name(text: "Graham Lee"), Organizer())  // welcome Graham Lee
///
/// Handles, groups and indices do not keep their context alive, so keep a reference to it for as
/// long as you use them. When the last reference is released, all handles become invalid, groups
/// become empty and subscriptions end. Observers are not notified, because the release may happen
/// on any thread. Call ``destroyAll()`` first if they need to be.
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

  /// Whether the context has no entities.
  ///
  ///     if context.isEmpty { load(into: context) }
  ///
  /// - Complexity: O(1).
  @_documentation(visibility: internal)
  public var isEmpty: Bool { count == 0 }

  /// All entities in creation order.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of entities. Use a ``Group`` for what
  ///   you need often.
  public var entities: [Entity] {
    core.entities.living
      .sorted { core.entities.creation(of: $0) < core.entities.creation(of: $1) }
      .map(core.handle)
  }

  /// Destroys all entities, in creation order, as one change.
  ///
  /// Groups stay and become empty. Observers stay and are notified of each entity.
  ///
  /// - Complexity: O(*n* (log *n* + *c* + *g*)), where *n* is the number of entities, *c* that of the
  ///   components of one and *g* that of its groups.
  public func destroyAll() {
    transaction { for entity in entities { entity.destroy() } }
  }

  /// Returns the group of the entities that match a rule.
  ///
  /// The first call for a rule fills the group. Later calls return the same object.
  ///
  /// - Parameter matcher: The rule.
  /// - Returns: A group that is kept up to date as long as the context lives.
  /// - Complexity: O(*n*) for the first call, where *n* is the largest number of entities there
  ///   ever were at a time; then O(1) expected.
  public func group(_ matcher: Matcher) -> Group {
    core.group(matcher)
  }

  /// A closure that is called with each misuse; by default it writes a line to standard error.
  ///
  /// Set it to collect misuses in tests or to stop in a debugger. The handler may read the context.
  /// Changes that it tries to make are refused and reported to standard error.
  public var misuseHandler: (Misuse) -> Void {
    get { core.misuseHandler }
    set { core.misuseHandler = newValue }
  }

  /// The largest number of changes that may cause one another, each made by an observer of the one
  /// before.
  ///
  /// The default is 100. Past the limit, the first change and everything that it caused is rolled
  /// back. Observers that were notified of changes are notified of the opposite changes, and the
  /// cycle is reported to the ``misuseHandler``. A cascade that is not deep but grows by more than
  /// a million changes ends in the same way.
  public var cascadeLimit: Int {
    get { core.cascadeLimit }
    set { core.cascadeLimit = newValue }
  }
}
