import Importer
import Schedule

extension CheckRule {
  /// All rules that `konf check` knows: what an import finds, then what the schedule is checked for.
  static let all = ImportRule.allCases.map(\.rule) + ConferenceSchedule.checkRules

  /// Names that rules had in former versions, which users may still type.
  private static let formerNames = [
    "unknown-slot": "unknown-session", "unknown-place": "unknown-location",
    "unused-place": "unused-location",
  ]

  /// Returns the rule that has a name, or had it in a former version.
  static func named(_ name: String) -> CheckRule? {
    let name = formerNames[name] ?? name
    return all.first { $0.name == name }
  }
}
