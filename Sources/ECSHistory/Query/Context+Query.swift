public import ECSKit

extension Context {
  /// Returns the entities that a query asks for, in creation order.
  ///
  ///     try context.entities(matching: Query("Rating.stars >= 4 and not Hidden"))
  ///
  /// - Parameters:
  ///   - query: The query, whose subject is `entities` or left out.
  ///   - describe: Returns what a value is compared as; nil for one that is compared as it is.
  /// - Returns: The entities, at most as many as the limit.
  /// - Throws: ``QueryError`` if the query names a field that there is not, a component that is almost
  ///   called like another one, or asks about events. A component that never occurred is no error: no
  ///   entity has it.
  /// - Complexity: O(*n* · *k*), where *n* is the number of entities and *k* the length of the query.
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
      case .component(let name?):
        let type = try names.type(name, at: place, of: query)
        return { (entity) throws(QueryError) in type.map { entity.has($0) } ?? false }
      case .component(nil):
        return { (entity) throws(QueryError) in entity.componentTypes.isEmpty }
      case .number(.entity, let range):
        return { (entity) throws(QueryError) in entity.creationNumber.map(range.contains) ?? false }
      case .value(let value) where !value.isOld:
        let (type, value) = try names.type(of: value, at: place, of: query)
        return { (entity) throws(QueryError) in
          guard let type, let component = entity.component(type) else { return false }
          return try value.holds(for: component, at: place, describe)
        }
      default:
        throw QueryError(
          place, found: test.word,
          expected: "a component, the value of one, or entity:NUMBER")
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
