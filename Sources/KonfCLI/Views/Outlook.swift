import ECSKit
import Schedule

/// The moment of an answer in words: what it is, how long to wait, and what to ask instead.
struct Outlook {
  private let schedule: ConferenceSchedule
  private let times: Times
  private let now: Instant
  private let phase: ConferenceSchedule.Phase
  private let command: SafeText
  private let selection: Selection

  /// Describes the moment of a run; the hint names a command that answers for another moment.
  init(_ run: Run, hintingAt command: any Command.Type) {
    schedule = run.schedule
    times = Times(run)
    now = run.now
    phase = run.schedule.phase(at: run.now)
    selection = run.selection
    self.command = "\(command.name)"
  }

  /// Whether the conference has begun and is not over.
  var isDuring: Bool { phase == .during }

  /// The moment itself, such as "Monday 18 May 2015, 10:30".
  var moment: SafeText { times.dated(now) }

  /// What starts next.
  var next: [Entity] {
    schedule.next(after: now, where: isShown)
  }

  /// What starts next of what is starred.
  var nextMine: [Entity] {
    if schedule.starred.isEmpty { return [] }
    return schedule.next(after: now) { isShown($0) && schedule.isStarred($0) }
  }

  /// Whether a session is asked for and more than a filler.
  func isShown(_ session: Entity) -> Bool {
    selection.contains(session: session) && !schedule.isFiller(session)
  }

  /// Why nothing comes: the last things are running, or what there is instead of a conference.
  var whyNoNext: SafeText {
    isDuring ? "nothing \(fitting)starts after \(moment)" : whyNothing
  }

  /// Why nothing is running: the countdown before the conference, the closing line after it.
  var whyNothing: SafeText {
    let name = schedule.title ?? "the conference"
    switch phase {
    case .before(let opening):
      return "\(prose: name) begins in \(wait(until: opening)), on \(times.dated(opening))"
    case .during:
      return "nothing \(fitting)is running on \(moment)"
    case .after(let closing):
      let since = closing.duration(to: now)
      let ago = since < .seconds(60) ? "just now" : "\(since.roughWords) ago"
      return "\(prose: name) is over; it ended on \(times.dated(closing)), \(ago)"
    case .unknown:
      return "\(prose: name) has no session whose time is known"
    }
  }

  /// What is said of nothing if not all was asked for.
  var fitting: SafeText { selection.isLimited ? "that matches " : "" }

  /// How to ask about another time, when the conference is over.
  var hint: Line {
    guard case .after = phase, let start = schedule.opening?[Timing.self]?.start else {
      return Line()
    }
    let first = schedule.talksInOrder.first.flatMap {
      schedule.session(of: $0)?[Timing.self]?.start
    }
    let written = times.zone.civil(at: first ?? start)
    return
      "to ask about another time: konf \(command) --at \(written.date.iso8601)T\(written.time.clock)"
  }

  /// What stands in for a schedule, such as "See you tomorrow, until 09:00".
  func line(ofFiller session: Entity) -> Line {
    let end = session[Timing.self]?.end.map { ", until \(times.clock($0))" } ?? ""
    return "\(prose: schedule.name(of: session), .dim)\(end, .dim)"
  }

  /// How long a session goes on, or how long it is until it starts.
  func aside(_ timing: Timing) -> Line? {
    if let start = timing.start, now < start { return "in \(wait(until: start), .note)" }
    return timing.end.map { "\(wait(until: $0), .note) left" }
  }

  /// How long it is until a moment, of which the last minute counts even if it is not full.
  func wait(until moment: Instant) -> SafeText {
    "\(Duration.seconds(now.duration(to: moment).minutesRoundedUp * 60).roughWords)"
  }
}

extension Run {
  /// Writes sessions as records that also say how many minutes are left or to go.
  mutating func writeTimedRecords(of sessions: [Entity]) {
    let context = RecordContext(self)
    let now = now
    streams.write(sessions) {
      TimedSessionRecord(session: SessionRecord($0, context), now: now)
    }
  }
}
