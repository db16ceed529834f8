public import ECSKit

extension Context {
  /// Returns the entities that match a query, in creation order.
  ///
  ///     try context.entities(matching: Query("Rating.stars >= 4 and not Hidden"))
  ///
  /// - Parameters:
  ///   - query: A query with the subject `entities` or without a subject.
  ///   - describe: Converts a value to a comparable value, or returns nil to compare the value
  ///     itself.
  /// - Returns: The matching entities, up to the limit of the query.
  /// - Throws: ``QueryError`` if the query contains an unknown word, names an unknown field, asks
  ///   for events, or compares a number, time or flag with another value. An unknown name
  ///   that begins with a capital letter is not an error if it resembles no known name. It matches
  ///   no entity.
  /// - Complexity: O(*n* · *k*), where *n* is the number of entities and *k* the length of the
  ///   query.
  public func entities(
    matching query: Query, describing describe: @escaping (Any) -> QueryValue? = { _ in nil }
  ) throws(QueryError) -> [Entity] {
    if let subject = query.subject, subject != .entities {
      throw QueryError(query.start, found: subject.rawValue, expected: "entities")
    }
    let types = componentTypes
    let names = QueryNames(of: types)
    let holds = try query.condition.predicate {
      (test, place) throws(QueryError) -> (Entity) throws(QueryError) -> Bool in
      switch test {
      case .component(let name?), .word(let name):
        let words = test.isWord ? [Query.Subject.entities.rawValue] : []
        let type = try names.type(name, at: place, of: query, or: words)
        return { (entity) throws(QueryError) in type.map { entity.has($0) } ?? false }
      case .component(nil):
        return { (entity) throws(QueryError) in entity.componentTypes.isEmpty }
      case .number(.entity, let range):
        return { (entity) throws(QueryError) in entity.creationNumber.map(range.contains) ?? false }
      case .value(let value) where !value.isOld:
        let (type, value) = try names.type(of: value, at: place, of: query)
        return { (entity) throws(QueryError) in
          guard let type, let component = entity.component(type) else { return false }
          return try value.holds(for: component, describe)
        }
      default:
        throw QueryError(
          place, found: test.word,
          expected: "a component, a component value, or entity:NUMBER")
      }
    }
    var found: [Entity] = []
    for entity in entities where try holds(entity) {
      if found.count == query.limit { break }
      found.append(entity)
    }
    return found
  }
}
