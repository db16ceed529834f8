package import ECSKit

/// A mistake in a schedule; a check makes an entity of each.
package struct Finding: Component, Hashable {
  /// The rule that is broken.
  package let rule: CheckRule
  /// What is wrong, in a sentence.
  package let message: String

  /// Creates the component.
  ///
  /// - Parameters:
  ///   - rule: The rule that is broken.
  ///   - message: What is wrong, in a sentence.
  package init(rule: CheckRule, message: String) {
    self.rule = rule
    self.message = message
  }
}

/// The entity that a finding is about.
package struct FindingSubject: Component, Hashable {
  /// A session, a talk, a person or a location.
  package let entity: Entity
}

extension Context {
  /// The most findings of one rule that are listed.
  package static var findingLimit: Int { 1000 }

  /// Makes a finding; one more than ``findingLimit`` says that there are more.
  ///
  /// - Parameters:
  ///   - rule: The rule that is broken.
  ///   - subject: A component that says what the finding is about, or where.
  ///   - message: What is wrong, in a sentence.
  /// - Complexity: O(1) expected.
  package func report(
    _ rule: CheckRule, _ subject: some Component, _ message: @autoclosure () -> String
  ) {
    let limit = Self.findingLimit
    switch index(\Finding.rule).count(rule) {
    case ..<limit: createEntity(Finding(rule: rule, message: message()), subject)
    case limit:
      createEntity(
        Finding(rule: rule, message: "found this more often than \(limit) times; no more is listed")
      )
    default: break
    }
  }
}
