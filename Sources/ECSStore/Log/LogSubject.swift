/// The thing a change is about.
///
/// A log has many changes about few things. As an object, what names a thing is kept once for all of
/// them, and an entry is copied without touching five texts.
package final class LogSubject: Hashable, Sendable {
  /// The collection the target belongs to.
  package let scope: String
  /// What is said about the target.
  package let kind: String
  /// The id of the thing inside its scope.
  package let target: String
  /// The title of the thing as it was known.
  package let title: String
  /// The names of the people of the thing as they were known.
  package let people: [String]

  init(scope: String, kind: String, target: String, title: String, people: [String]) {
    self.scope = scope
    self.kind = kind
    self.target = target
    self.title = title
    self.people = people
  }

  /// Returns whether two name a thing in the same words.
  ///
  /// - Parameters:
  ///   - first: A subject.
  ///   - second: Another subject.
  /// - Returns: Whether all that they hold is equal.
  package static func == (first: LogSubject, second: LogSubject) -> Bool {
    first === second
      || first.scope == second.scope && first.kind == second.kind && first.target == second.target
        && first.title == second.title && first.people == second.people
  }

  /// Mixes all that the subject holds into a hash.
  ///
  /// - Parameter hasher: What mixes.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(scope)
    hasher.combine(kind)
    hasher.combine(target)
    hasher.combine(title)
    hasher.combine(people)
  }
}
