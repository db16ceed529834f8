package import ECSKit

/// A violation of a rule in a schedule.
///
/// Each finding is a component of a separate entity.
package struct Finding: Component, Hashable {
  package let rule: CheckRule
  package let message: String

  package init(rule: CheckRule, message: String) {
    self.rule = rule
    self.message = message
  }
}

package struct FindingSubject: Component, Hashable {
  /// The entity that violates the rule, such as a session, a talk or a person.
  package let entity: Entity
  /// The entity that the end of the message mentions, or nil.
  ///
  /// The position of this entity in the file may be appended to the message.
  package var other: Entity?
}

extension Context {
  package static var findingLimit: Int { 1000 }

  /// Creates a finding, unless the rule already has ``findingLimit`` findings.
  ///
  /// When the limit is reached, one more finding states that further violations exist.
  ///
  /// - Complexity: O(1) expected.
  package func report(
    _ rule: CheckRule, _ subject: some Component, _ message: @autoclosure () -> String
  ) {
    let limit = Self.findingLimit
    switch index(\Finding.rule).count(rule) {
    case ..<limit: createEntity(Finding(rule: rule, message: message()), subject)
    case limit:
      createEntity(
        Finding(
          rule: rule,
          message: "found this more than \(limit) times; further findings are not listed")
      )
    default: break
    }
  }
}
