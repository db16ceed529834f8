import CommandLine
import ECSKit
import Schedule

/// A location with the identifiers of the sessions there.
struct LocationRecord: Record {
  let location: ConferenceSchedule.Reference
  let context: RecordContext

  init(_ location: ConferenceSchedule.Reference, _ context: RecordContext) {
    self.location = location
    self.context = context
  }

  static let fields: [Field<LocationRecord>] = [
    Field("id") { .string($0.location.id) },
    Field("name") { .string($0.location.name) },
    Field("address") { .string(orNull: $0.location.entity?[Address.self]?.text) },
    Field("description") { .string(orNull: $0.location.entity?[Description.self]?.text) },
    Field("sessions") { $0.context.sessionIDs($0.context.schedule.sessions(of: $0.location)) },
  ]
}
