package import CommandLine
import Diary
package import Schedule

/// A difference between two versions of a schedule.
package struct DifferenceRecord: Record {
  package let difference: Difference
  package let view: DifferenceView

  package init(_ difference: Difference, _ view: DifferenceView) {
    self.difference = difference
    self.view = view
  }

  private var zone: Zone { view.times.zone }

  package static let fields: [Field<DifferenceRecord>] = [
    Field("kind") { .string($0.difference.kind.rawValue) },
    Field("id") { .string($0.difference.id) },
    Field("title") { .string($0.difference.name) },
    Field("change") { .string($0.difference.word) },
    Field("day") { .string(orNull: $0.view.times.day(of: $0.difference.timing)?.iso8601) },
    Field("start") { .string(orNull: $0.difference.timing?.start?.iso8601(in: $0.zone)) },
    Field("end") { .string(orNull: $0.difference.timing?.end?.iso8601(in: $0.zone)) },
    Field("locations") { record in
      .references(record.difference.locations.map(record.view.schedule.location(called:)))
    },
    Field("changes") { .array($0.view.shown($0.difference).map { ChangeRecord(change: $0).json }) },
  ]
}

/// What is different of a thing.
private struct ChangeRecord: Record {
  let change: Difference.Change

  static let fields: [Field<ChangeRecord>] = [
    Field("what") { .string($0.change.aspect.rawValue) },
    Field("noteworthy") { .bool($0.change.aspect.isNoteworthy) },
    Field("old") { .string(orNull: $0.change.old) },
    Field("new") { .string(orNull: $0.change.new) },
  ]
}
