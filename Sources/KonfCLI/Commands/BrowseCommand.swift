import Answers
import Browser
import CommandLine
import Schedule

/// `konf browse`: the schedule to walk through.
enum BrowseCommand: MarkingCommand {
  static let name = "browse"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "walk through the schedule, star and rate",
      options: FilterOption.narrowing + [BrowserOption.plain.definition],
      discussion: [
        .paragraph(
          """
          konf browse shows all days as one list with the present in it. Arrows, Enter and Esc reach \
          everything: all commands are below an opened talk. What you star, rate, note or hide is kept at \
          once, as by the commands of these names, and u undoes it. Digits go to a day and \
          never change anything, and text that you paste is never a command.
          """),
        .paragraph(
          """
          --plain, ACCESSIBLE or a terminal that can only append shows the same as numbered lines, with \
          commands as typed letters. --json prints what you changed. If konf is killed with all its \
          processes, reset or stty sane puts the terminal right. The keys:
          """),
        .list(KeyTable.described.map { HelpBlock.Entry("\($0.keys)", "\($0.help)") }),
      ],
      examples: [
        Example("konf browse", "from the present on"),
        Example("konf browse --track rust", "talks of a track"),
        Example("konf browse --plain", "numbered lines"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    try RunInputs(browsedBy: invocation, environment)
  }

  static func answer(_ run: inout Run) throws(Failure) {
    let inputs = RunInputs(markedBy: run.invocation, run.environment)
    let (_, status, visit) = try run.browse(inputs)
    if let status = ExitStatus(rawValue: status) { run.status = status }
    if !run.isData { return }
    var last = visit.run
    last.streams = run.streams
    last.answer(marked: visit.changed.compactMap(last.schedule.target))
    run.streams = last.streams
  }
}
