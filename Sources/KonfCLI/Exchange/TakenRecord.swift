import CommandLine
import Diary
import ECSKit
import Schedule

/// A part of a choice with what became of it.
struct TakenRecord: Record {
  let part: ChoiceIntake.Part
  let schedule: ConferenceSchedule

  static let meaning: String? =
    "A part of what konf star --from read, with what became of it."
  static let fields: [Field<TakenRecord>] = [
    Field("name", .text, "What the file or the link calls it.") { .string($0.part.name) },
    Field("kind", .words(["star", "hidden", "appointment"])) { .string($0.part.kind.rawValue) },
    Field(
      "result", .words(["new", "known", "unknown", "ambiguous", "unreadable"]),
      "new: kept now; known: as it was; unknown: no talk has such a name; ambiguous: several have it; unreadable: a time cannot be read."
    ) { .string($0.part.outcome.rawValue) },
    Field("id", .orNull(.text), "The talk, the session or the appointment in konf.") { record in
      .string(
        orNull: record.part.entity.map(record.schedule.id(of:)) ?? record.part.appointment?.id)
    },
    Field("title", .orNull(.text)) { .string(orNull: $0.part.title.isEmpty ? nil : $0.part.title) },
    Field("star", .defined("starValue"), "The star that it has now.") { record in
      .string(orNull: record.part.entity?[Star.self]?.word)
    },
  ]
}
