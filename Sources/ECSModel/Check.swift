/// What a value should be, in words and as a function.
///
///     let stars = Check.isIn(1...5).of(\Rating.stars, "stars")
///     stars.flaws(of: Rating(stars: 7))  // ["stars: found 7; expected a value from 1 to 5"]
///
/// Checks are put together, and a value that fails several of them has all their flaws, not only the
/// first one.
public struct Check<Value>: Sendable {
  /// What is wrong with a value, and where in it.
  struct Flaw: Equatable, Sendable {
    var path: [String] = []
    let found: String
    let expected: String

    var description: String {
      let place = path.isEmpty ? "" : "\(path.joined(separator: ".")): "
      return "\(place)found \(found); expected \(expected)"
    }
  }

  /// What is expected, in words.
  let expected: String
  let find: @Sendable (Value) -> [Flaw]

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - expected: What is expected, such as "an e-mail address".
  ///   - holds: Returns whether a value is so.
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

  /// Returns what is wrong with a value.
  ///
  /// - Parameter value: The value.
  /// - Returns: A sentence for each flaw: where, what was found and what was expected.
  /// - Complexity: That of the functions.
  public func flaws(of value: Value) -> [String] { find(value).map(\.description) }

  private static func shown(_ value: Value) -> String {
    (value as? String).map(\.debugDescription) ?? "\(value)"
  }

  // MARK: Putting together

  /// Returns a check that all of several checks must hold; each one's flaws count.
  ///
  /// - Parameter checks: The checks.
  /// - Returns: The check.
  public static func all(_ checks: Check...) -> Check {
    Check(checks.map(\.expected).joined(separator: " and ")) { value in
      checks.flatMap { $0.find(value) }
    }
  }

  /// Returns a check that one of several checks must hold.
  ///
  /// - Parameter checks: The checks.
  /// - Returns: The check, whose flaw names everything that would be accepted.
  public static func any(_ checks: Check...) -> Check {
    let expected = checks.map(\.expected).joined(separator: " or ")
    return Check(expected, { value in checks.contains { $0.find(value).isEmpty } })
  }

  /// Returns a check that a check must not hold.
  ///
  /// - Parameter check: The check.
  /// - Returns: The check.
  public static func not(_ check: Check) -> Check {
    Check("not \(check.expected)", { !check.find($0).isEmpty })
  }

  /// The check for an optional value, which nil passes.
  public var ifPresent: Check<Value?> {
    Check<Value?>(expected) { value in
      value.map { find($0).map { $0.converted() } } ?? []
    }
  }

  /// The check for each element of an array; a flaw says which.
  public var each: Check<[Value]> {
    Check<[Value]>("\(expected) each") { values in
      values.enumerated().flatMap { place, value in
        find(value).map { $0.converted(at: "\(place)") }
      }
    }
  }

  /// Returns the check for what contains the value.
  ///
  /// - Parameters:
  ///   - path: The way to the value.
  ///   - name: What flaws call it.
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
  /// The same flaw of what contains the value.
  fileprivate func converted<Whole>(at name: String? = nil) -> Check<Whole>.Flaw {
    Check<Whole>.Flaw(
      path: (name.map { [$0] } ?? []) + path, found: found, expected: expected)
  }
}

extension Check where Value: Collection & Sendable {
  /// The check that a collection has elements.
  public static var isNotEmpty: Check { Check("something", { !$0.isEmpty }) }

  /// Returns the check that a collection has a number of elements.
  ///
  /// - Parameter range: The numbers that are accepted.
  /// - Returns: The check.
  public static func hasCount(in range: ClosedRange<Int>) -> Check {
    Check(
      "from \(range.lowerBound) to \(range.upperBound) elements", { range.contains($0.count) })
  }
}

extension Check where Value: Comparable & Sendable {
  /// Returns the check that a value is in a range.
  ///
  /// - Parameter range: The values that are accepted.
  /// - Returns: The check.
  public static func isIn(_ range: ClosedRange<Value>) -> Check {
    Check(
      "a value from \(range.lowerBound) to \(range.upperBound)", { range.contains($0) })
  }
}
