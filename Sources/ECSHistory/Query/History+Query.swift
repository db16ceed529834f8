import ECSKit
public import ECSReactive

/// What a history answers.
public enum QueryAnswer {
  /// The names of components or systems, in the order in which they first occur in the history.
  case names([String])
  /// Events, the first one first.
  case events([HistoryEvent])
  /// The runs of systems, in the order in which they ended.
  case durations([SystemRun])
  /// The lives of entities, by context and number.
  case lives([EntityLife])
  /// How many results there are.
  case count(Int)
}

/// One run of a system.
public struct SystemRun: Equatable, Sendable {
  /// The name of the system.
  public let system: String
  /// What it did.
  public let phase: LoopError.Phase
  /// The numbers of the events with which it began and ended.
  public let events: ClosedRange<UInt64>
  /// How long it took, by the clock of the history.
  public let duration: Duration
}

/// What a history knows of an entity.
public struct EntityLife: Equatable, Sendable {
  /// The name of its context.
  public let context: String
  /// Its creation number.
  public let entity: UInt64
  /// The number of the event that created it; nil if that was dropped.
  public fileprivate(set) var created: UInt64?
  /// The number of the event that destroyed it; nil if it exists.
  public fileprivate(set) var destroyed: UInt64?
  /// The number of events that match the query.
  public fileprivate(set) var eventCount = 0
}

extension History {
  /// Answers a query.
  ///
  ///     try history.answer("entities where all(added component:Person) none(destroyed)")
  ///     try history.answer("durations where system:\"Import schedule\"")
  ///
  /// - Parameters:
  ///   - text: The query; without a subject it asks for events.
  ///   - describe: Returns what a value is compared as; nil for one that is compared as it is.
  /// - Returns: The answer, in an order that depends on nothing but the history.
  /// - Throws: ``QueryError`` if the query cannot be read, names a system, context or field that there
  ///   is not, or a component that is almost called like another one. A component that never occurred is
  ///   no error: no event has it.
  /// - Complexity: O(*n* · *k*), where *n* is the number of events and *k* the length of the query.
  public func answer(
    _ text: String, describing describe: @escaping (Any) -> QueryValue? = { _ in nil }
  ) throws(QueryError) -> QueryAnswer {
    try answer(Query(text), describing: describe)
  }

  /// Answers a query that was read already, see ``answer(_:describing:)-(String,_)``.
  ///
  /// - Parameters:
  ///   - query: The query; without a subject it asks for events.
  ///   - describe: Returns what a value is compared as; nil for one that is compared as it is.
  /// - Returns: The answer.
  /// - Throws: ``QueryError`` if the query names something that there is not.
  /// - Complexity: O(*n* · *k*), where *n* is the number of events and *k* the length of the query.
  public func answer(
    _ query: Query, describing describe: @escaping (Any) -> QueryValue? = { _ in nil }
  ) throws(QueryError) -> QueryAnswer {
    let holds = try predicate(of: query, describe)
    var found: [HistoryEvent] = []
    try events.visit { (event) throws(QueryError) in if try holds(event) { found.append(event) } }
    switch query.subject ?? .events {
    case .events: return query.answer(found, QueryAnswer.events)
    case .systems:
      // A system without a kept run has no events.
      if query.isUnconditional { return query.answer(systemNames, QueryAnswer.names) }
      let names = Set(found.compactMap(\.system))
      return query.answer(systemNames.filter(names.contains), QueryAnswer.names)
    case .components:
      let found = Set(found.lazy.compactMap(\.component).map { ObjectIdentifier($0) })
      let types = componentTypes
      let names = zip(types, QueryNames(of: types).names).compactMap { type, name in
        found.contains(ObjectIdentifier(type)) ? name : nil
      }
      return query.answer(names, QueryAnswer.names)
    case .durations:
      return query.answer(runs(touching: Set(found.map(\.number))), QueryAnswer.durations)
    case .entities: return query.answer(lives(of: found), QueryAnswer.lives)
    }
  }

