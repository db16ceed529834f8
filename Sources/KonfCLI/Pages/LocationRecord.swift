import CommandLine
import ECSKit
import Schedule

struct LocationRecord: Record {
  let location: ConferenceSchedule.Reference
  let context: RecordContext

  init(_ location: ConferenceSchedule.Reference, _ context: RecordContext) {
    self.location = location
    self.context = context
  }

  static let fields: [Field<LocationRecord>] =
    [
      Field("id", .defined("id")) { .string($0.location.id) },
      Field("name", .text) { .string($0.location.name) },
    ] + Field.texts(of: .location, in: { $0.location.entity }) + [
      Field("description", .orNull(.text)) {
        .string(orNull: $0.location.entity?[Description.self]?.text)
      },
      Field(
        "sessions", .array(.defined("id")),
        "The ids of the sessions at the location, in chronological order."
      ) { $0.context.sessionIDs($0.context.schedule.sessions(of: $0.location)) },
    ]
}
