import ECSKit
import Schedule

/// A talk with the times and locations of its session.
struct TalkRecord: Record {
  let talk: Entity
  let slot: Entity?
  let timing: Timing?
  /// The stars that count for the talk, and the session that they are of, if not the talk's own.
  let counting: Programme.TalkRating?
  let context: RecordContext

  init(_ talk: Entity, _ context: RecordContext) {
    self.talk = talk
    slot = context.programme.slot(of: talk)
    timing = slot?[Timing.self]
    counting = context.programme.rating(of: talk)
    self.context = context
  }

  private var programme: Programme { context.programme }

  static let fields: [Field<TalkRecord>] = [
    Field("id") { .string($0.programme.id(of: $0.talk)) },
    Field("title") { .string($0.programme.name(of: $0.talk)) },
    Field("subtitle") { .string(orNull: $0.talk[Subtitle.self]?.text) },
    Field("speakers") { $0.context.texts($0.programme.speakers(of: $0.talk).map(\.name)) },
    Field("slot") { .string(orNull: $0.programme.slotID(of: $0.talk)) },
    Field("start") { $0.context.time($0.timing?.start) },
    Field("end") { $0.context.time($0.timing?.end) },
    Field("locations") { $0.context.locations(of: $0.slot) },
    Field("rating") { .integer(orNull: $0.counting?.rating.stars) },
    Field("ratedAs") { .string(orNull: $0.counting?.slot.map($0.programme.id(of:))) },
    Field("track") { .string(orNull: $0.programme.track(of: $0.talk)) },
    Field("language") { .string(orNull: $0.programme.language(of: $0.talk)) },
    Field("abstract") { .string(orNull: $0.talk[Abstract.self]?.text) },
    Field("links") { $0.context.links(of: $0.talk) },
  ]
}
