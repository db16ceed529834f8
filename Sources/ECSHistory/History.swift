public import ECSKit
public import ECSReactive

/// What happened in contexts and loops, in order, to be asked.
///
///     let history = History(["schedule": context])
///     history.observe(loop)
///     talk.set(Rating(stars: 5))
///     try history.answer("events where component:Rating updated")  // the event, with old and new
///
/// A history is made of the change sets of its contexts. It begins with the entities that exist
/// already, and has every change from then on that is not rolled back, with old and new values, the
/// transaction's label, the system that ran, and the change whose observers made it. Nothing in it
/// depends on hashing: the same calls give the same history in every process.
///
/// An event takes about 150 bytes and as many for each change set, plus the boxes of values larger
/// than 24 bytes. Without a limit the history keeps all events. It keeps the slots of destroyed
/// entities, as change sets do.
///
/// - SeeAlso: <doc:AskingAHistory>
public final class History {
  /// Contexts with the names that queries have for them.
  private let contexts: [(name: String, context: Unowned)]
  private let limit: Int
  private let now: () -> Duration
  // Exclusivity is not checked at run time. Invariant: no access to these fields spans a call of
  // foreign code (the clock, the deinit of a component).
  @safe @exclusivity(unchecked) private var entries = EntryRing()
  @safe @exclusivity(unchecked) private var systems: [RunningSystem] = []
  @safe @exclusivity(unchecked) private var tick: UInt64 = 0
  private var tokens: [ObserverToken] = []
  /// The names of all systems that ever ran, in the order of their first runs.
  private(set) var systemNames: [String] = []

  /// A system that runs.
  private struct RunningSystem {
    let name: String
    /// How many changes were waiting in the contexts when it began.
    let changeCount: Int
  }

  /// A context that the history does not keep alive.
  private struct Unowned {
    weak var context: Context?
  }

  /// Creates a history of contexts, which it does not keep alive.
  ///
  /// - Parameters:
  ///   - contexts: The contexts with their names, in the order in which their entities are recorded.
  ///   - limit: The most events to keep; when there are more, the oldest change sets are dropped. The
  ///     last change set is always kept whole. Nil keeps everything.
  ///   - now: Returns the time of an event; zero for all of them by default, so that two runs have the
  ///     same history.
  /// - Complexity: O(*n*), where *n* is the number of components that there are.
  public init(
    _ contexts: KeyValuePairs<String, Context>, limit: Int? = nil,
    now: @escaping () -> Duration = { .zero }
  ) {
    self.contexts = contexts.map { ($0.key, Unowned(context: $0.value)) }
    self.limit = limit ?? .max
    self.now = now
    for (number, (_, context)) in contexts.enumerated() {
      append(context.snapshot(), of: number)
      // It is not called once the history is gone, which cancels the tokens.
      tokens.append(
        context.observeChanges { [unowned self] changes in append(changes, of: number) })
    }
  }

  deinit {
    stop()
    if !systems.isEmpty { nameSystem(nil) }
  }

  /// Stops recording changes; what is recorded stays.
  ///
  /// - Complexity: O(*c*), where *c* is the number of contexts.
  public func stop() {
    for token in tokens { token.cancel() }
    tokens = []
  }

  /// Records when the systems of a loop run, and which changes they make.
  ///
  /// A run in which nothing was recorded leaves no events, unless it took longer than a threshold.
  ///
  /// - Parameters:
  ///   - loop: The loop; its inner loops are recorded with it.
  ///   - threshold: The longest run that is left out if nothing happened in it.
  /// - Complexity: O(*s*), where *s* is the number of systems.
  public func observe(_ loop: Loop, threshold: Duration = .milliseconds(5)) {
    let former = loop.onRun
    loop.onRun = { [weak self] run in
      former?(run)
      self?.append(run, threshold)
    }
  }

