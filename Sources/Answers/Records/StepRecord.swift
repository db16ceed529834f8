package import CommandLine
import Diary
import ECSStore
import Schedule
import TextBasics

/// A change of something that is kept.
package struct StepRecord: Record {
  let change: LogStep.Change
  let step: LogStep
  /// The other device that made the change; nil for this one.
  let device: String?
  let context: RecordContext

  private var entry: LogEntry { change.entry }

  /// The value of an entry: stars, yes or maybe, a text, or from when to when.
  private func value(_ entry: LogEntry?) -> JSONOutput {
    guard let entry, let value = entry.change.value.nonEmpty else { return .null }
    return KeptKinds[entry.change.kind]?.value(in: entry)?.json(in: context.zone) ?? .string(value)
  }

  package static let fields: [Field<StepRecord>] = [
    Field("step") { .integer(Int($0.step.counters.lowerBound)) },
    Field("time") { $0.context.time(Instant(secondsSince1970: $0.entry.time)) },
    Field("kind") { .string($0.entry.change.kind) },
    Field("id") { record in
      .string(
        record.change.entity.map { record.context.schedule.id(of: $0) }
          ?? record.entry.change.target)
    },
    Field("title") { .string($0.entry.change.name) },
    Field("old") { $0.value($0.change.former) },
    Field("new") { $0.value($0.entry) },
    Field("comment") { .string(orNull: $0.entry.change.comment.nonEmpty) },
    Field("device") { .string(orNull: $0.device) },
    Field("undone") { .bool($0.step.isUndone) },
  ]
}
