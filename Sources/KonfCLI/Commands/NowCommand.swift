import Answers
import CommandLine
import ECSKit
import Schedule

/// `konf now`: the running sessions at all locations.
enum NowCommand: ScheduleCommand {
  static let name = "now"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "the sessions that are running, with the minutes left",
      options: FilterOption.all + ListLayout.options + [FilterOption.with.definition],
      discussion: [
        .paragraph(
          """
          Before the conference and between its days, konf shows the next sessions and the time \
          until they start. After the conference, it says that the conference is over. Use --at \
          TIME for another time; --at 18:00 means today at 18:00.
          """)
      ],
      examples: [
        Example("konf now", "the running sessions at all locations"),
        Example("konf now --at 2015-05-18T11:00", "the sessions running at that time"),
      ])
  }

  static func inputs(of invocation: Invocation, _ environment: RunEnvironment) -> RunInputs {
    RunInputs(forTimes: invocation, environment)
  }

  static func fieldNames(of invocation: Invocation) -> [String] { TimedSessionRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    let company = try run.company
    let schedule = run.schedule
    let now = run.now
    let running = schedule.running(at: now)
    let outlook = Outlook(run, hintingAt: NowCommand.self)
    let zone = schedule.zone
    let shown = run.mineFirst(
      schedule.addingAppointments(to: running.filter(outlook.isShown), in: run.selection) {
        $0.isRunning(at: now, in: zone)
      })
    run.judge(isEmpty: shown.isEmpty)
    if run.isData {
      if shown.isEmpty { run.streams.note(outlook.whyNothing) }
      run.writeTimedRecords(of: shown)
      return
    }
    var page = Page(run)
    page.company = company
    page.title()
    if shown.isEmpty {
      page.add(Line(outlook.whyNothing))
      for filler in running.filter(schedule.isFiller) { page.add(outlook.line(ofFiller: filler)) }
      page.add(outlook.hint)
      page.sessions(outlook.next, now: nil, once: true, aside: outlook.aside)
    } else {
      page.add("\(outlook.moment, .dim)")
      page.sessions(shown, now: nil, since: now, aside: outlook.aside)
    }
    run.streams.write(page.text)
  }
}
