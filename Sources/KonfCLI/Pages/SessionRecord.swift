import Basics
import CommandLine
import ECSKit
import Marks
import Schedule

struct SessionRecord: Record {
  let session: Entity
  let timing: Timing?
  let context: RecordContext

  init(_ session: Entity, _ context: RecordContext) {
    self.session = session
    timing = context.schedule.timing(of: session)
    self.context = context
  }

  static let meaning: String? =
    "A session of the schedule with its talks, if any."
  static let fields: [Field<SessionRecord>] = [
    Field("id", .defined("id")) { .string($0.context.schedule.id(of: $0.session)) },
    Field("title", .orNull(.text), "The title of the session.") {
      .string(orNull: $0.context.schedule.name(of: $0.session).nonEmpty)
    },
    Field("type", .defined("typeName")) { $0.context.type(of: $0.session) },
    Field("day", .defined("date")) { $0.context.day($0.timing) },
    Field("start", .defined("time")) { $0.context.time($0.timing?.start) },
    Field("end", .defined("time")) { $0.context.time($0.timing?.end) },
    Field("locations", .defined("references")) { $0.context.locations(of: $0.session) },
    Field("track", .defined("trackName")) {
      .string(orNull: $0.context.schedule.track(of: $0.session))
    },
    Field("url", .defined("url")) { .string(orNull: $0.session.page) },
    Field("rating", .defined("stars"), "Your rating of the session as a whole.") {
      .integer(orNull: $0.session[Rating.self]?.stars)
    },
    Field("star", .defined("starValue")) { .string(orNull: $0.session[Star.self]?.word) },
    Field("note", .defined("noteText")) { .string(orNull: $0.session[Note.self]?.text) },
    Field("talks", .array(.defined("talk")), "The talks of the session in order.") {
      $0.context.talks(
        $0.session.has(CancelledTalk.self)
          ? [$0.session] : $0.context.schedule.talks(in: $0.session))
    },
    Field("tracks", .defined("trackNames")) { record in
      record.context.texts(record.context.schedule.trackNames(of: record.session))
    },
  ]
}

/// A session, and the minutes from a given time until it starts or ends.
struct TimedSessionRecord: Record {
  let session: SessionRecord
  let now: Instant

  private var start: Int? { session.timing?.start.map { now.duration(to: $0).minutesRoundedUp } }
  private var end: Int? { session.timing?.end.map { now.duration(to: $0).minutesRoundedUp } }
  private var isComing: Bool { start.map { $0 > 0 } ?? false }

  static let meaning: String? =
    "A session of the schedule at a given time, with its talks, if any."
  static let fields: [Field<TimedSessionRecord>] =
    SessionRecord.fields.map { $0.of { $0.session } } + [
      Field(
        "minutesToStart", .orNull(.integer(from: 1)),
        "The number of minutes until the start, rounded up; null if the session has started."
      ) { .integer(orNull: $0.isComing ? $0.start : nil) },
      Field(
        "minutesLeft", .orNull(.integer()),
        "The number of minutes until the end, rounded up; null if the session has not started or has no known end."
      ) { .integer(orNull: $0.isComing ? nil : $0.end) },
    ]
}
