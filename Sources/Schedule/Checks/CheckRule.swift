/// A rule that a schedule should satisfy.
///
/// Each finding names the violated rule. Each check declares its rule; see ``CheckSystem``.
/// ``ConferenceSchedule/checkRules`` lists the rules of all checks. The importer declares separate
/// rules for its findings.
package struct CheckRule: Hashable, Sendable {
  package enum Severity: String, Sendable, CaseIterable {
    /// Something impossible in the schedule.
    case error
    /// A probable mistake.
    case warning
    /// Information that requires no change.
    case note
  }

  /// The unique name that findings show and users type.
  package let name: String
  package let severity: Severity
  package let meaning: String

  package init(_ severity: Severity, _ name: String, _ meaning: String) {
    self.name = name
    self.severity = severity
    self.meaning = meaning
  }
}
