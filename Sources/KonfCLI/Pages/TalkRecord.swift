import CommandLine
import ECSKit
import Marks
import Schedule

struct TalkRecord: Record {
  let talk: Entity
  let session: Entity?
  let timing: Timing?
  /// The rating of the talk, or the rating of its session if the talk has none.
  let counting: ConferenceSchedule.TalkRating?
  let context: RecordContext

  init(_ talk: Entity, _ context: RecordContext) {
    self.talk = talk
    session = talk.has(CancelledTalk.self) ? talk : context.schedule.session(of: talk)
    timing = session.flatMap(context.schedule.timing(of:))
    counting = context.schedule.rating(of: talk)
    self.context = context
  }

  private var schedule: ConferenceSchedule { context.schedule }

  static let fields: [Field<TalkRecord>] =
    names + Field.texts(of: .talk, named: ["subtitle"], in: { $0.talk }) + facts
    + Field.texts(of: .talk, except: ["subtitle"], in: { $0.talk }) + lists

  private static let names: [Field<TalkRecord>] = [
    Field("id", .defined("id")) { .string($0.schedule.id(of: $0.talk)) },
    Field("title", .text) { .string($0.schedule.name(of: $0.talk)) },
  ]
  private static let facts: [Field<TalkRecord>] = [
    Field("type", .defined("typeName")) { $0.context.type(of: $0.talk) },
    Field("speakers", .defined("references"), "The speakers of the talk.") {
      .references($0.schedule.speakers(of: $0.talk))
    },
    Field("session", .defined("sessionId")) { .string(orNull: $0.schedule.sessionID(of: $0.talk)) },
    Field("day", .defined("date")) { $0.context.day($0.timing) },
    Field("start", .defined("time"), "The start of its session.") {
      $0.context.time($0.timing?.start)
    },
    Field("end", .defined("time"), "The end of its session.") { $0.context.time($0.timing?.end) },
    Field("locations", .defined("references")) { $0.context.locations(of: $0.session) },
    Field("track", .defined("trackName")) { .string(orNull: $0.schedule.track(of: $0.talk)) },
    Field(
      "language", .orNull(.text),
      "The language of the talk, otherwise of its session, as written in the file."
    ) { .string(orNull: $0.schedule.language(of: $0.talk)) },
    Field("url", .defined("url")) { .string(orNull: $0.talk.page) },
    Field("rating", .defined("stars"), "The rating of the talk, otherwise of its session.") {
      .integer(orNull: $0.counting?.rating.stars)
    },
    Field(
      "ratedAs", .orNull(.text),
      "The id of the session if the rating is that of the session; otherwise null."
    ) { .string(orNull: $0.counting?.session.map($0.schedule.id(of:))) },
    Field("star", .defined("starValue"), "The star of the talk, otherwise of its session.") {
      .string(orNull: $0.schedule.star(of: $0.talk)?.word)
    },
    Field("note", .defined("noteText")) { .string(orNull: $0.talk[Note.self]?.text) },
  ]
  private static let lists: [Field<TalkRecord>] = [
    Field("links", .defined("links")) { $0.context.links(of: $0.talk) },
    Field("otherIds", .defined("otherIds")) {
      $0.context.texts($0.talk[OtherIDs.self]?.texts ?? [])
    },
    Field("tracks", .defined("trackNames")) {
      $0.context.texts($0.schedule.trackNames(of: $0.talk))
    },
  ]
}
