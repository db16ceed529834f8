// The evaluation of queries against a history, and the types of the results. Apps call `answer`,
// and in konf `LogCommand` calls it. A result depends only on the history and never on hashing.

import ECSKit
public import ECSReactive

/// The result of a query against a history.
public enum QueryAnswer {
  /// The names of components or systems, in the order of their first occurrence.
  case names([String])
  /// Events in order.
  case events([HistoryEvent])
  /// Runs of systems, in the order of their ends.
  case durations([SystemRun])
  /// Summaries of entities, ordered by context and creation number.
  case lives([EntityLife])
  /// The number of results.
  case count(Int)
}

/// One run of a system.
public struct SystemRun: Equatable, Sendable {
  /// The name of the system.
  public let system: String
  /// The phase of the loop.
  public let phase: LoopError.Phase
  /// The numbers of the first and last event of the run.
  public let events: ClosedRange<UInt64>
  /// The duration of the run, as measured by the history's clock.
  public let duration: Duration
}

/// The summary of an entity's events in a history.
public struct EntityLife: Equatable, Sendable {
  /// The name of the entity's context.
  public let context: String
  /// The creation number of the entity.
  public let entity: UInt64
  /// The number of the event that created the entity, or nil if that event was dropped.
  public fileprivate(set) var created: UInt64?
  /// The number of the event that destroyed the entity, or nil if the entity still exists.
  public fileprivate(set) var destroyed: UInt64?
  /// The number of the entity's events that match the query.
  public fileprivate(set) var eventCount = 0
}

extension History {
  /// Evaluates a query.
  ///
  ///     try history.answer("entities where all(added component:Person) none(destroyed)")
  ///     try history.answer("durations where system:\"Import schedule\"")
  ///
  /// - Parameters:
  ///   - text: The query. A query without a subject asks for events.
  ///   - describe: Converts a value to a comparable value, or returns nil to compare the value
  ///     itself.
  /// - Returns: The result, in an order that depends only on the history.
  /// - Throws: ``QueryError`` if the query has a syntax error, contains an unknown word, names an
  ///   unknown system, context or field, or compares a number, time or flag with another value. An
  ///   unknown name that begins with a capital letter is not an error if it resembles no known
  ///   name, because such a component may occur later. It matches no event.
  /// - Complexity: O(*n* · *k*), where *n* is the number of events and *k* the length of the query.
  public func answer(
    _ text: String, describing describe: @escaping (Any) -> QueryValue? = { _ in nil }
  ) throws(QueryError) -> QueryAnswer {
    try answer(Query(text), describing: describe)
  }

  /// Evaluates a parsed query.
  ///
  /// Equivalent to ``answer(_:describing:)-(String,_)`` for a query that is already parsed.
  ///
  /// - Parameters:
  ///   - query: The query. A query without a subject asks for events.
  ///   - describe: Converts a value to a comparable value, or returns nil to compare the value
  ///     itself.
  /// - Returns: The result, in an order that depends only on the history.
  /// - Throws: ``QueryError`` for the same reasons as ``answer(_:describing:)-(String,_)``, except
  ///   syntax errors.
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
      // The array `systemNames` includes systems whose runs left no events.
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

  /// Returns the runs whose first or last event has one of the given numbers.
  private func runs(touching numbers: Set<UInt64>) -> [SystemRun] {
    var open: [HistoryEvent] = []
    var runs: [SystemRun] = []
    for event in events {
      if case .began = event.kind { open.append(event) }
      // The first event of the run may have been dropped.
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
    let words = Query.Subject.allCases.map(\.rawValue) + EventWord.all
    let systems = QueryNames(kind: "a system", names: systemNames)
    let contexts = QueryNames(kind: "a context", names: contextNames)
    return try query.condition.predicate {
      (test, place) throws(QueryError) -> (HistoryEvent) throws(QueryError) -> Bool in
      switch test {
      case .kind(let kind): return { (event) throws(QueryError) in event.kind == kind }
      case .component(nil): return { (event) throws(QueryError) in event.component == nil }
      case .component(let name?), .word(let name):
        let type = try components.type(
          name, at: place, of: query, or: test.isWord ? words : [])
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
          return try value.holds(for: component, describe)
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

  /// Returns true if an event mentions a string.
  ///
  /// The string may be in the text of a note or in the description of a component.
  fileprivate func mentions(_ part: String) -> Bool {
    if let text { return text.contains(part) }
    return (new ?? old).map { "\($0)".contains(part) } ?? false
  }
}
