// A parsed query. Each test in its condition is evaluated by a function. `QueryParser` creates a
// query, and `Context.entities(matching:)` and `History.answer` evaluate it. Names are resolved
// only during the evaluation, because a query does not depend on a context.

import ECSKit

/// A query about the entities of a context or the events of a history.
///
///     let query = try Query("Title and not Rating")
///     try context.entities(matching: query)          // the talks without a rating
///     try history.answer("events where Rating.stars < 3 limit 10")
///
/// A query has an optional subject, condition and limit. <doc:AskingAHistory> describes the query
/// language. The language includes the query language of EntitasKit's logger.
public struct Query: Sendable {
  /// The kind of result that a query requests.
  public enum Subject: String, CaseIterable, Sendable {
    /// Entities of a context, or summaries of entities in a history.
    case entities
    case events
    /// The names of components.
    case components
    /// The names of the systems that have run.
    case systems
    /// The runs of systems, with their durations.
    case durations
  }

  /// The kind of results, or nil if the query does not name the kind.
  public let subject: Subject?
  /// True if the query asks only for the number of results.
  public let isCount: Bool
  /// The maximum number of results, or nil for no limit.
  public let limit: Int?
  let condition: Condition
  let start: Int
  /// True if an unknown component is an error even if it resembles no known name.
  package var refusesUnknownNames = false

  /// Creates a query by parsing a string.
  ///
  /// - Parameter text: A query in the query language.
  /// - Throws: ``QueryError`` for the first syntax error. Names are checked only when the query is
  ///   evaluated.
  /// - Complexity: O(*n*), where *n* is the length of the string.
  public init(_ text: String) throws(QueryError) {
    var parser = QueryParser(text)
    self = try parser.query()
  }

  init(
    subject: Subject?, isCount: Bool, limit: Int?, condition: Condition, start: Int
  ) {
    self.subject = subject
    self.isCount = isCount
    self.limit = limit
    self.condition = condition
    self.start = start
  }

  var isUnconditional: Bool {
    if case .all(let conditions) = condition { return conditions.isEmpty }
    return false
  }

  /// Returns a query for events with the same condition, but without count and limit.
  package func ofEvents() -> Query {
    var query = Query(
      subject: .events, isCount: false, limit: nil, condition: condition, start: start)
    query.refusesUnknownNames = refusesUnknownNames
    return query
  }

  indirect enum Condition: Sendable {
    case all([Condition])
    case any([Condition])
    case not(Condition)
    case test(Test, at: Int)
  }

  /// A condition without inner conditions.
  enum Test: Sendable {
    case kind(HistoryEvent.Kind)
    /// A test for a component.
    ///
    /// The value nil matches events and entities without a component.
    case component(String?)
    /// A test for a component, written as the component's name only.
    ///
    /// The name may also be a misspelled event word.
    case word(String)
    /// A test for a system.
    ///
    /// The value nil matches events outside of system runs.
    case system(String?)
    /// A test for a label.
    ///
    /// The value nil matches events without a label.
    case label(String?)
    case context(String)
    case info(String)
    case number(Counter, ClosedRange<UInt64>)
    case value(ValueTest)

    /// True if the test consists only of a component's name.
    var isWord: Bool { if case .word = self { true } else { false } }

    /// The first word of the test, for error messages.
    var word: String {
      switch self {
      case .kind(let kind): EventWord.of(kind)
      case .component: "component"
      case .word(let word): word
      case .system: "system"
      case .label: "label"
      case .context: "context"
      case .info: "info"
      case .number(let counter, _): counter.rawValue
      case .value(let value): value.isOld ? "old" : value.component
      }
    }
  }

  /// A number of an event that a condition can compare with a range.
  enum Counter: String, Sendable {
    case entity, event, tick, depth
  }
}

extension Query.Condition {
  /// Returns a function that evaluates the condition for a subject.
  ///
  /// The closure `test` returns such a function for a single test, or throws if the subject does
  /// not support the test. The returned function throws if a component lacks a field.
  func predicate<Subject>(
    _ test: (Query.Test, Int) throws(QueryError) -> (Subject) throws(QueryError) -> Bool
  ) throws(QueryError) -> (Subject) throws(QueryError) -> Bool {
    func predicates(
      _ conditions: [Self]
    ) throws(QueryError) -> [(Subject) throws(QueryError) -> Bool] {
      var made: [(Subject) throws(QueryError) -> Bool] = []
      for condition in conditions { made.append(try condition.predicate(test)) }
      return made
    }
    switch self {
    case .test(let plain, let place): return try test(plain, place)
    case .not(let condition):
      let holds = try condition.predicate(test)
      return { (subject) throws(QueryError) in try !holds(subject) }
    case .all(let conditions):
      let all = try predicates(conditions)
      return { (subject) throws(QueryError) in
        for holds in all where try !holds(subject) { return false }
        return true
      }
    case .any(let conditions):
      let any = try predicates(conditions)
      return { (subject) throws(QueryError) in
        for holds in any where try holds(subject) { return true }
        return false
      }
    }
  }
}
