/// The thing that a change is about.
///
/// A log has many changes of few things. As an object, the texts of a thing are kept once for all of
/// them, and an entry is copied without touching five texts.
package final class LogSubject: Hashable, Sendable {
  /// The collection of the thing.
  package let scope: String
  /// What the values of the thing mean.
  package let kind: String
  /// The id of the thing inside its scope.
  package let target: String
  /// The name of the thing as it was known.
  package let name: String
  /// More texts that describe the thing, as they were known.
  package let details: [String]

  /// Creates a thing.
  ///
  /// - Parameters:
  ///   - scope: The collection of the thing.
  ///   - kind: What the values of the thing mean.
  ///   - target: The id of the thing inside its scope.
  ///   - name: The name of the thing as it is known.
  ///   - details: More texts that describe it.
  package init(
    scope: String, kind: String, target: String, name: String = "", details: [String] = []
  ) {
    self.scope = scope
    self.kind = kind
    self.target = target
    self.name = name
    self.details = details
  }

  /// Returns the thing under the name that its collection has now.
  package func inScope(_ scope: String) -> LogSubject {
    LogSubject(scope: scope, kind: kind, target: target, name: name, details: details)
  }

  /// Returns the thing under another ID.
  package func withTarget(_ target: String) -> LogSubject {
    target == self.target
      ? self
      : LogSubject(scope: scope, kind: kind, target: target, name: name, details: details)
  }

  /// Returns whether two subjects have the same texts.
  ///
  /// - Parameters:
  ///   - first: A subject.
  ///   - second: Another subject.
  /// - Returns: Whether all texts are equal.
  package static func == (first: LogSubject, second: LogSubject) -> Bool {
    first === second
      || first.scope == second.scope && first.kind == second.kind && first.target == second.target
        && first.name == second.name && first.details == second.details
  }

  /// Feeds all texts of the subject into a hasher, but for empty ones, which most of a store are.
  ///
  /// - Parameter hasher: The hasher.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(target)
    hasher.combine(kind)
    if !scope.isEmpty { hasher.combine(scope) }
    if !name.isEmpty { hasher.combine(name) }
    if !details.isEmpty { hasher.combine(details) }
  }
}
