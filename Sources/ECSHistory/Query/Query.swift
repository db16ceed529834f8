import ECSKit

/// A question about what a context has, or about what a history recorded.
///
///     let query = try Query("Title and not Rating")
///     try context.entities(matching: query)          // the talks without a rating
///     try history.answer("events where Rating.stars < 3 limit 10")
///
/// A query has a subject, a condition and a limit; each of them may be left out. <doc:AskingAHistory>
/// has the whole language, which contains that of EntitasKit's logger.
public struct Query: Sendable {
  /// What a query asks for.
  public enum Subject: String, CaseIterable, Sendable {
    /// Entities, or what is known of their lives.
    case entities
    /// Events.
    case events
    /// The names of components.
    case components
    /// The names of systems.
    case systems
    /// How long systems ran.
    case durations
  }

  /// What the query asks for; nil if it does not say.
  public let subject: Subject?
  /// Whether it asks only for a number.
  public let isCount: Bool
  /// The most results; nil for all of them.
  public let limit: Int?
  let condition: Condition
  /// The position of the subject.
  let start: Int
  /// Whether a component that is not known is an error, however it is called.
  package var refusesUnknownNames = false

  /// Reads a query.
  ///
  /// - Parameter text: The query.
  /// - Throws: ``QueryError`` for the first thing that is wrong. Names are not checked before the query
  ///   is asked.
  /// - Complexity: O(*n*), where *n* is the length of the text.
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

  /// Whether every event and entity is a result.
  var isUnconditional: Bool {
    if case .all(let conditions) = condition { return conditions.isEmpty }
    return false
  }

  /// Returns the same query without count and limit, as one for events.
  package func ofEvents() -> Query {
    var query = Query(
      subject: .events, isCount: false, limit: nil, condition: condition, start: start)
    query.refusesUnknownNames = refusesUnknownNames
    return query
  }

  /// What has to hold for a result.
  indirect enum Condition: Sendable {
    case all([Condition])
    case any([Condition])
    case not(Condition)
    case test(Test, at: Int)
  }

  /// A condition without parts.
  enum Test: Sendable {
    case kind(HistoryEvent.Kind)
    /// Nil stands for no component.
    case component(String?)
    /// Nil stands for no system.
    case system(String?)
    /// Nil stands for no label.
    case label(String?)
    case context(String)
    case info(String)
    case number(Counter, ClosedRange<UInt64>)
    case value(ValueTest)

    /// The word with which it begins.
    var word: String {
      switch self {
      case .kind(let kind): EventWord.of(kind)
      case .component: "component"
      case .system: "system"
      case .label: "label"
      case .context: "context"
      case .info: "info"
      case .number(let counter, _): counter.rawValue
      case .value(let value): value.isOld ? "old" : value.component
      }
    }
  }

  /// A number that a condition compares with a range.
  enum Counter: String, Sendable {
    case entity, event, tick, depth
  }
}

extension Query.Condition {
  /// Returns the function that says whether the condition holds for a subject.
  ///
  /// - Parameter test: Makes the function for a condition without parts, or throws if it makes no
  ///   sense.
  /// - Returns: The function, which throws if a component has no field of a name.
  /// - Throws: What `test` throws.
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
