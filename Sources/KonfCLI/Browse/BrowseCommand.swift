import Browser
import CommandLine
import Marks
import Schedule

enum BrowseCommand: MarkingCommand {
  static let name = "browse"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "browse the schedule; star and rate talks",
      options: FilterOption.narrowing,
      discussion: [
        .paragraph(
          """
          konf browse shows all days in one list and marks the current time. You need only the \
          arrow keys, Enter and Esc, because the page of a talk lists all commands. konf saves \
          each star, rating, note and hidden talk immediately. Press u to undo the last change. In \
          a list, a digit jumps to a day and never changes anything. Pasted text is never a \
          command.
          """),
        .paragraph(
          """
          With --plain, on a dumb terminal, in a pipe, or if the environment variable ACCESSIBLE \
          is not empty, konf browse prints numbered lines and reads typed commands. On the full \
          screen, --json prints your changes when you quit. If the terminal misbehaves after konf \
          was killed, run reset or stty sane. The keys:
          """),
        .list(KeyBindings.described().map { HelpBlock.Entry("\($0.keys)", "\($0.help)") }),
      ],
      examples: [
        Example("konf browse", "start at the current time"),
        Example("konf browse --track rust", "the talks of a track"),
        Example("konf browse --plain", "numbered lines"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    if let data = invocation.dataForm, invocation.showsLines(environment, isOutput: true) {
      throw Failure(
        .usage, "browse: --\(data.name) needs a screen; use \(invocation.konf("talks")) for a list")
    }
    return try RunInputs(browsedBy: invocation, environment)
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
