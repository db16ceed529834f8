/// A world of entities: what they hold, who belongs together, and who is told of what.
///
/// A context lives in one isolation domain, such as the main actor, and is not `Sendable`; nor are
/// the entities, groups and indices it gives out. Each change is settled at once, all groups,
/// indices and unique components included. Observers are told afterwards, in the order of
/// registration, before the outermost call returns.
///
///     let context = Context()
///     let people = context.group(.all(Name.self))
///     people.observe(.added) { print("welcome", $0.new(Name.self)?.text ?? "") }
///     context.createEntity(Name(text: "Graham Lee"), Organizer())  // welcome Graham Lee
///
/// Handles, groups and indices do not keep their context, so somebody has to for as long as they are
/// used. When the last reference to a context goes, its entities are dead, its groups empty and its
/// observers gone; nobody is told, because the thread that lets go need not be the observers'. Call
/// ``destroyAll()`` before to have it told.
public final class Context {
  @usableFromInline let core: Core
  /// Objects of other modules that end with the context, see `companion(_:)`.
  var companions: [AnyObject] = []

  /// Creates an empty context.
  public init() {
    core = CorePool.take()
  }

  deinit {
    core.end()
  }

  /// The number of entities.
  ///
  /// - Complexity: O(1).
  public var count: Int { core.entities.liveCount }

  /// Whether there is no entity.
  ///
  ///     if context.isEmpty { load(into: context) }
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { count == 0 }

  /// All entities in creation order.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of entities. Ask a ``Group`` for what is
  ///   needed often.
  public var entities: [Entity] {
    core.entities.living
      .sorted { core.entities.creation(of: $0) < core.entities.creation(of: $1) }
      .map(core.handle)
  }

  /// Destroys all entities, in creation order, as one change.
  ///
  /// Groups stay and are empty, observers stay and are told of each entity.
  ///
  /// - Complexity: O(*n* (log *n* + *c* + *g*)), where *n* is the number of entities, *c* that of the
  ///   components of one and *g* that of its groups.
  public func destroyAll() {
    transaction { for entity in entities { entity.destroy() } }
  }

  /// Returns the group of the entities that match a rule.
  ///
  /// The first call for a rule fills the group; every later one returns the same object.
  ///
  /// - Parameter matcher: The rule.
  /// - Returns: A group that is kept up to date as long as the context lives.
  /// - Complexity: O(*n*) for the first call, where *n* is the number of places that entities ever
  ///   filled at a time; then O(1) expected.
  public func group(_ matcher: Matcher) -> Group {
    core.group(matcher)
  }

  /// Who is told of what could not be done; by default a line goes to standard error.
  ///
  /// Set it to collect misuses in tests or to stop in a debugger. The handler may read the context. What
  /// it tries to change is refused, and reported to standard error.
  public var misuseHandler: (Misuse) -> Void {
    get { core.misuseHandler }
    set { core.misuseHandler = newValue }
  }

  /// How many changes may cause one another, each made by an observer of the one before.
  ///
  /// Past the limit, which is 100 unless it is set, the change that began it all and everything that
  /// came of it is taken back. Observers that were told of changes are told of the opposite changes,
  /// and the cycle is reported to the ``misuseHandler``. A cascade that does not go deep but grows
  /// by more than a million changes ends the same way.
  public var cascadeLimit: Int {
    get { core.cascadeLimit }
    set { core.cascadeLimit = newValue }
  }
}
