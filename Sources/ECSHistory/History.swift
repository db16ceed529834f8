// A history subscribes to contexts and loops, and appends their events to an `EntryRing`. Apps
// create histories. In konf, `Run` records the import, and the queries of the log read a history.
// User code (the clock, the deinit of a component) must not run during an access to a field.

public import ECSKit
public import ECSReactive

/// A queryable record of changes in contexts and of system runs.
///
///     let history = History(["schedule": context])
///     history.observe(loop)
///     talk.set(Rating(stars: 5))
///     try history.answer("events where component:Rating updated")  // the event, with old and new
///
/// A history is built from the change sets of its contexts. It begins with the existing entities
/// and contains every later change that is not rolled back. Each event contains the old and new
/// values, the label of the transaction, and the running system. If an observer made the change,
/// the event also refers to the change that called the observer. Nothing depends on hashing, so the
/// same calls produce the same history in every process.
///
/// An event takes about 150 bytes. A change set takes about 150 additional bytes. Values larger
/// than 24 bytes take additional memory. Without a limit, the history stores all events. While a
/// history exists, the slots of destroyed entities are not reused.
///
/// - SeeAlso: <doc:AskingAHistory>
public final class History {
  /// The contexts with their names in queries.
  private let contexts: [(name: String, context: Unowned)]
  private let limit: Int
  private let now: () -> Duration
  // Exclusivity is not checked at run time. Invariant: user code (the clock, the deinit of a
  // component) never runs during an access to these fields.
  @safe @exclusivity(unchecked) private var entries = EntryRing()
  @safe @exclusivity(unchecked) private var systems: [RunningSystem] = []
  @safe @exclusivity(unchecked) private var tick: UInt64 = 0
  private var tokens: [ObserverToken] = []
  /// The names of all systems that have run, in the order of their first run.
  private(set) var systemNames: [String] = []

  private struct RunningSystem {
    let name: String
    /// The number of changes that were pending in the contexts when the run began.
    let changeCount: Int
  }

  private struct Unowned {
    weak var context: Context?
  }

  /// Creates a history of contexts without keeping them alive.
  ///
  /// - Parameters:
  ///   - contexts: The contexts with their names. Their entities are recorded in this order.
  ///   - limit: The maximum number of events, or nil to store all events. Above the limit, the
  ///     oldest change sets are dropped. The last change set always remains complete.
  ///   - now: Returns the time of an event. By default, all times are zero, so two runs have the
  ///     same history.
  /// - Complexity: O(*n*), where *n* is the number of existing components.
  public init(
    _ contexts: KeyValuePairs<String, Context>, limit: Int? = nil,
    now: @escaping () -> Duration = { .zero }
  ) {
    self.contexts = contexts.map { ($0.key, Unowned(context: $0.value)) }
    self.limit = limit ?? .max
    self.now = now
    for (number, (_, context)) in contexts.enumerated() {
      append(context.snapshot(), of: number)
      // The deinit cancels the tokens, so no call arrives after the history is deallocated.
      tokens.append(
        context.observeChanges { [unowned self] changes in append(changes, of: number) })
    }
  }

  deinit {
    cancel()
    if !systems.isEmpty { nameSystem(nil) }
  }

  /// Stops recording changes, but keeps the recorded events.
  ///
  /// - Complexity: O(*c*), where *c* is the number of contexts.
  public func cancel() {
    for token in tokens { token.cancel() }
    tokens = []
  }

  /// The old name of ``cancel()``.
  @available(*, deprecated, renamed: "cancel()")
  public func stop() { cancel() }

  /// Records the runs of a loop's systems, and attributes changes to the systems.
  ///
  /// A run is recorded if it made changes or took longer than the threshold.
  ///
  /// - Parameters:
  ///   - loop: The loop, including its inner loops.
  ///   - threshold: The duration up to which a run without changes is omitted.
  /// - Complexity: O(*s*), where *s* is the number of systems.
  public func observe(_ loop: Loop, threshold: Duration = .milliseconds(5)) {
    let former = loop.onRun
    loop.onRun = { [weak self] run in
      former?(run)
      self?.append(run, threshold)
    }
  }

  /// Adds a note to the history.
  ///
  /// - Parameters:
  ///   - text: The text of the note.
  ///   - isError: True if the note reports an error.
  /// - Complexity: O(1) amortized.
  public func note(_ text: String, isError: Bool = false) {
    append(.note(text, isError: isError), count: 1)
  }

  // MARK: Reading

  /// The stored events in order.
  public var events: HistoryEvents { HistoryEvents(entries, contexts.map(\.name)) }

  /// The number of recorded events, including dropped ones.
  public var eventCount: UInt64 { entries.nextNumber - 1 }

  /// The number of events dropped because of the limit.
  public var droppedCount: UInt64 { entries.first.map { $0.first - 1 } ?? 0 }

  /// Returns the events that gave an entity its current components.
  ///
  /// These events are the creation of the entity and the last event of each component.
  ///
  /// - Parameters:
  ///   - number: The creation number of the entity.
  ///   - name: The name of the context, or nil if the history has only one context.
  /// - Returns: The events in order. The array is empty if the entity is unknown or destroyed.
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

  /// The component types of the history and the contexts.
  ///
  /// The types that occur in the history are first, in the order of their first occurrence. The
  /// other types of the contexts follow.
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
    // If a system starts to observe its own loop, the beginning of the system's run is not
    // recorded.
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

  /// The number of pending changes in all contexts.
  private var changeCount: Int {
    contexts.reduce(0) { $0 + ($1.context.context?.changeCount ?? 0) }
  }

  /// Sets the system to which the contexts attribute changes.
  private func nameSystem(_ name: String?) {
    for (_, context) in contexts { context.context?.system = name }
  }

  private func append(_ content: consuming HistoryEntry.Content, count: Int) {
    let time = now()
    entries.append(content, count: count, time: time, tick: tick, system: systems.last?.name)
    // Content is released after the mutation is complete, because the deinit of a value may read
    // the history.
    while let dropped = entries.removeFirst(downTo: limit) { dropped.recycle() }
  }
}
