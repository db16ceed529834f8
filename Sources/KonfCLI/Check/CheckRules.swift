import Importer
import Schedule

extension CheckRule {
  /// All rules of `konf check`: first the rules for imports, then the rules for schedules.
  static let all = ImportRule.allCases.map(\.rule) + ConferenceSchedule.checkRules

  /// The current names of renamed rules, by the old names, which users may still type.
  private static let formerNames = [
    "unknown-slot": "unknown-session", "unknown-place": "unknown-location",
    "unused-place": "unused-location",
  ]

  /// Returns the rule with a current or old name.
  static func named(_ name: String) -> CheckRule? {
    let name = formerNames[name] ?? name
    return all.first { $0.name == name }
  }
}
