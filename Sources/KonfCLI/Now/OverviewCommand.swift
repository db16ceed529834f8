import CommandLine
import ECSKit
import Marks
import Schedule

/// `konf` without a command: the schedule's name, its current or first day, and commands to try.
enum OverviewCommand: ScheduleCommand {
  static let name = "overview"

  static var definition: CommandDefinition {
    CommandDefinition(name, summary: "the schedule in a few lines")
  }

  private static let limit = 20

  static func fieldNames(of invocation: Invocation) -> [String] { SessionRecord.fieldNames }

  static func answer(_ run: inout Run) {
    let schedule = run.schedule
    // Shows the sessions of the current day, or of the first day if today has none.
    let times = Times(run)
    let first = times.day(of: schedule.timeline.first?[Timing.self])
    let present = times.day(of: Timing(start: run.now, end: nil))
    let today = Self.sessions(on: present, run)
    let day = today.isEmpty ? first : present
    let sessions = today.isEmpty ? Self.sessions(on: first, run) : today
    let outlook = Outlook(run, hintingAt: NowCommand.self)
    let source = Self.line(about: run)
    let invocation = run.invocation
    let proposal = run.isData ? nil : run.proposal?.line(invocation)
    let running = NowCommand.sessions(run)
    let marks = outlook.isOver ? Self.words(forMarksOf: schedule) : nil
    run.answer(sessions, called: "sessions", as: SessionRecord.init) { page in
      page.title()
      page.add(source, hanging: 2)
      if let proposal { page.add(proposal, hanging: 2) }
      page.outlook(outlook, running: running)
      if let marks { return page.retrospect(marks, invocation) }
      let shown = Self.shown(sessions, isToday: !today.isEmpty, at: page.now)
      page.sessions(shown, now: page.now, onlyOn: day)
      page.rest(of: sessions.count, on: day, behind: shown.count, invocation)
      page.blank()
      page.add(commands: [
        (invocation.konf("\(NextCommand.name)"), "the sessions that start soon"),
        (invocation.konf("\(TimelineCommand.name)"), "all days"),
        (invocation.konf("\(SpeakerCommand.name) NAME"), "a person and their talks"),
      ])
    }
  }

  /// Returns the numbers of starred and rated talks and sessions, or nil if both are zero.
  private static func words(forMarksOf schedule: ConferenceSchedule) -> Line? {
    let (starred, rated) = (schedule.starred.count, schedule.ratedInOrder.count)
    return starred + rated == 0 ? nil : "you starred \(starred), rated \(rated)"
  }

  private static func line(about run: Run) -> Line {
    switch run.source {
    case .builtIn:
      "the built-in schedule; save your own with \(run.invocation.konf(.folder, "use FILE"))"
    case .saved: Line(run.source.name)
    default: Line()
    }
  }

  /// Returns the sessions of a day, at most `limit`.
  ///
  /// If today has more sessions, the sessions that are over are omitted first.
  private static func shown(_ sessions: [Entity], isToday: Bool, at now: Instant) -> [Entity] {
    if sessions.count <= limit { return sessions }
    let rest =
      isToday ? sessions.filter { $0[Timing.self].map { now < $0.last } ?? false } : sessions
    return Array(rest.prefix(limit))
  }

  private static func sessions(on day: CivilDate?, _ run: Run) -> [Entity] {
    guard let day else { return [] }
    let change = run.schedule.dayChange(in: run.zone)
    return run.schedule.sessions(takingPlaceIn: [run.zone.day(day, changingAt: change)])
  }
}

extension Page {
  fileprivate mutating func retrospect(_ marks: Line, _ invocation: Invocation) {
    add(marks)
    blank()
    add(commands: [
      (invocation.konf("\(DiaryCommand.name)"), "what you attended and missed"),
      (invocation.konf("\(RatingsCommand.name)"), "your ratings"),
    ])
  }

  /// Adds command lines and `konf help`, each before its meaning.
  ///
  /// If the repeated options make a command too long for a table, all meanings are below their
  /// commands.
  fileprivate mutating func add(commands: [(line: SafeText, meaning: Line)]) {
    let all = commands + [(line: "konf \(HelpCommand.name)", meaning: "other commands")]
    let widest = all.map(\.line.width).max() ?? 0
    if widest + 2 + Table<[[Line]]>.narrowest <= width {
      return add(all.map { [Line($0.line), $0.meaning] }, indent: 0)
    }
    for (line, meaning) in all {
      add(command: line)
      add(meaning, indent: 4)
    }
  }

  /// Adds a command line that wraps only before options, so that each option is next to its value.
  private mutating func add(command: SafeText) {
    let text = command.string
    let ends = text.ranges(of: " --").map(\.lowerBound) + [text.endIndex]
    var (start, indent) = (text.startIndex, 0)
    for (end, next) in zip(ends, ends.dropFirst())
    where indent + command.part(start..<next).width > width {
      add(Line(command.part(start..<end)), indent: indent, hanging: indent + 2)
      (start, indent) = (text.index(after: end), 2)
    }
    add(Line(command.part(start..<text.endIndex)), indent: indent, hanging: indent + 2)
  }

  fileprivate mutating func rest(
    of all: Int, on day: CivilDate?, behind count: Int, _ invocation: Invocation
  ) {
    guard count < all, let day else { return }
    let number: SafeText =
      presentation.isSpoken ? .counted(all, "session", "sessions") : "\(all)"
    let rest: SafeText = count == 0 ? number : "\(all - count) more"
    let timeline = invocation.konf("\(TimelineCommand.name) --day \(day.iso8601)")
    blank()
    add("\("\(rest) on \(day.words): \(timeline)", .dim)", hanging: 2)
  }

  fileprivate mutating func outlook(_ outlook: Outlook, running: [Entity]) {
    let mine = briefs(of: outlook.nextMine, called: "mine", outlook)
    guard outlook.isDuring else {
      add(Line(outlook.whyNothing), hanging: 2)
      add(outlook.hint, hanging: 2)
      add(mine, indent: 0)
      return
    }
    let next = briefs(of: outlook.next, called: "next", outlook)
    add(briefs(of: running, called: "now", outlook) + next + mine, indent: 0)
  }

  private func briefs(of sessions: [Entity], called name: Line, _ outlook: Outlook) -> [[Line]] {
    let limit = 3
    let lines = sessions.prefix(limit).map { session -> Line in
      let headline = headline(of: session, withID: !schedule.talks(in: session).isEmpty)
      let aside = schedule.timing(of: session).flatMap(outlook.aside)
      return aside.map { "\(headline), \($0)" } ?? headline
    }
    let rest = sessions.count - lines.count
    let all = lines + (rest > 0 ? ["and \(rest) more"] : [])
    return all.enumerated().map { row, line in [row == 0 ? name : Line(), line] }
  }
}
