import ECSKit
import Schedule

/// A location with the identifiers of the sessions there.
struct LocationRecord: Record {
  let location: Programme.Reference
  let context: RecordContext

  init(_ location: Programme.Reference, _ context: RecordContext) {
    self.location = location
    self.context = context
  }

  static let fields: [Field<LocationRecord>] = [
    Field("name") { .string($0.location.name) },
    Field("address") { .string(orNull: $0.location.entity?[Address.self]?.text) },
    Field("description") { .string(orNull: $0.location.entity?[Description.self]?.text) },
    Field("slots") { $0.context.sessionIDs($0.context.programme.slots(of: $0.location)) },
  ]
}
