/// A component value in the form that queries compare.
public enum QueryValue: Equatable, Sendable {
  /// A number.
  case number(Double)
  /// A point in time, such as a `Date`, in seconds since 1970 in UTC.
  ///
  /// Queries compare such a value with dates, for example `2026-11-24` and
  /// `2026-11-24T09:30+01:00`.
  case moment(Double)
  /// A string, such as the name of an enumeration case.
  case text(String)
  /// A Boolean value.
  case flag(Bool)
  /// An optional without a value.
  case nothing
}

/// A comparison between a field of a component and a value.
struct ValueTest: Sendable {
  enum Comparison: String, Sendable {
    case equal = "="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    /// A case-insensitive search for a string in the field.
    case contains = "~"
  }

  struct FieldName: Sendable {
    let text: String
    /// The position of the name in the query.
    let place: Int
  }

  let component: String
  /// The path of field names to the value.
  ///
  /// An empty path means the component itself, or its only field.
  let fields: [FieldName]
  let isOld: Bool
  let comparison: Comparison
  let literal: String
  /// The position of the literal in the query.
  let place: Int

  /// Returns true if a component satisfies the comparison.
  ///
  /// A collection satisfies `!=` if no element is equal. It satisfies every other comparison if at
  /// least one element satisfies the comparison.
  ///
  /// - Throws: ``QueryError`` if a field does not exist.
  func holds(
    for component: Any, _ describe: (Any) -> QueryValue?
  ) throws(QueryError) -> Bool {
    var found = component
    var names = fields[...]
    while let name = names.popFirst() {
      let children = Mirror(reflecting: found).children
      var field = children.first { $0.label == name.text }
      if field == nil {
        let labels = children.enumerated().map { $1.label ?? "\($0)" }
        let fields = QueryNames(kind: "a field of \(type(of: found))", names: labels)
        let position = try fields.position(of: name.text, at: name.place)
        field = children.dropFirst(position).first
      }
      found = Self.unwrapped(field?.value ?? found)
    }
    let values = Self.values(of: found, describe)
    return comparison == .unequal
      ? try !contains(.equal, values) : try contains(comparison, values)
  }

  private func contains(
    _ comparison: Comparison, _ values: [QueryValue]
  ) throws(QueryError) -> Bool {
    for value in values where try holds(comparison, for: value) { return true }
    return false
  }

  func withFields(_ fields: some Sequence<FieldName>) -> ValueTest {
    ValueTest(
      component: component, fields: Array(fields), isOld: isOld, comparison: comparison,
      literal: literal, place: place)
  }

  private static func unwrapped(_ value: Any) -> Any {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional, let some = mirror.children.first else { return value }
    return unwrapped(some.value)
  }

  /// Returns the comparable values of a field.
  ///
  /// A collection yields its elements, and a structure with one field yields the values of this
  /// field.
  private static func values(of value: Any, _ describe: (Any) -> QueryValue?) -> [QueryValue] {
    if let known = describe(value) { return [known] }
    switch value {
    case let text as String: return [.text(text)]
    case let flag as Bool: return [.flag(flag)]
    case let number as any BinaryInteger: return [.number(Double(number))]
    case let number as any BinaryFloatingPoint: return [.number(Double(number))]
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      return mirror.children.first.map { values(of: $0.value, describe) } ?? [.nothing]
    case .collection, .set: return mirror.children.flatMap { values(of: $0.value, describe) }
    case .struct where mirror.children.count == 1:
      // A `Date` is recognized by the name of its field. Foundation is not imported, because
      // loading it takes longer than a short program runs.
      if let only = mirror.children.first, only.label == "timeIntervalSinceReferenceDate",
        let seconds = only.value as? Double
      {
        return [.moment(seconds + 978_307_200)]
      }
      return mirror.children.flatMap { values(of: $0.value, describe) }
    default: return [.text(String(describing: value))]
    }
  }

  private func holds(
    _ comparison: Comparison, for value: QueryValue
  ) throws(QueryError) -> Bool {
    switch value {
    case .nothing: return comparison == .equal && literal == "-"
    // A dash means that a value is missing. This field has a value, but other components may lack
    // it.
    case .flag where literal == "-", .number where literal == "-", .moment where literal == "-":
      return false
    case .flag(let flag):
      guard ["true", "false"].contains(literal.lowercased()) else {
        throw misfit("true or false")
      }
      return comparison == .equal && literal.lowercased() == "\(flag)"
    case .number(let number):
      guard let other = Double(literal) else { throw misfit("a number") }
      return Self.compare(number, comparison, other)
    case .moment(let seconds):
      guard let span = QueryDate.span(literal) else { throw misfit("a date such as 2026-11-24") }
      return switch comparison {
      case .equal: span.contains(seconds)
      case .unequal: !span.contains(seconds)
      case .less: seconds < span.lowerBound
      case .lessOrEqual: seconds < span.upperBound
      case .greater: seconds >= span.upperBound
      case .greaterOrEqual: seconds >= span.lowerBound
      case .contains: false
      }
    case .text(let text):
      let (text, other) = (text.lowercased(), literal.lowercased())
      return comparison == .contains
        ? text.contains(other) : Self.compare(text, comparison, other)
    }
  }

  private func misfit(_ expected: String) -> QueryError {
    QueryError(place, found: literal, expected: expected)
  }

  private static func compare<Value: Comparable>(
    _ value: Value, _ comparison: Comparison, _ other: Value
  ) -> Bool {
    switch comparison {
    case .equal: value == other
    case .unequal: value != other
    case .less: value < other
    case .lessOrEqual: value <= other
    case .greater: value > other
    case .greaterOrEqual: value >= other
    case .contains: false
    }
  }
}
