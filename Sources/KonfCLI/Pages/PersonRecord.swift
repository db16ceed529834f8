import CommandLine
import ECSKit
import Schedule

struct PersonRecord: Record {
  let person: ConferenceSchedule.Reference
  let context: RecordContext

  init(_ person: ConferenceSchedule.Reference, _ context: RecordContext) {
    self.person = person
    self.context = context
  }

  static let fields: [Field<PersonRecord>] =
    [
      Field("id", .defined("id")) { .string($0.person.id) },
      Field("name", .text) { .string($0.person.name) },
    ]
    + Field.texts(of: .person, named: ["twitter"], in: { $0.person.entity })
    + Field.texts(of: .person, except: ["twitter"], in: { $0.person.entity }) + [
      Field("url", .defined("url")) { .string(orNull: $0.person.entity?.page) },
      Field("links", .defined("links")) { $0.context.links(of: $0.person.entity) },
      Field("organizer", .boolean) { .bool($0.person.entity?.has(Organizer.self) ?? false) },
      Field("talks", .array(.defined("talk")), "The person's talks in chronological order.") {
        $0.context.talks($0.context.schedule.talks(of: $0.person))
      },
    ]
}
