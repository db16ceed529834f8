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
  /// Makes a finding about an entity.
  func report(_ rule: CheckRule, _ entity: Entity, _ message: String) {
    createEntity(Finding(rule: rule, message: message), FindingSubject(entity: entity))
  }
}
