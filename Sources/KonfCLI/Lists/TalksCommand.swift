import CommandLine
import ECSKit
import Schedule

enum TalksCommand: ScheduleCommand {
  static let name = "talks"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "all talks in chronological order",
      options: FilterOption.all + ListLayout.options + [FilterOption.with.definition],
      examples: [
        Example("konf talks", "titles, speakers and times"),
        Example("konf talks --speaker lee --day mon", "the Monday talks of a speaker"),
        Example("konf talks --json", "all talks as JSON"),
      ])
  }

  static func inputs(of invocation: Invocation, _ environment: RunEnvironment) -> RunInputs {
    RunInputs(forTimes: invocation, environment)
  }

  static func fieldNames(of invocation: Invocation) -> [String] { TalkRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    let company = try run.company
    let talks = run.schedule.talksInOrder(in: run.selection)
    run.answer(talks, called: "talks", as: TalkRecord.init) { page in
      page.company = company
      page.title()
      page.talks(talks)
    }
  }
}
