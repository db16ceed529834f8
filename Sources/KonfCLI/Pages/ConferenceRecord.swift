import CommandLine
import ECSKit
import Marks
import Schedule

/// The conference, for `konf conference` and exports.
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
  /// The time of day when one day ends and the next day begins, or nil for midnight.
  private var dayChange: String? {
    let change = schedule.dayChange(in: schedule.zone)
    return change == .midnight ? nil : change.clock
  }
  private var locationCount: Int { schedule.locations(in: .all).count }
  private var speakerCount: Int { schedule.speakers(in: .all).count }
  private var trackCount: Int { schedule.trackNames.count }

  func rows(_ run: Run, linking: (SafeText) -> Line) -> [[Line]] {
    let numbers: [(Int, SafeText, SafeText)] = [
      (schedule.sessions.count, "session", "sessions"), (schedule.talks.count, "talk", "talks"),
      (speakerCount, "speaker", "speakers"), (locationCount, "location", "locations"),
      (trackCount, "track", "tracks"),
    ]
    let counts = numbers.filter { $0.0 > 0 }.map { SafeText.counted($0.0, $0.1, $0.2).string }
    let dates = ScheduleSummary(run).days?.words(dash: run.presentation.glyphs.dash)
    let facts: [(SafeText, SafeText?)] = [
      ("days", dates.map { "\($0)" }), ("acronym", acronym.map { "\($0)" }),
      ("web page", page.map { "\($0)" }), ("version", version.map { "\($0)" }),
      ("size", "\(counts.joined(separator: ", "))"),
      ("schedule", run.source.name),
    ]
    return facts.compactMap { name, fact in fact.map { [Line(name, .dim), linking($0)] } }
  }

  static let meaning: String? =
    "The facts about the conference."
  static let fields: [Field<ConferenceRecord>] = [
    Field("title", .orNull(.text)) { .string(orNull: $0.schedule.title) },
    Field("acronym", .orNull(.text)) { .string(orNull: $0.acronym) },
    Field("url", .orNull(.text), "A link, as written in the file.") { .string(orNull: $0.page) },
    Field("version", .orNull(.text), "The version of the schedule, as written in the file.") {
      .string(orNull: $0.version)
    },
    Field("zone", .orNull(.text), "The zone of the venue; null if unknown.") {
      .string(orNull: $0.schedule.zone.isFloating ? nil : $0.schedule.zone.name)
    },
    Field("dayChange", .defined("dayChange")) { .string(orNull: $0.dayChange) },
    Field("days", .array(.defined("date"))) { .array($0.days.map { .string($0.iso8601) }) },
    Field("start", .defined("time"), "The earliest start.") {
      $0.context.time($0.timings.compactMap(\.start).min())
    },
    Field("end", .defined("time"), "The latest end.") {
      $0.context.time($0.timings.compactMap(\.end).max())
    },
    Field("sessionCount", .integer(from: 0)) { .integer($0.schedule.sessions.count) },
    Field("talkCount", .integer(from: 0)) { .integer($0.schedule.talks.count) },
    Field("speakerCount", .integer(from: 0)) { .integer($0.speakerCount) },
    Field("locationCount", .integer(from: 0)) { .integer($0.locationCount) },
    Field("trackCount", .integer(from: 0)) { .integer($0.trackCount) },
  ]
}
