public import ECSKit

/// The violations of rules for which changes were refused.
public struct RuleError: Error, Equatable, CustomStringConvertible {
  /// What broke a rule before the changes were rolled back.
  public struct Violation: Equatable, Sendable {
    /// The name of the rule.
    public let rule: String
    /// The creation number of the entity, which is gone if the changes created it.
    public let entity: UInt64
    /// What was wrong, in a sentence.
    public let message: String
  }

  /// All violations, in the order of the rules.
  public let violations: [Violation]

  init(_ violations: [Rule.Violation]) {
    self.violations = violations.map {
      Violation(rule: $0.rule, entity: $0.entity.creationNumber ?? 0, message: $0.message)
    }
  }

  /// The messages, one after the other.
  public var description: String { violations.map(\.message).joined(separator: "; ") }
}

extension Context {
  /// Makes changes that are rolled back if they break a rule.
  ///
  /// The rules are checked once, after the body, so that the changes may break them meanwhile. Only
  /// what the changes touched is checked: what broke a rule before is no obstacle. All violations are
  /// found, not only the first one. Changes that observers make in response are made afterwards and
  /// are not checked.
  ///
  ///     try context.transaction(keeping: [.requires(Rating.self, Title.self), stars]) {
  ///       talk.set(Rating(stars: 7))
  ///     }  // throws; the talk is as it was
  ///
  /// - Parameters:
  ///   - label: What the changes are called in their change set.
  ///   - rules: The rules.
  ///   - body: The changes to make.
  /// - Returns: What the body returns.
  /// - Throws: ``RuleError`` with all violations, or what the body throws; everything is then as it was.
  /// - Complexity: That of the body, plus O(*c* · *r*) for *c* changes and *r* rules.
  @discardableResult
  public func transaction<Result>(
    label: String? = nil, keeping rules: [Rule], _ body: () throws -> Result
  ) throws -> Result {
    try transaction(label: label) {
      var result: Result?
      let changes = try self.recordChanges { result = try body() }
      let touched = Rule.Touched(changes)
      let violations = rules.flatMap { $0.violations(of: touched, in: self) }
      guard violations.isEmpty, let result else { throw RuleError(violations) }
      return result
    }
  }
}
