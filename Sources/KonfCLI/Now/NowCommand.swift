import CommandLine
import ECSKit
import Marks
import Schedule

enum NowCommand: ScheduleCommand {
  static let name = "now"

  static let watching = Flag(
    "watch", help: "keep running, and update the output when something changes; q quits")

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "the sessions that are running, with the minutes left",
      options: [watching.definition] + FilterOption.all + ListLayout.options
        + [FilterOption.with.definition],
      conflicts: OptionConflict.between(
        watching.definition, [CommonOption.json, CommonOption.tsv].map(\.definition)),
      discussion: [
        .paragraph(
          """
          Before the conference and between its days, konf shows the next sessions and the time \
          until they start. After the conference, it says that the conference is over. Use --at \
          TIME for another time; --at 18:00 means today at 18:00.
          """),
        .paragraph(
          """
          With --watch, konf shows the sessions until you press q. It updates the list every \
          minute, and whenever another konf process changes a mark or you save a newer version of \
          the schedule. In a pipe or with --plain, it prints a line for each talk that starts or \
          changes. With --jsonl, it prints an object for each session that starts or changes. konf \
          makes no network calls.
          """),
      ],
      examples: [
        Example("konf now", "the running sessions at all locations"),
        Example("konf now --watch --mine", "your sessions, until you press q"),
        Example("konf now --at 2015-05-18T11:00", "the sessions running at that time"),
      ])
  }

  static func inputs(
    of invocation: Invocation, _ environment: RunEnvironment
  ) throws(Failure) -> RunInputs {
    let inputs = RunInputs(forTimes: invocation, environment)
    if !invocation[watching] { return inputs }
    if inputs.source == .standardInput {
      throw Failure(
        .usage,
        """
        now: --watch cannot read standard input twice; save the schedule with \
        \(invocation.konf(.folder, "use -"))
        """)
    }
    if !appends(invocation, environment) { try environment.browserTerminal?.prepare() }
    return inputs
  }

  static func fieldNames(of invocation: Invocation) -> [String] { TimedSessionRecord.fieldNames }

  static func answer(_ run: inout Run) throws(Failure) {
    if run.invocation[watching] { return try watch(&run) }
    let shown = sessions(run)
    run.judge(isEmpty: shown.isEmpty)
    if run.isData {
      if shown.isEmpty {
        run.streams.note(Outlook(run, hintingAt: NowCommand.self).whyNothing)
      }
      run.writeTimedRecords(of: shown)
    } else {
      run.streams.write(try page(of: shown, run).text)
    }
  }

  /// Returns the running sessions and appointments, with items on the user's agenda first.
  static func sessions(_ run: Run) -> [Entity] {
    let outlook = Outlook(run, hintingAt: NowCommand.self)
    let (now, zone) = (run.now, run.schedule.zone)
    let running = run.schedule.running(at: now).filter(outlook.isShown)
    return run.mineFirst(
      run.schedule.addingAppointments(to: running, in: run.selection) {
        $0.isRunning(at: now, in: zone)
      })
  }

  /// Returns the page of the running sessions or, if none is running, of the next sessions.
  static func page(
    of shown: [Entity], _ run: Run, keepsLines: Bool = false
  ) throws(Failure) -> Page {
    let outlook = Outlook(run, hintingAt: NowCommand.self)
    var page = Page(run, keepsLines: keepsLines)
    page.company = try run.company
    page.title()
    if shown.isEmpty {
      let schedule = run.schedule
      page.add(Line(outlook.whyNothing))
      for filler in schedule.running(at: run.now).filter(schedule.isFiller) {
        page.add(outlook.line(ofFiller: filler))
      }
      page.add(outlook.hint)
      page.sessions(outlook.next, now: nil, once: true, aside: outlook.aside)
    } else {
      page.add("\(outlook.moment, .dim)")
      page.sessions(shown, now: nil, since: run.now, aside: outlook.aside)
    }
    return page
  }
}
