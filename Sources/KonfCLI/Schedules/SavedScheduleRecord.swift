import CommandLine
import Schedule

struct SavedScheduleRecord: Record {
  /// The effect of `konf use` on a schedule.
  enum Event: String {
    case listed
    /// The first version was saved.
    case kept
    /// A newer version was saved.
    case refreshed
    /// The same version was already saved.
    case unchanged
    /// The schedule became the default.
    case chosen
    case forgotten
  }

  let name: String
  let event: Event
  let summary: ScheduleSummary?
  let isDefault: Bool
  /// The path of the file, or nil if the file was removed.
  var file: String?
  var problem: String?
  var news: ScheduleNews?

  init(
    name: String, event: Event, summary: ScheduleSummary?, isDefault: Bool, file: String? = nil,
    problem: String? = nil, news: ScheduleNews? = nil
  ) {
    self.name = name
    self.event = event
    self.summary = summary
    self.isDefault = isDefault
    self.file = file
    self.problem = problem
    self.news = news
  }

  static let meaning: String? =
    "A saved schedule with the result of konf use."
  static let fields: [Field<SavedScheduleRecord>] = [
    Field("name", .text, "The name, as accepted by --data and konf use.") { .string($0.name) },
    Field("event", .words(["listed", "kept", "refreshed", "unchanged", "chosen", "forgotten"])) {
      .string($0.event.rawValue)
    },
    Field("title", .orNull(.text)) { .string(orNull: $0.summary?.title) },
    Field("talkCount", .orNull(.integer(from: 0))) { .integer(orNull: $0.summary?.talkCount) },
    Field("firstDay", .defined("date")) { .string(orNull: $0.summary?.days?.lowerBound.iso8601) },
    Field("lastDay", .defined("date")) { .string(orNull: $0.summary?.days?.upperBound.iso8601) },
    Field("zone", .orNull(.text), "The zone of the venue; null if unknown.") {
      .string(orNull: $0.summary?.zone)
    },
    Field("default", .boolean, "True for the default schedule.") {
      .bool($0.isDefault)
    },
    Field("file", .orNull(.text), "The path of the saved copy; null if it was removed.") {
      .string(orNull: $0.file)
    },
    Field("problem", .orNull(.text), "The problem with the saved copy; null if it is intact.") {
      .string(orNull: $0.problem)
    },
    Field(
      "changes", .array(.defined("difference")),
      "The changes in the newer version, as shown by konf diff."
    ) { .array($0.news?.records ?? []) },
    Field(
      "clashes", .array(.array(.text)),
      "The new overlaps on your agenda in the newer version, as pairs of ids."
    ) { record in
      .array(
        (record.news?.clashes ?? []).map { clash in
          .array([.string(clash.first.id), .string(clash.second.id)])
        })
    },
    Field("mine", .array(.text), "The ids of the changed talks and sessions that you starred.") {
      .array($0.news?.mine.map { .string($0.id) } ?? [])
    },
  ]
}
