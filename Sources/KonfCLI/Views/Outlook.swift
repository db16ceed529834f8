import ECSKit
import Schedule

/// The moment of an answer in words: what it is, how long to wait, and what to ask instead.
struct Outlook {
  private let programme: Programme
  private let times: Times
  private let now: Instant
  private let phase: Programme.Phase
  private let command: SafeText
  private let selection: Selection

  /// Describes the moment of a run; the hint names a command that answers for another moment.
  init(_ run: Run, hintingAt command: any Command.Type) {
    programme = run.programme
    times = Times(run)
    now = run.now
    phase = run.programme.phase(at: run.now)
    selection = run.selection
    self.command = "\(command.name)"
  }

  /// Whether the conference has begun and is not over.
  var isDuring: Bool { phase == .during }

  /// The moment itself, such as "Monday 18 May 2015, 10:30".
  var moment: SafeText { times.dated(now) }

  /// What starts next.
  var next: [Entity] {
    programme.next(after: now, where: isShown)
  }

  /// Whether a slot is asked for and more than a filler.
  func isShown(_ slot: Entity) -> Bool {
    selection.contains(slot: slot) && !programme.isFiller(slot)
  }

  /// Why nothing comes: the last things are running, or what there is instead of a conference.
  var whyNoNext: SafeText {
    isDuring ? "nothing \(fitting)starts after \(moment)" : whyNothing
  }

  /// Why nothing is running: the countdown before the conference, the closing line after it.
  var whyNothing: SafeText {
    let name = programme.title ?? "the conference"
    switch phase {
    case .before(let opening):
      return "\(name) begins in \(wait(until: opening)), on \(times.dated(opening))"
    case .during:
      return "nothing \(fitting)is running on \(moment)"
    case .after(let closing):
      let since = closing.duration(to: now)
      let ago = since < .seconds(60) ? "just now" : "\(since.roughWords) ago"
      return "\(name) is over; it ended on \(times.dated(closing)), \(ago)"
    case .unknown:
      return "\(name) has no session whose time is known"
    }
  }

  /// What is said of nothing if not all was asked for.
  var fitting: SafeText { selection.isLimited ? "that matches " : "" }

  /// How to ask about another time, when the conference is over.
  var hint: Line {
    guard case .after = phase, let start = programme.opening?[Timing.self]?.start else {
      return Line()
    }
    let first = programme.talksInOrder.first.flatMap { programme.slot(of: $0)?[Timing.self]?.start }
    let written = times.zone.civil(at: first ?? start)
    return
      "to ask about another time: konf \(command) --at \(written.date.iso8601)T\(written.time.clock)"
  }

  /// What stands in for a programme, such as "See you tomorrow, until 09:00".
  func line(ofFiller slot: Entity) -> Line {
    let end = slot[Timing.self]?.end.map { ", until \(times.clock($0))" } ?? ""
    return "\("\(programme.name(of: slot))\(end)", .dim)"
  }

  /// How long a slot goes on, or how long it is until it starts.
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
  mutating func writeTimedRecords(of slots: [Entity]) {
    let context = RecordContext(self)
    let now = now
    streams.write(each: slots) {
      TimedSessionRecord(session: SessionRecord($0, context), now: now).json
    }
  }
}
