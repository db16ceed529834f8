import ECSKit
import Schedule

/// `konf` alone: what is loaded, the day that matters, and what to try next.
enum OverviewCommand: ScheduleCommand {
  static let name = "overview"

  static var definition: CommandDefinition {
    CommandDefinition(name, summary: "the schedule in a few lines")
  }

  /// How many sessions of a day are shown, so that the answer is short.
  private static let limit = 20

  static func answer(_ run: inout Run) {
    let programme = run.programme
    // Today's sessions if there are any, else those of the first day.
    let first = programme.timeline.first?[Timing.self]?.listed
    let today = Self.slots(on: run.now, run)
    let slots = today.isEmpty ? first.map { Self.slots(on: $0, run) } ?? [] : today
    let outlook = Outlook(run, hintingAt: NowCommand.self)
    let isBuiltIn = run.source == .builtIn
    run.answer(slots, called: "sessions", as: SessionRecord.init) { page in
      page.title()
      if isBuiltIn {
        page.add("the schedule that comes with konf; --data FILE reads another", indent: 0)
      }
      page.outlook(outlook, running: programme.running(at: page.now))
      let shown = Self.shown(slots, isToday: !today.isEmpty, at: page.now)
      page.slots(shown, now: page.now)
      page.rest(of: slots, behind: shown.count)
      page.blank()
      page.add(
        [
          ["konf \(NextCommand.name)", "what starts soon"],
          ["konf \(TimelineCommand.name)", "all days"],
          ["konf \(SpeakerCommand.name) NAME", "a person and their talks"],
          ["konf \(HelpCommand.name)", "everything else"],
        ], indent: 0)
    }
  }

  /// Returns the first of many sessions of a day; of today's, those that are not over.
  private static func shown(_ slots: [Entity], isToday: Bool, at now: Instant) -> [Entity] {
    if slots.count <= limit { return slots }
    let rest = isToday ? slots.filter { $0[Timing.self].map { now < $0.last } ?? false } : slots
    return Array(rest.prefix(limit))
  }

  /// The slots listed under the day of a moment.
  private static func slots(on moment: Instant, _ run: Run) -> [Entity] {
    let change = run.programme.dayChange(in: run.zone)
    let date = run.zone.day(at: moment, changingAt: change)
    return run.programme.slots(listedIn: run.zone.day(date, changingAt: change))
  }
}

extension Page {
  /// How many slots of a day are not shown, and where they are.
  fileprivate mutating func rest(of slots: [Entity], behind count: Int) {
    guard count < slots.count, let day = times.day(of: slots[0][Timing.self]) else { return }
    let rest: SafeText = count == 0 ? "\(slots.count)" : "\(slots.count - count) more"
    blank()
    add(
      "\("\(rest) on \(day.words): konf \(TimelineCommand.name) --day \(day.iso8601)", .dim)",
      hanging: 2)
  }

  /// What is running and what comes next, in a few lines.
  fileprivate mutating func outlook(_ outlook: Outlook, running: [Entity]) {
    guard outlook.isDuring else {
      add(Line(outlook.whyNothing), hanging: 2)
      add(outlook.hint, hanging: 2)
      return
    }
    let shown = running.filter(outlook.isShown)
    add(
      briefs(of: shown, called: "now", outlook) + briefs(of: outlook.next, called: "next", outlook),
      indent: 0)
  }

  /// A line for each of a few slots; of many only how many they are.
  private func briefs(of slots: [Entity], called name: Line, _ outlook: Outlook) -> [[Line]] {
    let limit = 3
    let lines = slots.prefix(limit).map { slot -> Line in
      let headline = headline(of: slot, withID: !programme.talks(in: slot).isEmpty)
      let aside = slot[Timing.self].flatMap(outlook.aside)
      return aside.map { "\(headline), \($0)" } ?? headline
    }
    let rest = slots.count - lines.count
    let all = lines + (rest > 0 ? ["and \(rest) more"] : [])
    return all.enumerated().map { row, line in [row == 0 ? name : Line(), line] }
  }
}
