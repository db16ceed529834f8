import ECSKit
import Schedule
import TextBasics

/// `konf next`: what starts soon, at all locations, or else what starts first.
enum NextCommand: ScheduleCommand {
  static let name = "next"

  /// How far ahead to look.
  static let within = Option<Duration>(
    "in", "SPAN", help: "look so far ahead, such as 90m, 2h or 1d; 60m, if not given",
    accepting: "a length of time such as 90m, 2h, 1h30m or 1d", parse: Duration.init(typed:))

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "what starts soon, and in how many minutes",
      options: [within.definition] + FilterOption.all + ListLayout.options,
      discussion: [
        .paragraph(
          """
          If nothing starts so soon, konf shows what starts first; with --json the answer is then \
          empty.
          """)
      ],
      examples: [
        Example("konf next", "the next hour at all locations"),
        Example("konf next --in 2h30m --at 2015-05-18T09:00", "from another moment on"),
      ])
  }

  static func inputs(of invocation: Invocation, _ environment: RunEnvironment) -> RunInputs {
    RunInputs(forTimes: invocation, environment)
  }

  static func fieldNames(of invocation: Invocation) -> [String] { TimedSessionRecord.fieldNames }

  static func answer(_ run: inout Run) {
    let span = run.invocation[within] ?? .seconds(3600)
    let schedule = run.schedule
    let after = run.now.advanced(by: .seconds(1))
    let outlook = Outlook(run, hintingAt: NextCommand.self)
    let starting = schedule.sessions(startingIn: after..<max(after, after.advanced(by: span)))
    let soon = run.mineFirst(starting.filter(outlook.isShown))
    let shown = soon.isEmpty ? run.mineFirst(outlook.next) : soon
    run.judge(isEmpty: soon.isEmpty)
    let remark = soon.isEmpty ? remark(outlook, isLast: shown.isEmpty, span) : nil
    if run.isData {
      // People are glad to read what comes later; a program gets what it asked for.
      if let remark {
        let first = shown.first?[Timing.self]?.start
        let later = first.map { "; the next start is on \(Times(run).dated($0))" } ?? ""
        run.streams.note("\(remark)\(later)")
      }
      run.writeTimedRecords(of: soon)
      return
    }
    var page = Page(run)
    page.title()
    page.add(remark.map { Line($0) } ?? Line(outlook.moment, .dim))
    page.add(outlook.hint)
    page.sessions(shown, now: nil, aside: outlook.aside)
    run.streams.write(page.text)
  }

  /// What there is to say if nothing starts within the time asked for.
  private static func remark(_ outlook: Outlook, isLast: Bool, _ span: Duration) -> SafeText {
    if isLast { return outlook.whyNoNext }
    return outlook.isDuring
      ? "nothing \(outlook.fitting)starts within \(span.words)" : outlook.whyNothing
  }
}
