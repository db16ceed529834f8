// The recursive-descent parser of the query language. `Query.init` calls the parser, and
// `QueryScanner` provides the tokens. The nesting depth is limited, because each level uses the
// stack.

/// A recursive-descent parser of queries.
///
///     query     = ["count"] [subject] ["where"] [condition] ["limit" number]
///     condition = terms {"or" terms}
///     terms     = term {["and"] term}
///     term      = "not" term | clause | "(" condition ")" | test
///     clause    = ("all" | "any" | "none") ("(" {term} ")" | {test}) ["." clause]
///
/// A list without parentheses ends at the next keyword.
struct QueryParser {
  var scanner: QueryScanner
  /// The nesting depth of parentheses and `not`.
  ///
  /// The depth is limited, because each level uses the stack.
  private var depth = 0

  init(_ text: String) {
    scanner = QueryScanner(text)
  }

  mutating func query() throws(QueryError) -> Query {
    let isCount = scanner.skip("count")
    let start = scanner.place
    var subject: Query.Subject?
    if case .word(let word) = scanner.next, !scanner.isFollowedByMark(word) {
      subject = Query.Subject(rawValue: word.lowercased())
    }
    if subject != nil { scanner.advance() }
    let hasWhere = scanner.skip("where")
    var condition = Query.Condition.all([])
    if hasWhere || !isAtEnd { condition = try self.condition() }
    let limit = try self.limit()
    if scanner.next != .end {
      throw scanner.error("and, or, limit or the end of the query")
    }
    return Query(
      subject: subject, isCount: isCount, limit: limit, condition: condition, start: start)
  }

  private mutating func limit() throws(QueryError) -> Int? {
    guard scanner.skip("limit") else { return nil }
    guard case .word(let word) = scanner.next, let number = Int(word), number >= 0 else {
      throw scanner.error("a number")
    }
    scanner.advance()
    return number
  }

  private var isAtEnd: Bool { scanner.next == .end || scanner.isWord("limit") }

  // MARK: Conditions

  private mutating func condition() throws(QueryError) -> Query.Condition {
    var alternatives = [try terms()]
    while scanner.skip("or") { alternatives.append(try terms()) }
    return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
  }

  private mutating func terms() throws(QueryError) -> Query.Condition {
    var terms = [try term()]
    while true {
      if scanner.skip("and") {
        terms.append(try term())
      } else if isAtEnd || scanner.isWord("or") || scanner.next == .mark(")") {
        return terms.count == 1 ? terms[0] : .all(terms)
      } else {
        terms.append(try term())
      }
    }
  }

  private mutating func term() throws(QueryError) -> Query.Condition {
    depth += 1
    defer { depth -= 1 }
    if depth > 50 { throw scanner.error("at most 50 nested brackets and nots") }
    if scanner.skip("not") { return .not(try term()) }
    if let clause = try clause() {
      // ECSKit prints a rule as `all(Title).none(Rating)`.
      var clauses = [clause]
      while scanner.next == .mark(".") {
        scanner.advance()
        guard let clause = try self.clause() else { throw scanner.error("all, any or none") }
        clauses.append(clause)
      }
      return clauses.count == 1 ? clause : .all(clauses)
    }
    if scanner.next == .mark("(") {
      scanner.advance()
      let condition = try condition()
      try scanner.close()
      return condition
    }
    return try test()
  }

  private mutating func clause() throws(QueryError) -> Query.Condition? {
    for word in ["all", "any", "none"] where scanner.isWord(word) {
      scanner.advance()
      let list = try list(after: word)
      let condition: Query.Condition = word == "all" ? .all(list) : .any(list)
      return word == "none" ? .not(condition) : condition
    }
    return nil
  }

