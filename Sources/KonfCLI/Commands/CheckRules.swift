import Importer
import Schedule

extension CheckRule {
  /// All rules of `konf check`: those of the import, then those of the schedule.
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
