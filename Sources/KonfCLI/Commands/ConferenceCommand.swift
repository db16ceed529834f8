import CommandLine
import ECSKit
import Schedule

/// `konf conference`: the name, time, location and size of the conference.
enum ConferenceCommand: ScheduleCommand {
  static let name = "conference"

  static var definition: CommandDefinition {
    CommandDefinition(
      name, summary: "the conference as a whole",
      examples: [
        Example("konf conference", "days, zone, web page and numbers"),
        Example("konf conference --json=title,days", "the days for a script"),
      ])
  }

  static func inputs(of invocation: Invocation, _ environment: RunEnvironment) -> RunInputs {
    RunInputs(forListing: invocation, environment)
  }

  static func fieldNames(of invocation: Invocation) -> [String] { ConferenceRecord.fieldNames }

  static func answer(_ run: inout Run) {
    let record = ConferenceRecord(run)
    if run.isData { return run.streams.write([record]) }
    var page = Page(run)
    page.title()
    page.blank()
    let rows = record.rows(run) { page.linking($0) }
    page.add(rows, indent: 0)
    run.streams.write(page.text)
  }
}

/// The conference as a whole.
struct ConferenceRecord: Record {
  private let schedule: ConferenceSchedule
  private let days: [CivilDate]
  private let context: RecordContext

  init(_ run: Run) {
    schedule = run.schedule
    days = run.schedule.days(in: run.zone)
    context = RecordContext(run)
  }

  private var timings: [Timing] { schedule.sessions.compactMap { $0[Timing.self] } }
  private var page: String? { schedule.context[ConferencePage.self]?.link }
  private var acronym: String? { schedule.context[Acronym.self]?.text }
  private var version: String? { schedule.context[ScheduleVersion.self]?.text }
  /// When a day gives way to the next, unless that is midnight.
  private var dayChange: String? {
    let change = schedule.dayChange(in: schedule.zone)
    return change == .midnight ? nil : change.clock
  }
  private var locationCount: Int { schedule.locations(in: .all).count }
  private var speakerCount: Int { schedule.speakers(in: .all).count }
  private var trackCount: Int { schedule.trackNames.count }

  /// The facts that a page has of it, with their names.
  func rows(_ run: Run, linking: (SafeText) -> Line) -> [[Line]] {
    let numbers: [(Int, SafeText, SafeText)] = [
      (schedule.sessions.count, "session", "sessions"), (schedule.talks.count, "talk", "talks"),
      (speakerCount, "speaker", "speakers"), (locationCount, "location", "locations"),
      (trackCount, "track", "tracks"),
    ]
    let counts = numbers.filter { $0.0 > 0 }.map { Run.counted($0.0, $0.1, $0.2).string }
    let dates = ScheduleSummary(run).days?.words(dash: run.presentation.glyphs.dash)
    let facts: [(SafeText, SafeText?)] = [
      ("days", dates.map { "\($0)" }), ("in short", acronym.map { "\($0)" }),
      ("web page", page.map { "\($0)" }), ("version", version.map { "\($0)" }),
      ("size", "\(counts.joined(separator: ", "))"),
      ("schedule", run.source.name),
    ]
    return facts.compactMap { name, fact in fact.map { [Line(name, .dim), linking($0)] } }
  }

  static let fields: [Field<ConferenceRecord>] = [
    Field("title") { .string(orNull: $0.schedule.title) },
    Field("acronym") { .string(orNull: $0.acronym) },
    Field("url") { .string(orNull: $0.page) },
    Field("version") { .string(orNull: $0.version) },
    Field("zone") { .string(orNull: $0.schedule.zone.isFloating ? nil : $0.schedule.zone.name) },
    Field("dayChange") { .string(orNull: $0.dayChange) },
    Field("days") { .array($0.days.map { .string($0.iso8601) }) },
    Field("start") { $0.context.time($0.timings.compactMap(\.start).min()) },
    Field("end") { $0.context.time($0.timings.compactMap(\.end).max()) },
    Field("sessionCount") { .integer($0.schedule.sessions.count) },
    Field("talkCount") { .integer($0.schedule.talks.count) },
    Field("speakerCount") { .integer($0.speakerCount) },
    Field("locationCount") { .integer($0.locationCount) },
    Field("trackCount") { .integer($0.trackCount) },
  ]
}
