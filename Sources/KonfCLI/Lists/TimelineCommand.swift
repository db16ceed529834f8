import CommandLine
import ECSKit
import Marks
import Schedule

enum TimelineCommand: ScheduleCommand {
  static let name = "timeline"
  static let synonyms = ["list"]
  static let shortcuts = ["today": "day=today"]

  static let grid = Flag("grid", help: "show each day as a grid of locations and times")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "the schedule, day by day in chronological order",
      options: FilterOption.all + ListLayout.options + [grid.definition],
      discussion: [
        .paragraph(
          """
          konf shows the start, end and location of each session, and its talks with their \
          speakers. Times are in the zone of the venue, or in the zone given with --tz. With \
          --mine, konf also shows your appointments.
          """)
      ],
      examples: [
        Example("konf timeline", "all days"),
        Example("konf timeline --day 2 --after 14:00", "the afternoon of the second day"),
        Example("konf timeline --grid", "locations side by side"),
        Example("konf timeline --tz UTC", "the schedule in another zone"),
        Example("konf --data schedule.json timeline", "a schedule from a file"),
      ])
  }

  static func inputs(of invocation: Invocation, _ environment: RunEnvironment) -> RunInputs {
    RunInputs(forTimes: invocation, environment)
  }

  static func fieldNames(of invocation: Invocation) -> [String] { SessionRecord.fieldNames }

  static func answer(_ run: inout Run) {
    let isGrid = run.invocation[grid]
    // A grid omits appointments, because their locations have no column.
    let sessions = isGrid ? run.schedule.timeline(in: run.selection) : run.listed
    var remarks: [SafeText] = []
    run.answer(sessions, called: "sessions", as: SessionRecord.init) { page in
      page.title()
      if isGrid { remarks = page.grids(sessions) } else { page.sessions(sessions, now: page.now) }
    }
    run.note(gridRemarks: remarks)
  }
}
