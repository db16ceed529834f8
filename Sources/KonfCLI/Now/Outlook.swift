import CommandLine
import ECSKit
import Marks
import Schedule

/// The situation at the current time, or at the time set by `--at`.
///
/// It consists of the phase of the conference, waiting times and a hint.
struct Outlook {
  private let schedule: ConferenceSchedule
  private let times: Times
  private let now: Instant
  private let command: SafeText
  private let invocation: Invocation
  private let selection: Selection

  /// Creates the situation of a run.
  ///
  /// The hint suggests the given command with another time.
  init(_ run: Run, hintingAt command: any Command.Type) {
    schedule = run.schedule
    times = Times(run)
    now = run.now
    selection = run.selection
    self.command = "\(command.name)"
    invocation = run.invocation
  }

  // Computed only when needed: usually a session is running, and then the phase does not matter.
  private var phase: ConferenceSchedule.Phase { schedule.phase(at: now) }

  var isDuring: Bool { phase == .during }

  var isOver: Bool { if case .after = phase { true } else { false } }

  /// The time of the output, such as "Monday 18 May 2015, 10:30".
  var moment: SafeText { times.dated(now) }

  var next: [Entity] { withAppointments(schedule.next(after: now, where: isShown)) }

  /// The next sessions and appointments on the user's agenda.
  var nextMine: [Entity] {
    withAppointments(
      schedule.starred.isEmpty
        ? [] : schedule.next(after: now) { isShown($0) && schedule.isStarred($0) })
  }

  /// Returns the next sessions, together with the appointments that start at the same time.
  ///
  /// If an appointment starts before the next sessions, the result contains only the earliest
  /// appointments.
  private func withAppointments(_ sessions: [Entity]) -> [Entity] {
    let own = schedule.addingAppointments(to: [], in: selection) {
      $0.start.map { now < $0 } ?? false
    }
    guard let first = own.first.flatMap(schedule.timing(of:))?.start else { return sessions }
    if let start = sessions.first?[Timing.self]?.start, start < first { return sessions }
    let isFirst = sessions.first?[Timing.self]?.start != first
    return (isFirst ? [] : sessions) + own.filter { schedule.timing(of: $0)?.start == first }
  }

  /// Returns true if a session matches the filters and is not just a gap between two days.
  func isShown(_ session: Entity) -> Bool {
    selection.contains(session: session) && !schedule.isFiller(session)
  }

  /// The reason why no further session follows.
  ///
  /// Either the last sessions are running, or the conference is over, or its time is unknown.
  var whyNoNext: SafeText {
    isDuring ? "nothing \(fitting)starts after \(moment)" : whyNothing
  }

  /// The reason why no session is running.
  ///
  /// Either the conference has not begun, or it is over, or its time is unknown.
  var whyNothing: SafeText {
    let name = schedule.title ?? "the conference"
    switch phase {
    case .before(let opening):
      return "\(prose: name) begins in \(wait(until: opening)), on \(times.dated(opening))"
    case .during:
      return "nothing \(fitting)is running on \(moment)"
    case .after(let closing):
      let since = closing.duration(to: now)
      let ago = since < .seconds(60) ? "just now" : "\(times.roughWords(since)) ago"
      return "\(prose: name) is over; it ended on \(times.dated(closing)), \(ago)"
    case .unknown:
      return "\(prose: name) has no session with a known time"
    }
  }

  /// The phrase to insert after "nothing"; empty unless filters are set.
  var fitting: SafeText { selection.isLimited ? "that matches the filters " : "" }

  /// A hint to run the command for another time; empty unless the conference is over.
  var hint: Line {
    guard isOver, let opening = schedule.opening else { return Line() }
    // The talks are sorted only if the first session has no talks, as in the case of a
    // registration.
    let first =
      schedule.talks(in: opening).isEmpty
      ? schedule.talksInOrder.first.flatMap(schedule.session(of:)) : opening
    guard let start = first?[Timing.self]?.start ?? opening[Timing.self]?.start else {
      return Line()
    }
    let time = times.zone.typed(start)
    return "to ask about another time: \(invocation.konf("\(command) --at \(time)"))"
  }

  /// Returns the line for a gap between two days, such as "See you tomorrow, until 09:00".
  func line(ofFiller session: Entity) -> Line {
    let end = session[Timing.self]?.end.map { ", until \(times.clock($0))" } ?? ""
    return "\(prose: schedule.name(of: session), .dim)\(end, .dim)"
  }

  /// Returns the time left in a running session, or the time until a session starts.
  func aside(_ timing: Timing) -> Line? {
    if let start = timing.start, now < start { return "in \(wait(until: start), .note)" }
    return timing.end.map { "\(wait(until: $0), .note) left" }
  }

  /// Returns the time until a moment, rounded up to minutes.
  func wait(until moment: Instant) -> SafeText {
    "\(times.roughWords(.seconds(now.duration(to: moment).minutesRoundedUp * 60)))"
  }
}

extension Run {
  mutating func writeTimedRecords(of sessions: [Entity]) {
    let context = RecordContext(self)
    let now = now
    streams.write(sessions) {
      TimedSessionRecord(session: SessionRecord($0, context), now: now)
    }
  }
}
