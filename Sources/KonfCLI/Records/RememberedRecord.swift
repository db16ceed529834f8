import CommandLine
import Schedule

/// A remembered schedule, and what `konf use` did with it.
struct RememberedRecord: Record {
  /// What was done.
  enum Event: String {
    /// Nothing.
    case listed
    /// The first version was kept.
    case kept
    /// A newer version was kept.
    case refreshed
    /// The version that was there was kept.
    case unchanged
    /// It became the default.
    case chosen
    /// It is no longer remembered.
    case forgotten
  }

  let name: String
  let event: Event
  let summary: ScheduleSummary?
  let isDefault: Bool
  /// The path of the copy; nil if it was removed.
  var file: String?
  /// What is wrong with the copy.
  var problem: String?
  /// What the newer version changed.
  var news: ScheduleNews?

  static let fields: [Field<RememberedRecord>] = [
    Field("name") { .string($0.name) },
    Field("event") { .string($0.event.rawValue) },
    Field("title") { .string(orNull: $0.summary?.title) },
    Field("talkCount") { .integer(orNull: $0.summary?.talkCount) },
    Field("firstDay") { .string(orNull: $0.summary?.days?.lowerBound.iso8601) },
    Field("lastDay") { .string(orNull: $0.summary?.days?.upperBound.iso8601) },
    Field("zone") { .string(orNull: $0.summary?.zone) },
    Field("default") { .bool($0.isDefault) },
    Field("file") { .string(orNull: $0.file) },
    Field("problem") { .string(orNull: $0.problem) },
    Field("changes") { .array($0.news?.records ?? []) },
    Field("clashes") { record in
      .array(
        (record.news?.clashes ?? []).map { clash in
          .array([.string(clash.first.id), .string(clash.second.id)])
        })
    },
    Field("mine") { .array($0.news?.mine.map { .string($0.id) } ?? []) },
  ]
}
