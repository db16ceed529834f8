import CommandLine
import ECSKit
import Marks
import Schedule

struct TakenRecord: Record {
  let part: ChoiceIntake.Part
  let schedule: ConferenceSchedule

  static let meaning: String? =
    "An item that konf star --from read, with the outcome."
  static let fields: [Field<TakenRecord>] = [
    Field("name", .text, "The name in the file or the link.") { .string($0.part.name) },
    Field("kind", .words(["star", "hidden", "appointment"])) { .string($0.part.kind.rawValue) },
    Field(
      "result", .words(["new", "known", "unknown", "ambiguous", "unreadable"]),
      "new: saved; known: already saved; unknown: no match; ambiguous: several matches; unreadable: unreadable time."
    ) { .string($0.part.outcome.rawValue) },
    Field(
      "id", .orNull(.text),
      "The id of the talk, session or appointment in konf; null if none matches."
    ) { record in
      .string(
        orNull: record.part.entity.map(record.schedule.id(of:)) ?? record.part.appointment?.id)
    },
    Field("title", .orNull(.text)) { .string(orNull: $0.part.title.isEmpty ? nil : $0.part.title) },
    Field("star", .defined("starValue"), "The current star.") { record in
      .string(orNull: record.part.entity?[Star.self]?.word)
    },
  ]
}
