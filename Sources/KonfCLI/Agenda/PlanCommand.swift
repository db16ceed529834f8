import CommandLine
import ECSKit
import Marks
import Schedule

enum PlanCommand: ScheduleCommand {
  static let name = "plan"

  static let breaks = Option<Duration>(
    "breaks", "SPAN",
    help: """
      leave this much time free around each talk, such as 15m, except between two starred talks
      """,
    accepting: "a length of time such as 15m or 1h", parse: Duration.init(typed:))
  static let keep = Flag("keep", help: "star the chosen talks as maybes; konf undo reverts this")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "choose talks without clashes around your stars",
      options: FilterOption.comparing + [FilterOption.exitStatus.definition] + ListLayout.options
        + [FilterOption.with.definition, breaks.definition, keep.definition],
      discussion: [
        .paragraph(
          """
          konf chooses as many of your starred talks as possible without a clash. Then it adds as \
          many maybes as possible, and then talks that share a speaker or a track with a talk that \
          you or a friend in --with starred. Among equally good plans, konf prefers less walking, \
          then earlier starts. Appointments are fixed. Hidden and past talks are left out. After \
          the conference, the plan includes past talks.
          """),
        .paragraph(
          """
          The plan leaves time to walk between locations (see konf help config), but you may have \
          to leave one starred talk early to reach the next. Below a talk, konf shows the reason, \
          the second choice, and the starred talks that this talk displaces.
          """),
      ],
      examples: [
        Example("konf plan --day sat", "the best Saturday"),
        Example("konf plan --with ada --breaks 10m", "also consider Ada's stars, and leave breaks"),
        Example("konf plan --keep", "put the plan on your agenda"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    try AgendaCommand.inputs(of: invocation, environment)
  }

  static func fieldNames(of invocation: Invocation) -> [String] { AgendaRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    let company = try run.company
    let plan = run.plan(with: company, pause: run.invocation[breaks] ?? .zero)
    let view = AgendaView(plan.agenda, selection: run.selection, now: run.now, fills: false)
    if view.entries.isEmpty {
      run.judge(isEmpty: true)
      run.streams.note(
        "nothing to plan; star talks with \(run.invocation.konf(.schedule, "star TARGET"))")
      if run.isData { run.streams.write([AgendaRecord]()) }
      return
    }
    if !plan.isProved {
      run.streams.note("too many talks take place more than once; a better plan may exist")
    }
    if run.invocation[keep] { try keep(plan.additions, &run) }
    run.answer(view.entries, called: "plans", as: AgendaRecord.init) { page in
      page.company = company
      page.title()
      page.agenda(view)
    }
  }

  private static func keep(_ talks: [Entity], _ run: inout Run) throws(Failure) {
    if talks.isEmpty {
      run.streams.note("the whole plan is already on your agenda")
      return
    }
    try run.keep(Star(isMaybe: true), on: talks)
    let count = SafeText.counted(talks.count, "talk", "talks")
    run.streams.note(
      "starred \(count) as maybes; \(run.invocation.konf(.schedule, "undo")) reverts this")
  }
}
