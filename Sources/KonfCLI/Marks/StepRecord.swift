import Basics
import CommandLine
import ECSStore
import Marks
import Schedule

struct StepRecord: Record {
  let change: LogStep.Change
  let step: LogStep
  /// The name of the other device that made the change, or nil for this device.
  let device: String?
  let context: RecordContext

  private var entry: LogEntry { change.entry }

  /// Returns the value of an entry as JSON.
  ///
  /// The value is a number of stars, "yes" or "maybe", the text of a note, or a start and an end.
  private func value(_ entry: LogEntry?) -> JSONOutput {
    guard let entry, let value = entry.change.value.nonEmpty else { return .null }
    return MarkKinds[entry.change.kind]?.value(in: entry)?.json(in: context.zone) ?? .string(value)
  }

  static let meaning: String? =
    "A change to a rating, a star, a note, a hidden talk, the stars of friends, an appointment or a saved schedule."
  static let fields: [Field<StepRecord>] = [
    Field(
      "step", .integer(from: 1),
      "The number of the undo step: equal for all changes made by one command, greater for later commands."
    ) { .integer(Int($0.step.counters.lowerBound)) },
    Field("time", .defined("time"), "The time of the change.") {
      $0.context.time(Instant(secondsSince1970: $0.entry.time))
    },
    Field("kind", .words(MarkKinds.all.map { $0.storedName } + ["default"])) {
      .string($0.entry.change.kind)
    },
    Field("id", .defined("id")) { record in
      .string(
        record.change.entity.map { record.context.schedule.id(of: $0) }
          ?? record.context.schedule.id(ofRemoved: record.entry.change.target))
    },
    Field("title", .text) { .string($0.entry.change.name) },
    Field(
      "old", .orNull(.text),
      "The previous value as a string: the number of stars, yes or maybe, the note, or start/end; null if there was none."
    ) { $0.value($0.change.former) },
    Field("new", .orNull(.text), "The new value, in the same form; null if it was removed.") {
      $0.value($0.entry)
    },
    Field("comment", .orNull(.text), "The comment of a rating, or the location of an appointment.")
    {
      .string(orNull: $0.entry.change.remark.nonEmpty)
    },
    Field(
      "device", .orNull(.text),
      "The name of the device that made the change, if it came through konf sync; null for this device."
    ) { .string(orNull: $0.device) },
    Field(
      "undone", .boolean,
      "True if the change was undone. In the output of konf undo and konf redo, the value is from before the command."
    ) { .bool($0.step.isUndone) },
  ]
}
