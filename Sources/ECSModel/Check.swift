/// A condition that values must satisfy, with a description of the expected value.
///
///     let stars = Check.isIn(1...5).of(\Rating.stars, "stars")
///     stars.flaws(of: Rating(stars: 7))  // ["stars: found 7; expected a value from 1 to 5"]
///
/// Checks can be combined. The check ``all(_:)`` reports every flaw of a value, not only the first.
public struct Check<Value>: Sendable {
  /// A flaw of a value and its location in the value.
  struct Flaw: Equatable, Sendable {
    var path: [String] = []
    let found: String
    let expected: String

    var description: String {
      let place = path.isEmpty ? "" : "\(path.joined(separator: ".")): "
      return "\(place)found \(found); expected \(expected)"
    }
  }

  let expected: String
  let find: @Sendable (Value) -> [Flaw]

  /// Creates a check from a predicate.
  ///
  /// - Parameters:
  ///   - expected: A description of the expected value, such as "an e-mail address".
  ///   - holds: Returns true if a value passes the check.
  public init(_ expected: String, _ holds: @escaping @Sendable (Value) -> Bool) {
    self.init(expected) { value in
      holds(value) ? [] : [Flaw(found: Self.shown(value), expected: expected)]
    }
  }

  private init(_ expected: String, finding find: @escaping @Sendable (Value) -> [Flaw]) {
    self.expected = expected
    self.find = find
  }

  fileprivate init(_ expected: String, _ find: @escaping @Sendable (Value) -> [Flaw]) {
    self.init(expected, finding: find)
  }

  /// Returns the flaws of a value.
  ///
  /// - Parameter value: The value to check.
  /// - Returns: A description of each flaw, with its location, the found value and the expected
  ///   value.
  /// - Complexity: The cost of the predicates.
  public func flaws(of value: Value) -> [String] { find(value).map(\.description) }

  private static func shown(_ value: Value) -> String {
    (value as? String).map(\.debugDescription) ?? "\(value)"
  }

  // MARK: Combining checks

  /// Returns a check that passes if all given checks pass.
  ///
  /// - Parameter checks: The checks to combine. The flaws of all failed checks are reported.
  /// - Returns: The combined check.
  public static func all(_ checks: Check...) -> Check {
    Check(checks.map(\.expected).joined(separator: " and ")) { value in
      checks.flatMap { $0.find(value) }
    }
  }

  /// Returns a check that passes if at least one of the given checks passes.
  ///
  /// - Parameter checks: The checks to combine.
  /// - Returns: The combined check. The flaw of a failed value describes all accepted values.
  public static func any(_ checks: Check...) -> Check {
    let expected = checks.map(\.expected).joined(separator: " or ")
    return Check(expected, { value in checks.contains { $0.find(value).isEmpty } })
  }

  /// Returns a check that passes if another check fails.
  ///
  /// - Parameter check: The check to negate.
  /// - Returns: The negated check.
  public static func not(_ check: Check) -> Check {
    Check("not \(check.expected)", { !check.find($0).isEmpty })
  }

  /// The same check for an optional value.
  ///
  /// The value nil passes the check.
  public var ifPresent: Check<Value?> {
    Check<Value?>(expected) { value in
      value.map { find($0).map { $0.converted() } } ?? []
    }
  }

  /// A check that applies this check to each element of an array.
  ///
  /// A flaw contains the index of its element.
  public var each: Check<[Value]> {
    Check<[Value]>("\(expected) each") { values in
      values.enumerated().flatMap { place, value in
        find(value).map { $0.converted(at: "\(place)") }
      }
    }
  }

  /// Returns a check that applies this check to a property of a value.
  ///
  /// - Parameters:
  ///   - path: The key path of the property.
  ///   - name: The name of the property in flaws.
  /// - Returns: The check.
  public func of<Whole>(_ path: any KeyPath<Whole, Value> & Sendable, _ name: String) -> Check<
    Whole
  > {
    Check<Whole>("\(name) \(expected)") { whole in
      find(whole[keyPath: path]).map { $0.converted(at: name) }
    }
  }
}

extension Check.Flaw {
  /// Converts the flaw of a part to a flaw of the whole value.
  ///
  /// If a name is given, the path begins with the name.
  fileprivate func converted<Whole>(at name: String? = nil) -> Check<Whole>.Flaw {
    Check<Whole>.Flaw(
      path: (name.map { [$0] } ?? []) + path, found: found, expected: expected)
  }
}

extension Check where Value: Collection & Sendable {
  /// A check that requires a collection to contain at least one element.
  public static var isNotEmpty: Check { Check("something", { !$0.isEmpty }) }

  /// Returns a check that requires the number of elements in a collection to be in a range.
  ///
  /// - Parameter range: The accepted numbers of elements.
  /// - Returns: The check.
  public static func hasCount(in range: ClosedRange<Int>) -> Check {
    Check(
      "from \(range.lowerBound) to \(range.upperBound) elements", { range.contains($0.count) })
  }
}

extension Check where Value: Comparable & Sendable {
  /// Returns a check that requires a value to be in a range.
  ///
  /// - Parameter range: The accepted values.
  /// - Returns: The check.
  public static func isIn(_ range: ClosedRange<Value>) -> Check {
    Check(
      "a value from \(range.lowerBound) to \(range.upperBound)", { range.contains($0) })
  }
}
