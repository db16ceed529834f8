import CommandLine
import Schedule

enum SpeakersCommand: ScheduleCommand {
  static let name = "speakers"
  static let synonyms = ["people"]

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "the people who give talks", options: FilterOption.all,
      examples: [Example("konf speakers", "their names and talks")])
  }

  static func inputs(of invocation: Invocation, _ environment: RunEnvironment) -> RunInputs {
    RunInputs(forTimes: invocation, environment)
  }

  static func fieldNames(of invocation: Invocation) -> [String] { PersonRecord.fieldNames }

  static func answer(_ run: inout Run) {
    let people = run.schedule.speakers(in: run.selection)
    run.answer(people, called: "speakers", as: PersonRecord.init) { $0.people(people) }
  }
}