  /// Records a text of the program.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isError: Whether it is about an error.
  /// - Complexity: O(1) amortized.
  public func note(_ text: String, isError: Bool = false) {
    append(.note(text, isError: isError), count: 1)
  }

  // MARK: Reading

  /// The events that are kept, from the first to the last.
  public var events: HistoryEvents { HistoryEvents(entries, contexts.map(\.name)) }

  /// The number of the last event, those that were dropped included.
  public var eventCount: UInt64 { entries.nextNumber - 1 }

  /// The number of events that were dropped because of the limit.
  public var droppedCount: UInt64 { entries.first.map { $0.first - 1 } ?? 0 }

  /// Returns the last event of each component that an entity has now, and of its creation.
  ///
  /// This says who gave each component its present value.
  ///
  /// - Parameters:
  ///   - number: The creation number of the entity.
  ///   - name: The name of the context; nil if there is only one.
  /// - Returns: The events in order. Empty if nothing is known of the entity, or it is destroyed.
  /// - Complexity: O(*n*), where *n* is the number of events.
  public func origins(of number: UInt64, in name: String? = nil) -> [HistoryEvent] {
    var creation: HistoryEvent?
    var last: [ObjectIdentifier: HistoryEvent] = [:]
    for event in events where event.entity == number && (name == nil || event.context == name) {
      switch event.kind {
      case .change(.created): creation = event
      case .change(.destroyed): (creation, last) = (nil, [:])
      default:
        guard let component = event.component else { continue }
        last[ObjectIdentifier(component)] = event.new == nil ? nil : event
      }
    }
    return ([creation].compactMap(\.self) + last.values).sorted { $0.number < $1.number }
  }

  /// The types of components, first those that occurred, in the order in which they first did, and then
  /// the others that its contexts know.
  var componentTypes: [any Component.Type] {
    var seen: Set<ObjectIdentifier> = []
    var types: [any Component.Type] = []
    for (_, set) in events.changeSets {
      for case let type? in set.changes.lazy.map(\.component)
      where seen.insert(ObjectIdentifier(type)).inserted { types.append(type) }
    }
    let known = contexts.compactMap(\.context.context).flatMap(\.componentTypes)
    return types + known.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// The names of its contexts.
  var contextNames: [String] { contexts.map(\.name) }

  // MARK: Writing

  private func append(_ changes: ChangeSet, of context: Int) {
    if !changes.isEmpty { append(.changes(changes, context), count: changes.changes.count) }
  }

  private func append(_ run: Loop.Run, _ threshold: Duration) {
    guard run.isOver else {
      if run.phase == .execute, run.isFirst, systems.isEmpty { tick += 1 }
      systems.append(RunningSystem(name: run.system, changeCount: changeCount))
      if !systemNames.contains(run.system) { systemNames.append(run.system) }
      nameSystem(run.system)
      return append(.run(run), count: 1)
    }
    // A system that observes its own loop has begun before.
    guard let system = systems.last, system.name == run.system else { return }
    if case .run(let begun) = entries.last?.content, !begun.isOver, let last = entries.last,
      now() - last.time <= threshold, system.changeCount == changeCount
    {
      withExtendedLifetime(entries.removeLast()) {}
    } else {
      append(.run(run), count: 1)
    }
    systems.removeLast()
    nameSystem(systems.last?.name)
  }

  /// How many changes are waiting in transactions around the systems.
  private var changeCount: Int {
    contexts.reduce(0) { $0 + ($1.context.context?.changeCount ?? 0) }
  }

  /// Gives the contexts the name of the system that makes the changes from now on.
  private func nameSystem(_ name: String?) {
    for (_, context) in contexts { context.context?.system = name }
  }

  private func append(_ content: consuming HistoryEntry.Content, count: Int) {
    let time = now()
    entries.append(content, count: count, time: time, tick: tick, system: systems.last?.name)
    // The values are released while nothing is being changed: their deinit may ask the history.
    while let dropped = entries.removeFirst(downTo: limit) { dropped.recycle() }
  }
}
