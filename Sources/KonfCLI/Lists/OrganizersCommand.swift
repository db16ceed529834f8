import CommandLine
import Schedule

enum OrganizersCommand: ScheduleCommand {
  static let name = "organizers"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "the people who organize the conference",
      examples: [Example("konf organizers", "their names")])
  }

  static func inputs(of invocation: Invocation, _ environment: RunEnvironment) -> RunInputs {
    RunInputs(forTimes: invocation, environment)
  }

  static func fieldNames(of invocation: Invocation) -> [String] { PersonRecord.fieldNames }

  static func answer(_ run: inout Run) {
    let people = run.schedule.organizers.map(ConferenceSchedule.Reference.init(to:))
    run.answer(people, called: "organizers", as: PersonRecord.init) { $0.people(people) }
  }
}
