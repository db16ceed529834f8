import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

/// `konf next`: the sessions that start soon at all locations or, if none start soon, the next
/// sessions.
enum NextCommand: ScheduleCommand {
  static let name = "next"

  static let within = Option<Duration>(
    "in", "SPAN", help: "look this far ahead, such as 90m, 2h or 1d; default: 60m",
    accepting: "a length of time such as 90m, 2h, 1h30m or 1d", parse: Duration.init(typed:))

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "the sessions that start soon, with minutes until then",
      options: [within.definition] + FilterOption.all + ListLayout.options,
      discussion: [
        .paragraph(
          """
          If nothing starts within SPAN, konf shows the sessions that start next. With --json, the \
          array is empty instead.
          """),
        .paragraph(
          """
          --mine with --oneline prints one line for a status bar: the next item on your agenda, \
          if it starts within SPAN or if you must start walking to it within SPAN. If no such item \
          exists, the answer is empty. With --exit-status, konf then exits with status 1.
          """),
      ],
      examples: [
        Example("konf next", "the sessions of the next hour, at all locations"),
        Example("konf next --mine --oneline", "one line for a status bar"),
        Example("konf next --in 2h30m --at 2015-05-18T09:00", "look ahead from another time"),
      ])
  }

  static func inputs(of invocation: Invocation, _ environment: RunEnvironment) -> RunInputs {
    RunInputs(forTimes: invocation, environment)
  }

  static func fieldNames(of invocation: Invocation) -> [String] { TimedSessionRecord.fieldNames }

  static func answer(_ run: inout Run) {
    let span = run.invocation[within] ?? .seconds(3600)
    let schedule = run.schedule
    let outlook = Outlook(run, hintingAt: NextCommand.self)
    let walks = run.walks
    let soon = run.mineFirst(starting(within: span, walks, outlook, run))
    let shown = soon.isEmpty ? run.mineFirst(outlook.next) : soon
    run.judge(isEmpty: soon.isEmpty)
    let length = Times(run).words(span)
    let remark = soon.isEmpty ? remark(outlook, isLast: shown.isEmpty, length) : nil
    if run.isData {
      // A page also shows later sessions, but records contain only the requested sessions.
      if let remark {
        let first = shown.first.flatMap(schedule.timing(of:))?.start
        let later = first.map { "; the next start is on \(Times(run).dated($0))" } ?? ""
        run.streams.note("\(remark)\(later)")
      }
      run.writeTimedRecords(of: soon)
      return
    }
    if run.invocation[FilterOption.mine], run.invocation[ListLayout.oneLine] {
      if let first = soon.first {
        run.streams.write(Page(run).status(of: first, walks[first], aside: outlook.aside))
      }
      return
    }
    var page = Page(run)
    page.walks = walks
    page.title()
    page.add(remark.map { Line($0) } ?? Line(outlook.moment, .dim))
    page.add(outlook.hint)
    // If several sessions start at the same time, only the first one shows the waiting time.
    var start: Instant?
    page.sessions(shown, now: nil, since: remark == nil ? run.now : nil, once: true) { timing in
      defer { start = timing.start }
      return timing.start == start ? nil : outlook.aside(timing)
    }
    run.streams.write(page.text)
  }

  /// Returns the sessions and appointments that start soon, and those for which the user must leave
  /// soon.
  private static func starting(
    within span: Duration, _ walks: [Entity: Agenda.Walk], _ outlook: Outlook, _ run: Run
  ) -> [Entity] {
    let schedule = run.schedule
    let after = run.now.advanced(by: .seconds(1))
    let end = max(after, after.advanced(by: span))
    let leaving = walks.filter { $0.value.leave < end }
    let latest = leaving.keys.compactMap { schedule.timing(of: $0)?.start }.max()
    let range = after..<max(end, latest?.advanced(by: .seconds(1)) ?? end)
    let sessions = schedule.sessions(startingIn: range).filter(outlook.isShown)
    let all = schedule.addingAppointments(to: sessions, in: run.selection) {
      $0.start.map(range.contains) ?? false
    }
    return all.filter { entity in
      leaving[entity] != nil || schedule.timing(of: entity)?.start.map { $0 < end } ?? false
    }
  }

  private static func remark(_ outlook: Outlook, isLast: Bool, _ span: String) -> SafeText {
    if isLast { return outlook.whyNoNext }
    return outlook.isDuring
      ? "nothing \(outlook.fitting)starts within \(span)" : outlook.whyNothing
  }
}

extension Page {
  /// Returns a line for a status bar: the start, the time until then, the location and the title.
  ///
  /// The line is truncated to the width.
  fileprivate func status(
    of session: Entity, _ walk: Agenda.Walk?, aside: (Timing) -> Line?
  ) -> Line {
    let timing = schedule.timing(of: session)
    let start = timing?.start.map { Line("\(times.clock($0))", .time) } ?? Line()
    let wait = timing.flatMap(aside) ?? Line()
    let talks = schedule.talks(in: session)
    let mine = talks.filter { schedule.star(of: $0) != nil }
    let title = title(of: mine.count == 1 ? mine[0] : session)
    let leave = walk.map { Line(moment(of: $0), .note) } ?? Line()
    let location = Line(locationNames(of: session, upTo: 1))
    let parts = [wait, leave, location, title].filter { !$0.isEmpty }
    let line = parts.dropFirst().reduce(parts.first ?? Line()) { "\($0) \(dot) \($1)" }
    return (start.isEmpty ? line : "\(start) \(line)")
      .truncated(to: width, ellipsis: presentation.glyphs.ellipsis)
  }
}
