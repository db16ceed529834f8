import Browser
import CommandLine
import Schedule

/// `konf pick`: lets the user choose talks from a list below the prompt, and prints their ids.
enum PickCommand: MarkingCommand {
  static let name = "pick"

  private static let rows = 10

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "choose talks from a list and print their ids",
      options: FilterOption.narrowing,
      discussion: [
        .paragraph(
          """
          The list takes up ten rows below the prompt, and konf filters it as you type; the best \
          match comes first. Words also match weekdays, times and locations. Tab marks a talk and \
          selects the next one. A marked talk that does not match is listed below the matches. \
          Enter prints the ids of the marked talks, or the id of the selected talk if no talk is \
          marked. Esc prints nothing and exits with status 1. konf reads keys from the terminal \
          even if the output is a pipe.
          """)
      ],
      examples: [
        Example("konf pick", "choose a talk and print its id"),
        Example("konf star $(konf pick --track rust)", "star the talks that you choose"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    try RunInputs(browsedBy: invocation, environment, isOutput: false)
  }

  static func answer(_ run: inout Run) throws(Failure) {
    let inputs = RunInputs(markedBy: run.invocation, run.environment)
    let (browser, status, _) = try run.browse(inputs, rows: rows, picking: true)
    guard status == 0 else {
      run.status = .notFound
      return
    }
    if run.isData {
      return run.answer(marked: browser.picked.compactMap(run.schedule.target))
    }
    for id in browser.picked {
      run.streams.write("\(run.schedule.target(id).map { run.schedule.shownID(of: $0) } ?? id)")
    }
  }
}
