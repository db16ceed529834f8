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
          konf timeline --hidden also lists hidden sessions without talks, such as breaks. konf \
          still shows a hidden talk if you starred it, or if you give its id, for example to konf \
          session. If you hid a session, --clear with one of its talks shows the whole session \
          again.
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
    let schedule = run.schedule
    let hidden = isClearing ? schedule.inOrder(schedule.hidden) : nil
    let targets = try run.chosenOrFiltered(among: hidden)
    guard isClearing else {
      try run.keep(Hidden(), on: targets)
      return run.answer(marked: targets)
    }
    let remarks = targets.filter { !$0.has(Hidden.self) }.map { target -> SafeText in
      let isPart = !schedule.hiders(of: target).isEmpty
      let how = isPart ? "hidden through its session, which is shown again" : "not hidden"
      return "\(schedule.name(of: target).quoted()) was \(how)"
    }
    try run.keep(nil as Hidden?, on: (targets + targets.flatMap(schedule.hiders)).uniqued)
    for remark in remarks { run.streams.note(remark) }
    run.answer(marked: targets)
  }
}
