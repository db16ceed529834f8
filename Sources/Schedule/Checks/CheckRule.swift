/// A rule for schedules, which findings refer to.
///
/// Each check declares its rule, see ``CheckSystem``; ``ConferenceSchedule/checkRules`` lists them.
/// The importer declares separate rules for its findings.
package struct CheckRule: Hashable, Sendable {
  package enum Severity: String, Sendable, CaseIterable {
    /// The schedule contains something impossible.
    case error
    /// The schedule probably contains a mistake.
    case warning
    /// The finding is for information only.
    case note
  }

  /// The unique name, shown in findings and typed by users.
  package let name: String
  package let severity: Severity
  /// A short description of a violation.
  package let meaning: String

  package init(_ severity: Severity, _ name: String, _ meaning: String) {
    self.name = name
    self.severity = severity
    self.meaning = meaning
  }
}
