import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

enum HideCommand: MarkingCommand {
  static let name = "hide"
  static let clearsAgenda = true

  static let clear = Flag("clear", help: "show the talk or session again")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "hide talks and sessions from all lists",
      operands: [
        OperandDefinition(
          "TARGET...", .unlessFiltered(FilterOption.track.definition), naming: .target,
          takesWords: true)
      ],
      options: [clear.definition] + FilterOption.choosing,
      discussion: [
        .paragraph(
          """
          TARGET and filters work as in konf star. Use konf talks --hidden to list hidden talks. \
          konf still shows a hidden talk if you starred it, or if you give its id, for example to \
          konf session.
          """)
      ],
      examples: [
        Example("konf hide session3Day1", "a session and its talks"),
        Example("konf hide --lang de", "all talks in a language"),
        Example("konf talks --hidden", "the hidden talks"),
        Example("konf hide session3Day1 --clear", "show the session again"),
      ])
  }

  static func answer(_ run: inout Run) throws(Failure) {
    let isClearing = run.invocation[clear]
    let hidden = isClearing ? run.schedule.inOrder(run.schedule.hidden) : nil
    let targets = try run.chosenOrFiltered(among: hidden)
    for target in targets where isClearing && !target.has(Hidden.self) {
      run.streams.note("\(run.schedule.name(of: target).quoted()) was not hidden")
    }
    try run.keep(isClearing ? nil : Hidden(), on: targets)
    run.answer(marked: targets)
  }
}
