/// The subject of a change.
///
/// A log has many changes but few subjects. A subject is a class, so its strings are stored only
/// once, and copying an entry does not retain five strings.
package final class LogSubject: Hashable, Sendable {
  /// The collection of the subject, such as a schedule.
  package let scope: String
  /// The kind of the subject's values, such as `rating`.
  package let kind: String
  /// The id of the subject inside its scope.
  package let target: String
  /// The name of the subject at the time of the change.
  package let name: String
  /// More text that describes the subject.
  package let details: [String]

  package init(
    scope: String, kind: String, target: String, name: String = "", details: [String] = []
  ) {
    self.scope = scope
    self.kind = kind
    self.target = target
    self.name = name
    self.details = details
  }

  /// Returns a copy of the subject in another scope.
  package func inScope(_ scope: String) -> LogSubject {
    LogSubject(scope: scope, kind: kind, target: target, name: name, details: details)
  }

  /// Returns the subject with another target.
  ///
  /// If the subject already has the target, the result is the same object.
  package func withTarget(_ target: String) -> LogSubject {
    target == self.target
      ? self
      : LogSubject(scope: scope, kind: kind, target: target, name: name, details: details)
  }

  /// Returns true if two subjects have the same strings.
  package static func == (first: LogSubject, second: LogSubject) -> Bool {
    first === second
      || first.scope == second.scope && first.kind == second.kind && first.target == second.target
        && first.name == second.name && first.details == second.details
  }

  /// Hashes all nonempty strings.
  ///
  /// Most subjects of a store have only two nonempty strings.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(target)
    hasher.combine(kind)
    if !scope.isEmpty { hasher.combine(scope) }
    if !name.isEmpty { hasher.combine(name) }
    if !details.isEmpty { hasher.combine(details) }
  }
}
