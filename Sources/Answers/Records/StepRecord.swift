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

  package static let meaning: String? =
    "A change of something that is kept: a rating, a star, a note, a hidden talk, what friends starred, an appointment, or a schedule."
  package static let fields: [Field<StepRecord>] = [
    Field(
      "step", .integer(from: 1),
      "The same number for all that one command changed, greater for later ones."
    ) { .integer(Int($0.step.counters.lowerBound)) },
    Field("time", .defined("time"), "When it was made.") {
      $0.context.time(Instant(secondsSince1970: $0.entry.time))
    },
    Field("kind", .words(KeptKinds.all.map { $0.storedName } + ["default"])) {
      .string($0.entry.change.kind)
    },
    Field("id", .defined("id")) { record in
      .string(
        record.change.entity.map { record.context.schedule.id(of: $0) }
          ?? record.entry.change.target)
    },
    Field("title", .text) { .string($0.entry.change.name) },
    Field(
      "old", .orNull(.text),
      "What was there, as a text: the number of stars, yes or maybe, the note, or from when to when with a slash between; null if there was nothing."
    ) { $0.value($0.change.former) },
    Field("new", .orNull(.text), "What was put there; null if it was removed.") {
      $0.value($0.entry)
    },
    Field("comment", .orNull(.text), "The remark of a rating, or the location of an appointment.") {
      .string(orNull: $0.entry.change.comment.nonEmpty)
    },
    Field(
      "device", .orNull(.text),
      "What the other device is called that made it, as konf sync took it in; null for this one."
    ) { .string(orNull: $0.device) },
    Field(
      "undone", .boolean,
      "Whether it was taken back. In the answer of konf undo and konf redo, whether it had been before."
    ) { .bool($0.step.isUndone) },
  ]
}
