package import CommandLine
import Diary
package import ECSKit
package import Schedule

/// A talk with the times and locations of its session.
package struct TalkRecord: Record {
  package let talk: Entity
  package let session: Entity?
  package let timing: Timing?
  /// The stars that count for the talk, and the session that they are of, if not the talk's own.
  package let counting: ConferenceSchedule.TalkRating?
  package let context: RecordContext

  package init(_ talk: Entity, _ context: RecordContext) {
    self.talk = talk
    session = context.schedule.session(of: talk)
    timing = session?[Timing.self]
    counting = context.schedule.rating(of: talk)
    self.context = context
  }

  private var schedule: ConferenceSchedule { context.schedule }

  package static let fields: [Field<TalkRecord>] = [
    Field("id") { .string($0.schedule.id(of: $0.talk)) },
    Field("title") { .string($0.schedule.name(of: $0.talk)) },
    Field("subtitle") { .string(orNull: $0.talk[Subtitle.self]?.text) },
    Field("type") { .string(orNull: $0.schedule.type(of: $0.talk)) },
    Field("speakers") { .references($0.schedule.speakers(of: $0.talk)) },
    Field("session") { .string(orNull: $0.schedule.sessionID(of: $0.talk)) },
    Field("day") { $0.context.day($0.timing) },
    Field("start") { $0.context.time($0.timing?.start) },
    Field("end") { $0.context.time($0.timing?.end) },
    Field("locations") { $0.context.locations(of: $0.session) },
    Field("track") { .string(orNull: $0.schedule.track(of: $0.talk)) },
    Field("language") { .string(orNull: $0.schedule.language(of: $0.talk)) },
    Field("url") { .string(orNull: $0.talk.page) },
    Field("rating") { .integer(orNull: $0.counting?.rating.stars) },
    Field("ratedAs") { .string(orNull: $0.counting?.session.map($0.schedule.id(of:))) },
    Field("star") { .string(orNull: $0.schedule.star(of: $0.talk)?.word) },
    Field("note") { .string(orNull: $0.talk[Note.self]?.text) },
    Field("abstract") { .string(orNull: $0.talk[Abstract.self]?.text) },
    Field("links") { $0.context.links(of: $0.talk) },
    Field("otherIds") { $0.context.texts($0.talk[OtherIDs.self]?.texts ?? []) },
  ]
}
