public import ECSKit

/// An error that lists the rule violations that caused a rollback.
public struct RuleError: Error, Equatable, CustomStringConvertible {
  /// A rule that the changes broke, and the entity that broke it.
  ///
  /// Unlike a ``Rule/Violation``, the value is `Sendable`.
  public struct BrokenRule: Equatable, Sendable {
    /// The name of the rule.
    public let rule: String
    /// The creation number of the entity that violates the rule.
    ///
    /// If the changes created the entity, the rollback has removed it.
    public let entity: UInt64
    /// A sentence that describes the violation.
    public let message: String
  }

  /// All violations, in the order of the rules.
  public let violations: [BrokenRule]

  init(_ violations: [Rule.Violation]) {
    self.violations = violations.map {
      BrokenRule(rule: $0.rule, entity: $0.entity.creationNumber ?? 0, message: $0.message)
    }
  }

  /// The messages, separated by semicolons.
  public var description: String { violations.map(\.message).joined(separator: "; ") }
}

extension Context {
  /// Makes changes, and rolls them back if they break a rule.
  ///
  /// The rules are checked once, after the body, so the changes may break a rule temporarily. Only
  /// the touched entities and keys are checked, so earlier violations elsewhere do not matter.
  /// Observers are notified later, and their changes are not checked.
  ///
  ///     try context.transaction(keeping: [.requires(Rating.self, Title.self), stars]) {
  ///       talk.set(Rating(stars: 7))
  ///     }  // throws; the talk is unchanged
  ///
  /// - Parameters:
  ///   - label: The label of the change set.
  ///   - rules: The rules to check after the body.
  ///   - body: The changes to make.
  /// - Returns: The result of the body.
  /// - Throws: ``RuleError`` with all violations; the context is then unchanged.
  /// - Complexity: The cost of the body, plus O(*c* · *r*) for *c* changes and *r* rules.
  @discardableResult
  public func transaction<Result>(
    label: String? = nil, keeping rules: [Rule], _ body: () -> Result
  ) throws(RuleError) -> Result {
    try transaction(
      label: label, keeping: rules, failure: { $0 }, { () throws(RuleError) in body() })
  }

  /// Makes changes that may fail, and rolls them back if they break a rule.
  ///
  /// Works like the overload whose body throws no error. An error of the body also rolls back the
  /// changes.
  ///
  /// - Parameters:
  ///   - label: The label of the change set.
  ///   - rules: The rules to check after the body.
  ///   - body: The changes to make.
  /// - Returns: The result of the body.
  /// - Throws: ``RuleError`` with all violations, or the error that the body throws; the context is
  ///   then unchanged.
  /// - Complexity: The cost of the body, plus O(*c* · *r*) for *c* changes and *r* rules.
  @discardableResult
  public func transaction<Result>(
    label: String? = nil, keeping rules: [Rule], _ body: () throws -> Result
  ) throws -> Result {
    try transaction(label: label, keeping: rules, failure: { $0 }, body)
  }

  private func transaction<Result, Failure: Error>(
    label: String?, keeping rules: [Rule], failure: (RuleError) -> Failure,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try transaction(label: label) { () throws(Failure) in
      var result: Result?
      let changes = try self.recordChanges { () throws(Failure) in result = try body() }
      let touched = Rule.ChangedComponents(changes)
      let violations = rules.flatMap { $0.violations(of: touched, in: self) }
      guard violations.isEmpty, let result else { throw failure(RuleError(violations)) }
      return result
    }
  }
}

// MARK: Old names

extension RuleError {
  /// The old name of ``BrokenRule``.
  @available(*, deprecated, renamed: "BrokenRule")
  public typealias Violation = BrokenRule
}
