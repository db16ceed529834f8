/// A rule that a schedule should follow, and that findings name if it does not.
///
/// Each check declares its own rule, see ``CheckSystem``; ``ConferenceSchedule/checkRules`` lists
/// those. An import has rules of its own for what it finds in a file.
package struct CheckRule: Hashable, Sendable {
  /// How bad a finding is.
  package enum Severity: String, Sendable, CaseIterable {
    /// The schedule says something that is impossible.
    case error
    /// The schedule likely says something that is not meant.
    case warning
    /// Good to know.
    case note
  }

  /// The name that findings show and users type; no two rules have the same.
  package let name: String
  /// How bad it is to break the rule.
  package let severity: Severity
  /// What it means to break the rule, in a few words.
  package let meaning: String

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - severity: How bad it is to break the rule.
  ///   - name: The name that findings show and users type, as no other rule has it.
  ///   - meaning: What it means to break the rule, in a few words.
  package init(_ severity: Severity, _ name: String, _ meaning: String) {
    self.name = name
    self.severity = severity
    self.meaning = meaning
  }
}
