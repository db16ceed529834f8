import CommandLine
import ECSKit
import Marks
import Schedule

/// A summary of a schedule in one line: its title, number of talks, days and zone.
struct ScheduleSummary {
  let title: String?
  let shownTitle: SafeText
  let talkCount: Int
  let sessionCount: Int
  /// The first and the last day, or nil if no time is known.
  let days: ClosedRange<CivilDate>?
  /// The zone of the venue, or nil if it is unknown.
  let zone: String?
  let phase: ConferenceSchedule.Phase
  let now: Instant
  private let shownZone: String
  private let glyphs: Glyphs

  init(_ run: Run) {
    let schedule = run.schedule
    let times = Times(run)
    title = schedule.title
    shownTitle = schedule.title.map { "\(prose: $0)" } ?? run.source.shortName
    talkCount = schedule.talks.count
    sessionCount = schedule.sessions.count
    let days = schedule.sessions.compactMap { times.day(of: $0[Timing.self]) }
    self.days = days.min().flatMap { first in days.max().map { first...$0 } }
    zone = schedule.zone.isFloating ? nil : schedule.zone.name
    shownZone =
      run.zone.isFloating ? "zone unknown" : run.presentation.shown(zone: run.zone.name)
    phase = schedule.phase(at: run.now)
    now = run.now
    glyphs = run.presentation.glyphs
  }

  /// Creates the summary of a source, without printing notes.
  ///
  /// - Throws: `Failure` if the source cannot be read.
  init(
    _ source: ScheduleSource, _ invocation: Invocation, _ environment: RunEnvironment,
    _ presentation: Presentation, _ log: RunLog
  ) throws(Failure) {
    var streams = OutputStreams(presentation)
    let inputs = RunInputs(source: source, ratings: .unread)
    let run = try Run(invocation, inputs, environment, &streams, log: log)
    self.init(run)
  }

  /// The line, such as "FOSDEM 2025 · 943 talks · 1–2 February 2025, Europe/Brussels".
  ///
  /// The title is omitted if the schedule has none.
  var line: Line {
    let count: SafeText =
      talkCount > 0
      ? "\(talkCount) talk\(talkCount == 1 ? "" : "s")"
      : "\(sessionCount) session\(sessionCount == 1 ? "" : "s")"
    let dates = days.map { "\($0.words(dash: glyphs.dash)), " } ?? ""
    // Without a title, the saved name before the line identifies the schedule.
    let title: Line = title == nil ? Line() : "\(shownTitle, .strong) \(glyphs.dot) "
    return "\(title)\(count) \(glyphs.dot) \(dates)\(shownZone)"
  }
}

extension ClosedRange<CivilDate> {
  /// Returns the days in words, such as "1–2 February 2025" or "31 January–2 February 2025".
  func words(dash: SafeText) -> String {
    let last = "\(upperBound.day) \(upperBound.monthName) \(upperBound.year)"
    if lowerBound == upperBound { return last }
    var first = "\(lowerBound.day)"
    if lowerBound.month != upperBound.month || lowerBound.year != upperBound.year {
      first += " \(lowerBound.monthName)"
    }
    if lowerBound.year != upperBound.year { first += " \(lowerBound.year)" }
    return "\(first)\(dash)\(last)"
  }
}
