import CommandLine
import Diary
import ECSKit
import Schedule

/// A part of a choice with what became of it.
struct TakenRecord: Record {
  let part: ChoiceIntake.Part
  let schedule: ConferenceSchedule

  static let fields: [Field<TakenRecord>] = [
    Field("name") { .string($0.part.name) },
    Field("kind") { .string($0.part.kind.rawValue) },
    Field("result") { .string($0.part.outcome.rawValue) },
    Field("id") { record in
      .string(
        orNull: record.part.entity.map(record.schedule.id(of:)) ?? record.part.appointment?.id)
    },
    Field("title") { .string(orNull: $0.part.title.isEmpty ? nil : $0.part.title) },
    Field("star") { record in
      .string(orNull: record.part.entity?[Star.self]?.word)
    },
  ]
}
