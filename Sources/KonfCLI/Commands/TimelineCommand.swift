import Answers
import CommandLine
import Diary
import ECSKit
import Schedule

/// `konf timeline`: the schedule, day by day in the order of time.
enum TimelineCommand: ScheduleCommand {
  static let name = "timeline"
  static let synonyms = ["list"]
  static let shortcuts = ["today": "day=today"]

  /// Whether each day is drawn as locations by time.
  static let grid = Flag("grid", help: "show each day as locations by time")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "the schedule, day by day in the order of time",
      options: FilterOption.all + ListLayout.options + [grid.definition],
      discussion: [
        .paragraph(
          """
          Each session has its start and end, its location, and its talks with their speakers. \
          Times are those of the venue unless you choose another zone with --tz. With --mine, your \
          appointments are included.
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
    // What is at no location of the conference has no column.
    let sessions = isGrid ? run.schedule.timeline(in: run.selection) : run.listed
    var remarks: [SafeText] = []
    run.answer(sessions, called: "sessions", as: SessionRecord.init) { page in
      page.title()
      if isGrid { remarks = page.grids(sessions) } else { page.sessions(sessions, now: page.now) }
    }
    run.note(gridRemarks: remarks)
  }
}