  /// Returns the runs whose first or last event is among those of a query.
  private func runs(touching numbers: Set<UInt64>) -> [SystemRun] {
    var open: [HistoryEvent] = []
    var runs: [SystemRun] = []
    for event in events {
      if case .began = event.kind { open.append(event) }
      // The beginning may have been dropped.
      guard case .ended(let phase) = event.kind, let begun = open.popLast() else { continue }
      if numbers.contains(begun.number) || numbers.contains(event.number) {
        runs.append(
          SystemRun(
            system: event.system ?? "", phase: phase, events: begun.number...event.number,
            duration: event.time - begun.time))
      }
    }
    return runs
  }

  private func lives(of found: [HistoryEvent]) -> [EntityLife] {
    struct Key: Hashable {
      let context: String
      let entity: UInt64
    }
    var lives: [Key: EntityLife] = [:]
    for event in found {
      guard let context = event.context, let entity = event.entity else { continue }
      let key = Key(context: context, entity: entity)
      lives[key, default: EntityLife(context: context, entity: entity)].eventCount += 1
    }
    for event in events {
      guard let context = event.context, let entity = event.entity else { continue }
      let key = Key(context: context, entity: entity)
      if event.kind == .change(.created) {
        lives[key]?.created = event.number
        lives[key]?.destroyed = nil
      }
      if event.kind == .change(.destroyed) { lives[key]?.destroyed = event.number }
    }
    let order = contextNames
    return lives.values.sorted { first, second in
      let (a, b) = (order.firstIndex(of: first.context), order.firstIndex(of: second.context))
      return (a ?? 0, first.entity) < (b ?? 0, second.entity)
    }
  }

  // MARK: Conditions

  private func predicate(
    of query: Query, _ describe: @escaping (Any) -> QueryValue?
  ) throws(QueryError) -> (HistoryEvent) throws(QueryError) -> Bool {
    let types = componentTypes
    let components = QueryNames(of: types)
    let systems = QueryNames(kind: "a system", names: systemNames)
    let contexts = QueryNames(kind: "a context", names: contextNames)
    return try query.condition.predicate {
      (test, place) throws(QueryError) -> (HistoryEvent) throws(QueryError) -> Bool in
      switch test {
      case .kind(let kind): return { (event) throws(QueryError) in event.kind == kind }
      case .component(nil): return { (event) throws(QueryError) in event.component == nil }
      case .component(let name?):
        let type = try components.type(name, at: place, of: query)
        return { (event) throws(QueryError) in type != nil && event.component == type }
      case .system(nil): return { (event) throws(QueryError) in event.system == nil }
      case .system(let name?):
        let name = systems.names[try systems.position(of: name, at: place)]
        return { (event) throws(QueryError) in event.system == name }
      case .context(let name):
        let name = contexts.names[try contexts.position(of: name, at: place)]
        return { (event) throws(QueryError) in event.context == name }
      case .label(let label): return { (event) throws(QueryError) in event.label == label }
      case .info(let text): return { (event) throws(QueryError) in event.mentions(text) }
      case .number(let counter, let range):
        return { (event) throws(QueryError) in event.number(counter).map(range.contains) ?? false }
      case .value(let value):
        let (type, value) = try components.type(of: value, at: place, of: query)
        return { (event) throws(QueryError) in
          guard type != nil, event.component == type,
            let component = value.isOld ? event.old : event.new
          else {
            return false
          }
          return try value.holds(for: component, at: place, describe)
        }
      }
    }
  }
}

extension Query {
  fileprivate func answer<Result>(
    _ results: [Result], _ make: ([Result]) -> QueryAnswer
  ) -> QueryAnswer {
    let limited = limit.map { Array(results.prefix($0)) } ?? results
    return isCount ? .count(limited.count) : make(limited)
  }
}

extension HistoryEvent {
  fileprivate func number(_ counter: Query.Counter) -> UInt64? {
    switch counter {
    case .entity: entity
    case .event: number
    case .tick: tick
    case .depth: UInt64(depth)
    }
  }

  /// Whether a text is in the note, or in what describes the component.
  fileprivate func mentions(_ part: String) -> Bool {
    if let text { return text.contains(part) }
    return (new ?? old).map { "\($0)".contains(part) } ?? false
  }
}
