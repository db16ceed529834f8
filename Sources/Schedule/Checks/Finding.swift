package import ECSKit

/// Something that is not as it should be: what an entity is that a check makes.
package struct Finding: Component, Hashable {
  /// The rule that is broken.
  package let rule: CheckRule
  /// What was found, in a sentence without its subject.
  package let message: String

  /// Creates the component.
  ///
  /// - Parameters:
  ///   - rule: The rule that is broken.
  ///   - message: What was found, in a sentence without its subject.
  package init(rule: CheckRule, message: String) {
    self.rule = rule
    self.message = message
  }
}

/// What a finding is about.
package struct FindingSubject: Component, Hashable {
  /// A slot, a talk, a person or a place.
  package let entity: Entity
}

extension Context {
  /// How many findings of one rule are listed; a file that breaks a rule more often than that is not
  /// mended finding by finding.
  package static var findingLimit: Int { 1000 }

  /// Makes a finding about something; once a rule has as many as are listed, the last one says so.
  ///
  /// - Parameters:
  ///   - rule: The rule that is broken.
  ///   - subject: What the finding is about, or where it is.
  ///   - message: What was found, in a sentence without its subject.
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
