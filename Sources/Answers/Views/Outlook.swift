package import CommandLine
package import ECSKit
import Marks
package import Schedule

/// The moment of an answer in words: the phase of the conference, the time to wait, and a better
/// question.
package struct Outlook {
  private let schedule: ConferenceSchedule
  private let times: Times
  private let now: Instant
  private let phase: ConferenceSchedule.Phase
  private let command: SafeText
  private let selection: Selection

  /// Describes the moment of a run; the hint names a command that answers for another moment.
  package init(_ run: Run, hintingAt command: any Command.Type) {
    schedule = run.schedule
    times = Times(run)
    now = run.now
    phase = run.schedule.phase(at: run.now)
    selection = run.selection
    self.command = "\(command.name)"
  }

  /// Whether the conference has begun and is not over.
  package var isDuring: Bool { phase == .during }

  /// The moment itself, such as "Monday 18 May 2015, 10:30".
  package var moment: SafeText { times.dated(now) }

  /// What starts next, sessions and appointments.
  package var next: [Entity] { withAppointments(schedule.next(after: now, where: isShown)) }

  /// The next thing on the user's own agenda.
  package var nextMine: [Entity] {
    withAppointments(
      schedule.starred.isEmpty
        ? [] : schedule.next(after: now) { isShown($0) && schedule.isStarred($0) })
  }

  /// Sessions that start together with the appointments that do, or the appointments that start earlier.
  private func withAppointments(_ sessions: [Entity]) -> [Entity] {
    let own = schedule.addingAppointments(to: [], in: selection) {
      $0.start.map { now < $0 } ?? false
    }
    guard let first = own.first.flatMap(schedule.timing(of:))?.start else { return sessions }
    if let start = sessions.first?[Timing.self]?.start, start < first { return sessions }
    let isFirst = sessions.first?[Timing.self]?.start != first
    return (isFirst ? [] : sessions) + own.filter { schedule.timing(of: $0)?.start == first }
  }

  /// Whether a session is selected and not a filler.
  package func isShown(_ session: Entity) -> Bool {
    selection.contains(session: session) && !schedule.isFiller(session)
  }

  /// Why nothing comes: the last sessions are running, or the conference is over or unknown.
  package var whyNoNext: SafeText {
    isDuring ? "nothing \(fitting)starts after \(moment)" : whyNothing
  }

  /// Why nothing is running: the countdown before the conference, the closing line after it.
  package var whyNothing: SafeText {
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
      return "\(prose: name) has no session with a known time"
    }
  }

  /// The words after "nothing" if filters were given.
  package var fitting: SafeText { selection.isLimited ? "that matches " : "" }

  /// How to ask about another time, when the conference is over.
  package var hint: Line {
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

  /// The line that stands for a filler, such as "See you tomorrow, until 09:00".
  package func line(ofFiller session: Entity) -> Line {
    let end = session[Timing.self]?.end.map { ", until \(times.clock($0))" } ?? ""
    return "\(prose: schedule.name(of: session), .dim)\(end, .dim)"
  }

  /// How much longer a session lasts, or how long it is until it starts.
  package func aside(_ timing: Timing) -> Line? {
    if let start = timing.start, now < start { return "in \(wait(until: start), .note)" }
    return timing.end.map { "\(wait(until: $0), .note) left" }
  }

  /// How long it is until a moment, rounded up to minutes.
  package func wait(until moment: Instant) -> SafeText {
    "\(Duration.seconds(now.duration(to: moment).minutesRoundedUp * 60).roughWords)"
  }
}

extension Run {
  /// Writes sessions as records that also say how many minutes are left or to go.
  package mutating func writeTimedRecords(of sessions: [Entity]) {
    let context = RecordContext(self)
    let now = now
    streams.write(sessions) {
      TimedSessionRecord(session: SessionRecord($0, context), now: now)
    }
  }
}
