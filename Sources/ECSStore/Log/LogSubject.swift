/// The subject of a change.
///
/// A log has many changes but few subjects. A subject is a class, so its texts are stored only
/// once, and copying an entry does not retain five strings.
package final class LogSubject: Hashable, Sendable {
  /// The collection of the subject, such as a schedule.
  package let scope: String
  /// The kind of its values, such as `rating`.
  package let kind: String
  /// The id of the subject inside its scope.
  package let target: String
  /// The name of the subject at the time of the change.
  package let name: String
  /// More text that describes the subject.
  package let details: [String]

  /// Creates a subject.
  ///
  /// - Parameters:
  ///   - scope: The collection of the subject.
  ///   - kind: The kind of its values.
  ///   - target: The id of the subject inside its scope.
  ///   - name: The name of the subject.
  ///   - details: More text that describes the subject.
  package init(
    scope: String, kind: String, target: String, name: String = "", details: [String] = []
  ) {
    self.scope = scope
    self.kind = kind
    self.target = target
    self.name = name
    self.details = details
  }

  /// Returns the subject in another scope.
  ///
  /// - Parameter scope: The collection.
  /// - Returns: A subject that differs only in its scope.
  package func inScope(_ scope: String) -> LogSubject {
    LogSubject(scope: scope, kind: kind, target: target, name: name, details: details)
  }

  /// Returns the subject with another target.
  ///
  /// - Parameter target: The id.
  /// - Returns: A subject with the target, possibly this one.
  package func withTarget(_ target: String) -> LogSubject {
    target == self.target
      ? self
      : LogSubject(scope: scope, kind: kind, target: target, name: name, details: details)
  }

  /// Returns true if two subjects have the same texts.
  ///
  /// - Parameters:
  ///   - first: A subject.
  ///   - second: Another subject.
  /// - Returns: True if all texts are equal.
  package static func == (first: LogSubject, second: LogSubject) -> Bool {
    first === second
      || first.scope == second.scope && first.kind == second.kind && first.target == second.target
        && first.name == second.name && first.details == second.details
  }

  /// Hashes all texts except empty ones, because most subjects of a store have only two texts.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(target)
    hasher.combine(kind)
    if !scope.isEmpty { hasher.combine(scope) }
    if !name.isEmpty { hasher.combine(name) }
    if !details.isEmpty { hasher.combine(details) }
  }
}
