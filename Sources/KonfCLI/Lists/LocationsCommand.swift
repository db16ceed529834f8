import CommandLine
import Schedule

enum LocationsCommand: ScheduleCommand {
  static let name = "locations"
  static let synonyms = ["rooms"]

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "the locations of the conference", options: FilterOption.all,
      examples: [Example("konf locations", "names and addresses")])
  }

  static func inputs(of invocation: Invocation, _ environment: RunEnvironment) -> RunInputs {
    var inputs = RunInputs(forTimes: invocation, environment)
    // The list shows no marks. Only filters need them.
    if ![FilterOption.mine, FilterOption.hidden].contains(where: { invocation[$0] }) {
      inputs.ratings = .unread
    }
    return inputs
  }

  static func fieldNames(of invocation: Invocation) -> [String] { LocationRecord.fieldNames }

  static func answer(_ run: inout Run) {
    let locations = run.schedule.locations(in: run.selection)
    run.answer(locations, called: "locations", as: LocationRecord.init) { $0.locations(locations) }
  }
}
