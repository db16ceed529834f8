import CommandLine
import Marks
import Schedule

struct DifferenceRecord: Record {
  let difference: Difference
  let view: DifferenceView

  init(_ difference: Difference, _ view: DifferenceView) {
    self.difference = difference
    self.view = view
  }

  private var zone: Zone { view.times.zone }

  static let meaning: String? =
    "A difference between two versions of a schedule: an added, removed or changed item."
  static let fields: [Field<DifferenceRecord>] = [
    Field("kind", .words(["conference", "session", "talk", "person", "location"])) {
      .string($0.difference.kind.rawValue)
    },
    Field(
      "id", .text,
      "The id of a session or talk in the newer version, or in the older version if it was removed; otherwise the name."
    ) { .string($0.difference.id) },
    Field("title", .text, "The title or the name.") { .string($0.difference.name) },
    Field("change", .words(["added", "cancelled", "removed", "changed"])) {
      .string($0.difference.word)
    },
    Field("day", .defined("date")) {
      .string(orNull: $0.view.times.day(of: $0.difference.timing)?.iso8601)
    },
    Field(
      "start", .defined("time"), "The start of the session; the previous start if it was removed."
    ) {
      .string(orNull: $0.difference.timing?.start?.iso8601(in: $0.zone))
    },
    Field("end", .defined("time")) {
      .string(orNull: $0.difference.timing?.end?.iso8601(in: $0.zone))
    },
    Field("locations", .defined("references")) { record in
      .references(record.difference.locations.map(record.view.schedule.location(called:)))
    },
    Field(
      "changes", .array(.record(ChangeRecord.self)),
      "The changed properties; empty unless both versions contain the item."
    ) { .array($0.view.shown($0.difference).map { ChangeRecord(change: $0).json }) },
  ]
}

private struct ChangeRecord: Record {
  let change: Difference.Change

  static let fields: [Field<ChangeRecord>] = [
    Field(
      "what",
      .words([
        "time", "offset", "length", "location", "session", "name", "subtitle", "speakers",
        "language", "track", "type", "organizer", "address", "description", "month", "zone",
        "number", "abstract", "biography", "handle", "link",
      ])
    ) { .string($0.change.aspect.rawValue) },
    Field("noteworthy", .boolean, "True if konf diff shows the change without --all.") {
      .bool($0.change.aspect.isNoteworthy)
    },
    Field(
      "old", .orNull(.text),
      "The previous value; a time has the UTC offset of the older version."
    ) {
      .string(orNull: $0.change.old)
    },
    Field("new", .orNull(.text)) { .string(orNull: $0.change.new) },
  ]
}