  private mutating func list(after word: String) throws(QueryError) -> [Query.Condition] {
    var list: [Query.Condition] = []
    if scanner.next == .mark("(") {
      scanner.advance()
      while scanner.next != .mark(")") { list.append(try term()) }
      scanner.advance()
    } else {
      while !isAtEnd, !Self.endsOfLists.contains(where: scanner.isWord),
        scanner.next != .mark(")")
      {
        list.append(try test())
      }
    }
    // The word `all` without a list matches every subject.
    if list.isEmpty, word != "all" { throw scanner.error("a condition after \(word)") }
    return list
  }

  private static let endsOfLists = ["all", "any", "none", "and", "or", "not"]

  // MARK: Tests

  private mutating func test() throws(QueryError) -> Query.Condition {
    let place = scanner.place
    if case .text(let name) = scanner.next {
      scanner.advance()
      return .test(try value(of: name, isOld: false) ?? .word(name), at: place)
    }
    guard case .word(let word) = scanner.next else {
      throw scanner.error("a component, a condition such as system:NAME, or a bracket")
    }
    scanner.advance()
    if scanner.next == .mark(":") {
      scanner.advance()
      return .test(try test(called: word, place), at: place)
    }
    for (side, isOld) in [("old", true), ("new", false)] where word.lowercased() == side {
      guard let name = scanner.name else { break }
      scanner.advance()
      if let test = try value(of: name, isOld: isOld) { return .test(test, at: place) }
      throw scanner.error("=, !=, <, <=, >, >= or ~")
    }
    if let test = try value(of: word, isOld: false) { return .test(test, at: place) }
    if let kind = EventWord.kind(word) { return .test(.kind(kind), at: place) }
    return .test(.word(word), at: place)
  }

  private mutating func test(called word: String, _ place: Int) throws(QueryError) -> Query.Test {
    switch word.lowercased() {
    case "component":
      guard var name = try nameOrNone("a component or -") else { return .component(nil) }
      // A qualified name begins with the names of the enclosing types.
      while scanner.next == .mark(".") {
        scanner.advance()
        guard let part = scanner.name else { throw scanner.error("a name") }
        name += ".\(part)"
        scanner.advance()
      }
      return .component(name)
    case "system": return .system(try nameOrNone("a system or -"))
    case "label": return .label(try nameOrNone("a label or -"))
    case "info":
      guard let text = scanner.name else { throw scanner.error("a string") }
      scanner.advance()
      return .info(text)
    case "context":
      guard let name = scanner.name else { throw scanner.error("the name of a context") }
      scanner.advance()
      return .context(name)
    case let word:
      guard let counter = Query.Counter(rawValue: word) else {
        throw QueryError(
          place, found: word,
          expected: "component, system, label, context, info, entity, event, tick or depth")
      }
      return .number(counter, try scanner.range())
    }
  }

  /// Parses a name, or returns nil for a dash.
  private mutating func nameOrNone(_ expected: String) throws(QueryError) -> String? {
    defer { scanner.advance() }
    if scanner.next == .mark("-") { return nil }
    guard let name = scanner.name else { throw scanner.error(expected) }
    return name
  }

  /// Parses the rest of a comparison, or returns nil if neither a field nor a comparison follows.
  private mutating func value(
    of component: String, isOld: Bool
  ) throws(QueryError) -> Query.Test? {
    var fields: [ValueTest.FieldName] = []
    while scanner.next == .mark(".") {
      scanner.advance()
      guard let field = scanner.name else { throw scanner.error("a field") }
      fields.append(ValueTest.FieldName(text: field, place: scanner.place))
      scanner.advance()
    }
    guard case .mark(let mark) = scanner.next, let comparison = ValueTest.Comparison(rawValue: mark)
    else {
      if fields.isEmpty { return nil }
      throw scanner.error("=, !=, <, <=, >, >= or ~")
    }
    scanner.advance()
    let place = scanner.place
    return .value(
      ValueTest(
        component: component, fields: fields, isOld: isOld, comparison: comparison,
        literal: try scanner.literal(), place: place))
  }
}
