import ECSKit
import Schedule

/// A session with its talks.
struct SessionRecord: Record {
  let slot: Entity
  let timing: Timing?
  let context: RecordContext

  init(_ slot: Entity, _ context: RecordContext) {
    self.slot = slot
    timing = slot[Timing.self]
    self.context = context
  }

  static let fields: [Field<SessionRecord>] = [
    Field("id") { .string($0.context.programme.id(of: $0.slot)) },
    Field("start") { $0.context.time($0.timing?.start) },
    Field("end") { $0.context.time($0.timing?.end) },
    Field("description") { .string(orNull: $0.context.programme.name(of: $0.slot).nonEmpty) },
    Field("locations") { $0.context.locations(of: $0.slot) },
    Field("rating") { .integer(orNull: $0.slot[Rating.self]?.stars) },
    Field("talks") { $0.context.talks($0.context.programme.talks(in: $0.slot)) },
  ]
}

/// A session at a moment: how many minutes are left of it, or to go until it starts.
struct TimedSessionRecord: Record {
  let session: SessionRecord
  let now: Instant

  private var start: Int? { session.timing?.start.map { now.duration(to: $0).minutesRoundedUp } }
  private var end: Int? { session.timing?.end.map { now.duration(to: $0).minutesRoundedUp } }
  private var isComing: Bool { start.map { $0 > 0 } ?? false }

  static let fields: [Field<TimedSessionRecord>] =
    SessionRecord.fields.map { $0.of { $0.session } } + [
      Field("minutesToStart") { .integer(orNull: $0.isComing ? $0.start : nil) },
      Field("minutesLeft") { .integer(orNull: $0.isComing ? nil : $0.end) },
    ]
}
